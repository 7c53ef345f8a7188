import { setTimeout as wait } from 'node:timers/promises'
import { bigEmployer } from './big-employer.ts'
import type { Benchmark, Comparison } from './benchmark.ts'
import { send } from './load.ts'
import type { Stage } from './stage.ts'

/** An answer of the portal as it is, by one index. */
const oneDocument = 'select body from floor_document where name = $1'

/** The moment of the figures goes on. */
const undated = (answer: unknown) => ({ ...(answer as object), asOf: null })

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** P-04: the figures of the employer's dashboard, take-up and insights, beside one indexed read of the same bytes. */
export const employerFigures: Benchmark = {
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
  prepare: async (stage) => {
    const { product, floor, signIn, query } = stage
    const { clientId, personId, headers } = await bigEmployer(signIn)
    await query('update account set insights_enabled = true where person_id = $1', [personId])
    await saidWithinAMinute(stage, { clientId, headers })
    await query(
      'drop table if exists floor_document; create table floor_document (name text primary key, body text not null)',
    )
    const [benefit] = await query<{ id: string }>(
      `select id from benefit where client_id = $1 order by position, name limit 1`,
      [clientId],
    )
    const paths = {
      approvals: '/api/v2/scheme/selections/pending/',
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

type Insights = { asOf: string; groups: { sex: { band: string; employees: number | null }[] } }

/** Somebody is the other sex: within a minute the figures say so, dated after it. What was changed is changed back. */
async function saidWithinAMinute(
  { product, query }: Stage,
  { clientId, headers }: { clientId: string; headers: Record<string, string> },
): Promise<void> {
  const read = async (path: string) => (await send(product.port, { path, headers })).body()
  const insights = async () => {
    const { asOf, groups } = JSON.parse(await read(`/api/v2/client/${clientId}/employee-insights`)) as Insights
    return { asOf: Date.parse(asOf), women: groups.sex.find(({ band }) => band === 'female')?.employees ?? NaN }
  }
  const [man] = await query<{ id: string }>(
    `select person_id as id
     from person_details
     join employee using (client_id, person_id)
     where client_id = $1
       and sex = 'male'
       and not exists (
         select
         from employment_fact as fact
         where fact.client_id = $1
           and fact.person_id = person_details.person_id
           and (
             fact = 'end-date'
             or fact = 'status' and value <> 'active'
             or fact = 'start-date' and value::date > current_date
           )
       )
     limit 1`,
    [clientId],
  )
  const { women } = await insights()
  for (const [sex, expected] of [
    ['female', women + 1],
    ['male', women],
  ] as const) {
    await query('update person_details set sex = $2 where person_id = $1', [man?.id, sex])
    // Whatever is written through the portal is in the audit, as this is.
    await read(`/api/client/${clientId}/benefit-takeup/download-report`)
    const written = Date.now()
    let told = await insights()
    while (told.women !== expected && Date.now() - written < MINUTE) {
      await wait(SECOND)
      told = await insights()
    }
    if (told.women !== expected) throw new Error(`P-04: ${expected} women are employed, the figures say ${told.women}`)
    if (Date.now() - told.asOf > MINUTE) throw new Error('P-04: figures are dated more than a minute ago')
  }
}
