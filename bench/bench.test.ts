import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLong } from '../tests/harness/long-tests.ts'
import { freePort } from '../tests/harness/server-process.ts'
import { importsOf, root } from '../tests/house-rules/sources.ts'
import type { Comparison } from './benchmark.ts'
import { requestBenchmarks } from './request-benchmarks.ts'
import { measure, type Protocol } from './measure.ts'
import { freshFigures } from './dashboard-exact-after-writes.ts'
import { eligibilityAndPrice } from './eligibility-and-price.ts'
import { benefitsList } from './benefits-list.ts'
import { countDatabasePages } from './count-database-pages.ts'
import { formatReport } from './format-report.ts'
import { startBenchServers, type BenchServers } from './bench-servers.ts'
import { workBenchmarks } from './work-benchmarks.ts'

// Checks only results that are the same on every machine.
const oneRound: Protocol = { warmUp: 0, rounds: 1, milliseconds: 100, connections: [1] }

let stage: BenchServers
beforeAll(async () => {
  const ports = [await freePort(), await freePort(), await freePort()] as const
  stage = await startBenchServers({ people: 150, others: 2, ports, log: () => undefined })
}, 120_000)
afterAll(() => stage.close())

it.each(requestBenchmarks)(
  '$name, $title: gives the same reply as the floor server (the fastest possible one), and reads no more database pages than allowed',
  async (benchmark) => {
    const comparisons = await benchmark.prepare(stage)
    expect(comparisons.length).toBeGreaterThan(0)
    for (const comparison of comparisons) {
      const { measured, touched, wrong } = await measure(stage, comparison, oneRound)
      expect(wrong).toEqual([])
      expect(measured.map(({ product, floor }) => [product.errors, floor.errors])).toEqual([[0, 0]])
      expect(touched.pages).toBeGreaterThan(0)
      expect(touched.pages).toBeLessThanOrEqual(comparison.goals.pages ?? Infinity)
    }
  },
)

it('the report says SHORT if the replies differ from those of the floor server, if a request fails, or if too many pages are read', async () => {
  const [comparison] = (await requestBenchmarks[0]?.prepare(stage)) ?? []
  if (!comparison) throw new Error('The first benchmark compares nothing')
  const judged = async (changed: Partial<Comparison>) => {
    const { lines } = formatReport('P-00', 'test', await measure(stage, { ...comparison, ...changed }, oneRound))
    return lines.filter(({ verdict }) => verdict === 'SHORT').map(({ goal }) => goal)
  }
  expect(await judged({ same: () => false })).toContain('P-00 test the same answer')
  expect(await judged({ goals: { ...comparison.goals, pages: 1 } })).toContain(
    'P-00 test reads at most 1 database pages',
  )
  const missing = { ...comparison.product, requests: [{ path: '/api/v1/nothing', headers: {} }] }
  await expect(judged({ product: missing })).rejects.toThrow('/api/v1/nothing answered 404')
})

it('a benefits list reads no more database pages when other people have many life events', async () => {
  const [comparison] = await benefitsList.prepare(stage)
  const asked = comparison?.product.requests.slice(0, 1) ?? []
  const before = await countDatabasePages(stage, asked)
  await stage.query(`
    insert into enrolment_window (client_id, scheme_year_id, code, cause, opens_on, closes_on, person_id)
    select client_id, scheme_year.id, 'life-event ' || gen_random_uuid(), 'life-event', current_date, current_date + 30,
      gen_random_uuid()
    from scheme_year
    cross join generate_series(1, 1000)`)
  await stage.query('analyze enrolment_window')
  const after = await countDatabasePages(stage, asked)
  // The index now has two levels, which costs one more page.
  expect(after.pages).toBeLessThanOrEqual(before.pages + 1)
})

// These benchmarks run last, because some add people. `freshFigures` would wait up to a minute.
it.each(isLong ? workBenchmarks.filter((work) => work !== freshFigures) : [eligibilityAndPrice])(
  '$name: does the same work as its floor (the fastest possible code)',
  async ({ measure: alone }) => {
    const { lines } = await alone(stage, 1)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter(({ goal }) => goal.includes('the same'))).toEqual([])
  },
)

it('the floor server, the comparison for P-15, loads no file of the product', () => {
  expect(filesLoadedBy('bench/baseline-server.ts')).toContain('bench/benefits-list.ts')
  expect(filesLoadedBy('bench/baseline-server.ts').filter((path) => !path.startsWith('bench/'))).toEqual([])
  expect(filesLoadedBy('bench/work-benchmarks.ts')).toContain('domain/pricing/price.ts')
})

function filesLoadedBy(path: string, known: string[] = []): string[] {
  known.push(path)
  const text = readFileSync(join(root, path), 'utf8').replaceAll(/^import type [^']*'[^']*'/gm, '')
  for (const next of importsOf({ path, text })) if (!known.includes(next)) filesLoadedBy(next, known)
  return known
}
