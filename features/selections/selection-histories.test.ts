import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withConnection } from '../../database/bootstrap.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import { acceptTerms } from '../../tests/harness/benefit-terms.ts'
import type { BenefitView, SelectionView } from '../../domain/selections/benefits.contract.ts'
import { seed } from '../benefits/seed.samples.ts'

type Move = {
  do: 'apply' | 'change' | 'draft' | 'reset' | 'withdraw' | 'opt-out' | 'approve' | 'reject'
  value: number
  stale: boolean
}

const move: fc.Arbitrary<Move> = fc.record({
  do: fc.constantFrom('apply', 'change', 'draft', 'reset', 'withdraw', 'opt-out', 'approve', 'reject'),
  value: fc.integer({ min: 2, max: 60 }).map((steps) => steps * 50),
  // Sometimes the person sends an old version.
  stale: fc.nat({ max: 4 }).map((one) => one === 0),
})

/** Amelia chooses a bicycle and Grace decides. Refusals are returned, not thrown. */
async function atWork(world: World) {
  const [amelia, grace] = [await world.signIn('amelia.hart'), await world.signIn('grace.lin')]
  const list = (await world.request({ url: '/api/v1/benefits/user/eligible', token: amelia })).json<BenefitView[]>()
  const bicycle = list.find((benefit) => benefit.code === 'cycle-to-work')
  if (!bicycle) throw new Error('There is no bicycle')
  const path = `/api/v1/benefit/${bicycle.benefitId}`
  await acceptTerms(world, amelia, bicycle)
  const read = async () =>
    (await world.request({ url: `${path}/with-selection`, token: amelia })).json<BenefitView>().selection

  const send = ({ do: what, value, stale }: Move, stands: SelectionView | null) => {
    const version = stands && (stale ? stands.version - 1 : stands.version)
    const seen = version === null ? {} : { version }
    const selection = `/api/v1/selection/${stands?.selectionId ?? crypto.randomUUID()}`
    const choice = { values: { value }, ...seen }
    switch (what) {
      case 'apply':
        return world.request({ method: 'POST', url: `${path}/selection`, token: amelia, body: choice })
      case 'change':
        return world.request({ method: 'PATCH', url: `${path}/selection`, token: amelia, body: choice })
      case 'draft':
        return world.request({
          method: stands ? 'PATCH' : 'POST',
          url: `${path}/selection`,
          token: amelia,
          body: { ...choice, draft: true },
        })
      case 'reset':
        return world.request({ method: 'DELETE', url: selection, token: amelia })
      case 'withdraw':
        return world.request({ method: 'POST', url: `${selection}/withdraw`, token: amelia, body: seen })
      case 'opt-out':
        return world.request({ method: 'PATCH', url: selection, token: amelia, body: { status: 'opted-out', ...seen } })
      case 'approve':
      case 'reject':
        return world.request({
          method: 'PATCH',
          url: '/api/v2/scheme/selections/status/',
          token: grace,
          body: { selectionIds: [stands?.selectionId ?? crypto.randomUUID()], approval: what === 'approve' },
        })
    }
  }
  return { read, send }
}

/** The selection as stored: head, versions and deductions. */
function kept(world: World, selectionId: string) {
  return withConnection(world.database.superuser, async (client) => {
    const { rows } = await client.query<{
      versions: number
      version: number
      running: number | null
      total: string | null
      taken: string
    }>(
      `select s.version, s.version_in_force as running,
              (select count(*)::integer from selection_version v where v.client_id = s.client_id and v.selection_id = s.id) as versions,
              (select v.price ->> 'orderTotal' from selection_version v
               where v.client_id = s.client_id and v.selection_id = s.id and v.version = s.version_in_force) as total,
              (select coalesce(sum(employee_pence), 0)::text from deduction d
               where d.client_id = s.client_id and d.selection_id = s.id) as taken
       from selection s where s.id = $1`,
      [selectionId],
    )
    return rows[0]
  })
}

describe('any history of one selection', () => {
  it('adds one version or none at each step, and deducts exactly the cover in force [S-72] [S-75]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 4, maxLength: 12 }), async (moves) => {
        const world = await startWorld({ keep: true })
        try {
          const { read, send } = await atWork(world)
          let selectionId: string | undefined
          let version = 0
          for (const next of moves) {
            const stands = await read()
            const answer = await send(next, stands)
            expect([200, 201, 403, 404, 409]).toContain(answer.statusCode)
            const done = answer.statusCode < 300
            const now = await read()
            selectionId = now?.selectionId ?? selectionId
            if (done) version += 1
            const found = selectionId === undefined ? undefined : await kept(world, selectionId)
            expect([found?.version ?? 0, found?.versions ?? 0]).toEqual([version, version])
            expect(found?.taken ?? '0').toBe(found?.total ?? '0')
            // A refusal changes nothing.
            expect(now).toEqual(done ? now : stands)
          }
        } finally {
          await world.close()
        }
      }),
      { numRuns: process.env['LONG_TESTS'] ? 200 : 12, seed: seed('histories over HTTP'), endOnFailure: true },
    )
  }, 1_200_000)
})
