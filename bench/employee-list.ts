import type { RequestBenchmark, Comparison } from './benchmark.ts'
import { signInLargeEmployer } from './sign-in-employer.ts'

const pageOf = (filter: string, total: string) => `
  select
    coalesce((
      select json_agg(page order by name_key, person_id)
      from (
        select person_id, first_name, surname, email, employee_number, registered, two_factor, last_login_at, name_key
        from employee
        where client_id = $1 ${filter}
        order by name_key, person_id
        limit 10
      ) as page
    ), '[]') as data,
    (select ${total} from employee_count where client_id = $1) as total`

const statements: Record<string, string> = {
  all: pageOf('', 'people'),
  registered: pageOf('and registered', 'registered'),
  unregistered: pageOf('and not registered', 'people - registered'),
  'two-factor': pageOf('and two_factor', 'two_factor'),
}

type ProductAnswer = { data: { employeeId: string; email: string }[]; total: number; more: boolean }
type FloorAnswer = { data: { person_id: string; email: string }[]; total: number }

export const employeeList: RequestBenchmark = {
  name: 'P-01',
  title: "page 1 of the employer's list, with exact totals",
  floor: (app, pool) => {
    for (const [name, text] of Object.entries(statements)) {
      app.get<{ Params: { client: string } }>(`/employees/${name}/:client`, async ({ params }) => {
        const { rows } = await pool.query({ name: `employees-${name}`, text, values: [params.client] })
        return rows[0]
      })
    }
  },
  prepare: async ({ product, floor, signIn }) => {
    const { clientId, headers } = await signInLargeEmployer(signIn)
    const list = `/api/v2/client/${clientId}/employees`
    const compare = (title: string, path: string, statement: string): Comparison => ({
      title,
      product: { port: product.port, requests: [{ path: `${list}${path}`, headers }] },
      floor: { port: floor.port, requests: [{ path: `/employees/${statement}/${clientId}`, headers: {} }] },
      same: (ours, theirs) => samePage(ours as ProductAnswer, theirs as FloorAnswer),
      goals: { share: { 1: 0.5, 32: 0.6 }, p99: 3, pages: 60 },
    })
    return [
      compare('employee list', '', 'all'),
      compare('list of registered employees', '?filter[person_activated]=1', 'registered'),
      compare('list of employees not registered', '?filter[person_activated]=0', 'unregistered'),
      compare('two-factor list', '/two-factor-authentication', 'all'),
      compare(
        'two-factor list of people who use it',
        '/two-factor-authentication?filter[person_mfa_secret]=1',
        'two-factor',
      ),
    ]
  },
}

function samePage(ours: ProductAnswer, theirs: FloorAnswer): boolean {
  return (
    !ours.more &&
    ours.total === theirs.total &&
    ours.data.length === theirs.data.length &&
    ours.data.every((row, at) => row.employeeId === theirs.data[at]?.person_id && row.email === theirs.data[at].email)
  )
}
