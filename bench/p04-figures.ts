import { bigEmployer } from './big-employer.ts'
import type { Benchmark, Comparison } from './benchmark.ts'
import { send } from './load.ts'
import type { Stage } from './stage.ts'

/** An answer of the portal as it is, by one index. */
const oneDocument = 'select body from floor_document where name = $1'

const writes = 200

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
    await exactAfterEachWrite(stage, { clientId, headers })
    await query(
      'drop table if exists floor_document; create table floor_document (name text primary key, body text not null)',
    )
    const [benefit] = await query<{ id: string }>(
      `select benefit_id as id from take_up_benefit where client_id = $1 order by position, name limit 1`,
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
        same: (ours, theirs) => JSON.stringify(ours) === JSON.stringify(theirs),
        goals: { share: { 1: 0.5, 32: 0.5 } },
      })
    }
    return comparisons
  },
}

type Insights = { groups: { sex: { band: string; employees: number | null }[] } }

/** Somebody is the other sex, 200 times over: each time the next figures say so. What was changed is changed back. */
async function exactAfterEachWrite(
  { product, query }: Stage,
  { clientId, headers }: { clientId: string; headers: Record<string, string> },
): Promise<void> {
  const women = async () => {
    const answer = await send(product.port, { path: `/api/v2/client/${clientId}/employee-insights`, headers })
    const { groups } = JSON.parse(answer.body()) as Insights
    return groups.sex.find(({ band }) => band === 'female')?.employees ?? NaN
  }
  // Half of the men, so that neither group is ever too small to be shown.
  const men = await query<{ id: string }>(
    `select person_id as id from take_up_person where client_id = $1 and employed and sex = 'male' order by person_id`,
    [clientId],
  )
  const people = men.slice(0, men.length / 2)
  const others = new Set<string>()
  let expected = await women()
  for (let write = 0; write < writes; write += 1) {
    const id = people[write % people.length]?.id ?? ''
    const isWoman = !others.delete(id)
    if (isWoman) others.add(id)
    await query('update person_details set sex = $2 where person_id = $1', [id, isWoman ? 'female' : 'male'])
    expected += isWoman ? 1 : -1
    const told = await women()
    if (told !== expected) throw new Error(`P-04: ${expected} women are employed, the figures say ${told}`)
  }
  await query(`update person_details set sex = 'male' where person_id = any($1)`, [[...others]])
}
