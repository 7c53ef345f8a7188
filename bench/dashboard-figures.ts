import { signInLargeEmployer } from './sign-in-employer.ts'
import type { RequestBenchmark, Comparison } from './benchmark.ts'
import { send } from './send-load.ts'

const oneDocument = 'select body from floor_document where name = $1'

/** Removes the time of the figures, which differs in each response. */
const undated = (answer: unknown) => ({ ...(answer as object), asOf: null })

/** P-04: the employer's dashboard, take-up and insights, compared with one indexed read of the same bytes. */
export const employerFigures: RequestBenchmark = {
  name: 'P-04',
  title: "the figures of the employer's dashboard, take-up and insights",
  floor: (app, pool) => {
    app.get<{ Params: { name: string } }>('/documents/:name', async ({ params }, reply) => {
      const { rows } = await pool.query<{ body: string }>({
        name: 'document',
        text: oneDocument,
        values: [params.name],
      })
      return reply.type('application/json').send(rows[0]?.body)
    })
  },
  prepare: async ({ product, floor, signIn, query }) => {
    const { clientId, personId, headers } = await signInLargeEmployer(signIn)
    await query('update account set insights_enabled = true where person_id = $1', [personId])
    await query(
      'drop table if exists floor_document; create table floor_document (name text primary key, body text not null)',
    )
    const [benefit] = await query<{ id: string }>(
      `select id from benefit where client_id = $1 order by position, name limit 1`,
      [clientId],
    )
    const paths = {
      'registered people': `/api/v2/client/${clientId}/employees?range=1`,
      'open payroll runs': `/api/v2/client/${clientId}/payroll-overview`,
      'pending approvals': '/api/v2/scheme/selections/pending/',
      'employer overview': `/api/v2/client/${clientId}/dashboard/overview/`,
      'take-up': `/api/client/${clientId}/benefit-takeup`,
      insights: `/api/v2/client/${clientId}/employee-insights`,
      'insights of one benefit': `/api/v2/client/${clientId}/benefit-insights/${benefit?.id}?range=1`,
    }
    const comparisons: Comparison[] = []
    for (const [title, path] of Object.entries(paths)) {
      const request = { path, headers }
      const name = title.replaceAll(' ', '-')
      await query('insert into floor_document values ($1, $2)', [name, (await send(product.port, request)).body()])
      comparisons.push({
        title,
        product: { port: product.port, requests: [request] },
        floor: { port: floor.port, requests: [{ path: `/documents/${name}`, headers: {} }] },
        same: (ours, theirs) => JSON.stringify(undated(ours)) === JSON.stringify(undated(theirs)),
        goals: { share: { 1: 0.5, 32: 0.5 } },
      })
    }
    return comparisons
  },
}
