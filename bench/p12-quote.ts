import type { Benchmark, BenchRequest } from './benchmark.ts'
import { bigClient } from './big-client.ts'
import { signInChoosers } from './choosers.ts'

/** Where the slider of the pension stands from one request to the next. */
const positions = [3, 5, 8, 10, 21, 40]

type Quote = { price: { employee: { perYear: number } }; effectiveFrom: string }

/** P-12: the price while the slider moves, beside the portal's own call that asks who somebody is and answers nothing. */
export const quote: Benchmark = {
  name: 'P-12',
  title: 'price while the slider moves',
  floor: () => undefined,
  prepare: async ({ product, signIn, query }) => {
    const people = await signInChoosers(signIn, 8)
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
