import type { RequestBenchmark } from './benchmark.ts'
import { bigClient } from './main-client.ts'
import { signInPensionChoosers } from './sign-in-pension-members.ts'
import type { BenchRequest } from './send-load.ts'

const positions = [3, 5, 8, 10, 21, 40]

type Quote = { price: { employee: { perYear: number } }; effectiveFrom: string }

/** P-12: the price while the slider moves, compared with the portal's `ping`, which only authorises the caller. */
export const quote: RequestBenchmark = {
  name: 'P-12',
  title: 'price while the slider moves',
  floor: () => undefined,
  prepare: async ({ product, signIn, query }) => {
    const people = await signInPensionChoosers(signIn, 8)
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
            body: JSON.stringify({ values: { contribution }, takeHomeSteps: false }),
          })),
        },
        floor: { port: product.port, requests: asked.map(({ headers }) => ({ path: '/api/v1/ping', headers })) },
        // The responses differ. So this only checks that both calls were authorised and that the quote has a price.
        same: (ours) => (ours as Quote).price.employee.perYear > 0 && (ours as Quote).effectiveFrom.length === 10,
        goals: { share: { 1: 0.4, 32: 0.4 } },
      },
    ]
  },
}
