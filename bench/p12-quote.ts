import type { Benchmark, BenchRequest } from './benchmark.ts'
import { bigClient } from './big-client.ts'

/** Where the slider of the pension stands from one request to the next. */
const positions = [3, 5, 8, 10, 21, 40]

type Quote = { price: { employee: { perYear: number } }; effectiveFrom: string }

/** P-12: the price while the slider moves, beside the portal's own call that asks who somebody is and answers nothing. */
export const quote: Benchmark = {
  name: 'P-12',
  title: 'price while the slider moves',
  floor: () => undefined,
  prepare: async ({ product, signIn, query }) => {
    const people = await signIn(
      `select a.person_id as id
       from account a
       join client_address c on c.client_id = a.client_id and c.name = $1
       where a.state = 'active' and a.user_type = 'employee' and a.two_factor_secret is null
         and not exists (
           select from employment_fact f
           where f.client_id = a.client_id and f.person_id = a.person_id
             and (f.fact = 'end-date' or (f.fact = 'status' and f.value = 'inactive'))
         )
         -- In pence: two fifths of it can be given up without falling below the minimum wage.
         and not exists (
           select from employment_fact f
           where f.client_id = a.client_id and f.person_id = a.person_id
             and f.fact = 'basic-salary' and f.value::bigint < 5000000
         )
       order by a.person_id
       limit 8`,
      [bigClient],
    )
    const [pension] = await query<{ id: string }>(
      `select b.id from benefit b join client_address c on c.client_id = b.client_id and c.name = $1
       where b.code = 'pension'`,
      [bigClient],
    )
    if (!pension) throw new Error('The big client has no pension')
    const asked = people.flatMap(({ headers }) => positions.map((contribution) => ({ headers, contribution })))
    return [
      {
        title: 'quote',
        product: {
          port: product.port,
          requests: asked.map(({ headers, contribution }): BenchRequest => ({
            path: `/api/v1/benefit/${pension.id}/quote`,
            headers,
            // As the screen asks while it moves.
            body: JSON.stringify({ values: { contribution }, takeHomeSteps: false }),
          })),
        },
        floor: { port: product.port, requests: asked.map(({ headers }) => ({ path: '/api/v1/ping', headers })) },
        // There is nothing to be the same but that both were let in; a price was worked out for the one.
        same: (ours) => (ours as Quote).price.employee.perYear > 0 && (ours as Quote).effectiveFrom.length === 10,
        goals: { share: { 1: 0.4, 32: 0.4 } },
      },
    ]
  },
}
