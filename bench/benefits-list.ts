import type { RequestBenchmark } from './benchmark.ts'
import { bigClient } from './main-client.ts'

const rowsOfOnePerson = `
  with me as (
    select person_id, first_name, surname, date_of_birth
    from person_details
    where client_id = $1 and person_id = $2
  ),
  year as (
    select id, starts_on, ends_on
    from scheme_year
    where client_id = $1 and starts_on <= current_date and ends_on >= current_date
  )
  select json_build_object(
    'person', (select to_json(me) from me),
    'year', (select to_json(year) from year),
    'benefits', (
      select json_agg(json_build_object('id', id, 'code', code, 'definition', definition) order by position, code)
      from benefit
      where client_id = $1 and scheme_year_id = (select id from year) and not withdrawn
    ),
    'rates', (select json_agg(content) from rate_table where client_id = $1 and scheme_year_id = (select id from year)),
    'windows', (
      select json_agg(to_json(w))
      from enrolment_window w
      where client_id = $1 and scheme_year_id = (select id from year) and (person_id is null or person_id = $2)
    ),
    'family', (select json_agg(to_json(f)) from family_member f where client_id = $1 and person_id = $2 and active),
    'facts', (
      select json_agg(json_build_object('fact', fact, 'value', value, 'from', effective_from))
      from employment_fact
      where client_id = $1 and person_id = $2
    ),
    'periods', (
      select json_agg(to_json(period))
      from payroll
      join payroll_period period on period.client_id = payroll.client_id and period.payroll_id = payroll.id
      where payroll.client_id = $1 and payroll.scheme_year_id = (select id from year) and payroll.code = (
        select value from employment_fact
        where client_id = $1 and person_id = $2 and fact = 'payroll' and effective_from <= current_date
        order by effective_from desc, recorded_at desc, sequence desc
        limit 1
      )
    ),
    'selections', (
      select json_agg(json_build_object('head', to_json(s), 'version', to_json(v)))
      from selection s
      join selection_version v on v.client_id = s.client_id and v.selection_id = s.id
        and v.version in (s.version, s.version_in_force)
      where s.client_id = $1 and s.person_id = $2
    ),
    'terms', (
      select json_agg(to_json(t)) from benefit_terms_acceptance t where client_id = $1 and person_id = $2
    ),
    'groups', (
      select json_agg(distinct benefit_group) from statement_row where client_id = $1 and person_id = $2
    )
  )::text as rows`

type FloorAnswer = {
  benefits: { id: string }[]
  selections: { head: { id: string; version: number; state: string; benefit_id: string } }[] | null
}
type ProductAnswer = { benefitId: string; selection: { selectionId: string; version: number } | null }[]

export const benefitsList: RequestBenchmark = {
  name: 'P-11',
  title: 'benefits list of one employee',
  floor: (app, pool) => {
    app.get<{ Params: { client: string; person: string } }>('/benefits/:client/:person', async ({ params }, reply) => {
      const { rows } = await pool.query<{ rows: string }>({
        name: 'rows-of-one-person',
        text: rowsOfOnePerson,
        values: [params.client, params.person],
      })
      return reply.type('application/json').send(rows[0]?.rows)
    })
  },
  prepare: async ({ product, floor, signIn }) => {
    // These people have several selections, as regular users do.
    const people = await signIn(
      `select a.person_id as id
       from account a
       join client_address c on c.client_id = a.client_id and c.name = $1
       join selection s on s.client_id = a.client_id and s.person_id = a.person_id
       where a.state = 'active' and a.user_type = 'employee' and a.two_factor_secret is null
         and not exists (
           select from employment_fact f
           where f.client_id = a.client_id and f.person_id = a.person_id and f.fact = 'end-date'
         )
       group by a.person_id
       order by count(*) filter (where s.state = 'active') >= 4 desc, a.person_id
       limit 16`,
      [bigClient],
    )
    return [
      {
        title: 'benefits list',
        product: {
          port: product.port,
          requests: people.map(({ headers }) => ({ path: '/api/v1/benefits/user/eligible', headers })),
        },
        floor: {
          port: floor.port,
          requests: people.map(({ clientId, personId }) => ({
            path: `/benefits/${clientId}/${personId}`,
            headers: {},
          })),
        },
        same: (ours, theirs) => sameHoldings(ours as ProductAnswer, theirs as FloorAnswer),
        goals: { share: { 1: 0.3, 32: 0.3 }, pages: 80 },
      },
    ]
  },
}

function sameHoldings(ours: ProductAnswer, theirs: FloorAnswer): boolean {
  const held = new Map((theirs.selections ?? []).map(({ head }) => [head.benefit_id, head]))
  return (
    ours.length === theirs.benefits.length &&
    ours.every(({ benefitId, selection }, at) => {
      const head = held.get(benefitId)
      const shown = head && head.state !== 'none' ? head : undefined
      return (
        theirs.benefits[at]?.id === benefitId &&
        selection?.selectionId === shown?.id &&
        selection?.version === shown?.version
      )
    })
  )
}
