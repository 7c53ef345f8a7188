import type { RequestBenchmark } from './benchmark.ts'
import { signInLargeEmployer } from './sign-in-employer.ts'

const onePerson = `
  select
    e.person_id as "employeeId",
    e.first_name as "firstName",
    e.surname,
    e.email,
    e.employee_number as "employeeNumber",
    e.registered,
    e.last_login_at as "lastLogin",
    d.date_of_birth as "dateOfBirth",
    (
      select value
      from employment_fact
      where client_id = $1 and person_id = $2 and fact = 'start-date' and effective_from <= current_date
      order by effective_from desc, recorded_at desc, sequence desc
      limit 1
    ) as "startDate",
    (
      select coalesce(json_agg(json_build_object(
        'selectionId', s.id, 'benefitId', b.id, 'benefitName', b.name, 'status', s.state, 'effectiveFrom', v.effective_from
      ) order by b.position, b.name, s.id), '[]')
      from selection s
      join benefit b on b.client_id = $1 and b.id = s.benefit_id
      join selection_version v on v.client_id = $1 and v.selection_id = s.id and v.version = s.version
      where s.client_id = $1 and s.person_id = $2 and s.state not in ('none', 'draft')
    ) as selections
  from employee e
  join person_details d on d.client_id = $1 and d.person_id = e.person_id
  where e.client_id = $1 and e.person_id = $2`

type Answer = {
  employeeId: string
  email: string
  startDate: string | null
  selections: { selectionId: string; status: string; effectiveFrom: string | null }[]
}

/** P-05: one employee by id, compared with node:http and pg without a framework. */
export const oneEmployee: RequestBenchmark = {
  name: 'P-05',
  title: 'one employee by id',
  floor: () => undefined,
  raw: (pool) => async (path) => {
    const [, client, person] = path.split('/')
    const { rows } = await pool.query({ name: 'one-employee', text: onePerson, values: [client, person] })
    return JSON.stringify(rows[0])
  },
  prepare: async ({ product, rawPort, signIn, query }) => {
    const { clientId, headers } = await signInLargeEmployer(signIn)
    const people = await query<{ id: string }>(
      'select person_id as id from person_details where client_id = $1 order by person_id limit 200',
      [clientId],
    )
    return [
      {
        title: 'one employee',
        product: {
          port: product.port,
          requests: people.map(({ id }) => ({ path: `/api/client/${clientId}/employees/${id}`, headers })),
        },
        floor: {
          port: rawPort,
          requests: people.map(({ id }) => ({ path: `/${clientId}/${id}`, headers: {} })),
        },
        same: (ours, theirs) => samePerson(ours as Answer, theirs as Answer),
        goals: { share: { 1: 0.33, 32: 0.33 } },
      },
    ]
  },
}

function samePerson(ours: Answer, theirs: Answer): boolean {
  return (
    ours.employeeId === theirs.employeeId &&
    ours.email === theirs.email &&
    ours.startDate === theirs.startDate &&
    ours.selections.length === theirs.selections.length &&
    ours.selections.every(({ selectionId, status, effectiveFrom }, at) => {
      const other = theirs.selections[at]
      return selectionId === other?.selectionId && status === other.status && effectiveFrom === other.effectiveFrom
    })
  )
}
