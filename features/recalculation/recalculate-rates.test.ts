import { beforeEach, describe, expect, inject, it } from 'vitest'
import { type FolderChanges, withChangedFolder } from '../../tests/harness/changed-folder.ts'
import { testSecrets } from '../../tests/harness/test-secrets.ts'
import { employee } from '../../tests/harness/employee.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import { applyScheme } from '../scheme/apply-scheme.server.ts'
import { showFault } from '../../services/scheme/scheme-faults.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { acceptTerms } from '../../tests/harness/benefit-terms.ts'
import { decide } from '../../tests/harness/world-actions.ts'

const demo = inject('demoOfFew')

let world: World
beforeEach(async () => {
  world = await startWorld({ people: 'of one client' })
})

function applyWith(changes: FolderChanges): Promise<number> {
  return withChangedFolder(demo, changes, async (folder) => {
    const outcome = await applyScheme(world.database.db, { folder, secrets: testSecrets })
    if ('faults' in outcome) throw new Error(outcome.faults.map(showFault).join('\n'))
    return outcome.applied.changes.selections
  })
}

const runJobs = () => runDaily(world)

const dearerFrom = (day: string): FolderChanges => ({
  'rates/gym-later.csv': () => 'membership,amount\nsingle,30.00\npartner,52.00\n',
  'scheme-current.yaml': (text) =>
    `${text}  - { code: gym, file: rates/gym-later.csv, effectiveFrom: ${day}, source: 'Everyday Fitness, later prices' }\n`,
})
const corrected: FolderChanges = { 'rates/gym.csv': (text) => text.replace('27.50', '28.00') }

function rows<Row extends object>(query: string, values: unknown[]): Promise<Row[]> {
  return world.database.rows<Row>(query, values)
}

/** `yearly` is in pence. */
const versionsOf = (benefit: string) =>
  rows<{ action: string; from: string; reason: string | null; yearly: string }>(
    `select v.action, v.effective_from::text as from, v.reason, v.price ->> 'employeeYearly' as yearly
     from selection_version v
     join selection s on s.client_id = v.client_id and s.id = v.selection_id
     join benefit b on b.client_id = s.client_id and b.id = s.benefit_id
     join account a on a.client_id = s.client_id and a.person_id = s.person_id
     where a.email = 'amelia.hart@demo.example' and b.code = $1
     order by v.version`,
    [benefit],
  )

const taken = () =>
  rows<{ period: string; original: string | null; pence: number }>(
    `select p.label as period, o.label as original, d.employee_pence::integer as pence
     from deduction d
     join payroll_period p on p.client_id = d.client_id and p.id = d.period_id
     left join payroll_period o on o.client_id = d.client_id and o.id = d.original_period_id
     join account a on a.client_id = d.client_id and a.person_id = d.person_id
     where a.email = 'amelia.hart@demo.example' and d.pay_code = 'GYM'
     order by p.starts_on, o.starts_on nulls last
     limit 4`,
    [],
  )

const opening = { action: 'take-over', from: '2026-04-06', reason: null, yearly: '33000' }
const dearer = { action: 'reprice', from: '2026-11-01', reason: 'New rates from 1 November 2026', yearly: '36000' }

describe('rates that change within the year', () => {
  it('recalculate only current cover, from the first day of the rates, if they are applied later', async () => {
    const [before] = [await versionsOf('dental')]
    expect(await applyWith(dearerFrom('2026-11-01'))).toBeGreaterThan(1)
    expect(await versionsOf('gym')).toEqual([opening, dearer])
    expect((await taken()).slice(0, 2)).toEqual([
      { period: 'November 2026', original: null, pence: 30_00 },
      { period: 'December 2026', original: null, pence: 30_00 },
    ])
    expect(await versionsOf('dental')).toEqual(before)
    expect(await applyWith(dearerFrom('2026-11-01'))).toBe(0)
  })

  it('take effect once, on their first day, if the scheme folder was applied before that day', async () => {
    await runJobs()
    expect(await applyWith(dearerFrom('2026-12-01'))).toBe(0)
    await runJobs()
    expect(await versionsOf('gym')).toEqual([opening])
    await world.database.moveTo('2026-12-02')
    await runJobs()
    const [, anew, ...more] = await versionsOf('gym')
    expect([anew, more]).toEqual([{ ...dearer, from: '2026-12-01', reason: 'New rates from 1 December 2026' }, []])
    expect((await taken()).map(({ period, pence }) => [period, pence]).slice(0, 2)).toEqual([
      ['November 2026', 27_50],
      ['December 2026', 30_00],
    ])
    await world.database.moveTo('2026-12-03')
    await runJobs()
    expect(await versionsOf('gym')).toHaveLength(2)
  })

  it('are reversed if their table is removed; a corrected figure takes effect on the first day of the table', async () => {
    await applyWith(dearerFrom('2026-11-01'))
    expect(await applyWith({ 'content/cards.md': (text) => `${text}\n` })).toBeGreaterThan(1)
    expect((await versionsOf('gym')).at(-1)).toMatchObject({ action: 'reprice', from: '2026-11-01', yearly: '33000' })
    await applyWith(corrected)
    expect((await versionsOf('gym')).at(-1)).toMatchObject({ action: 'reprice', yearly: '33600' })
  })

  it('take effect on their own first days if several rates are applied at once', async () => {
    await applyWith({
      'rates/gym-later.csv': () => 'membership,amount\nsingle,30.00\npartner,52.00\n',
      'rates/gym-last.csv': () => 'membership,amount\nsingle,32.00\npartner,54.00\n',
      'scheme-current.yaml': (text) =>
        `${text}  - { code: gym, file: rates/gym-later.csv, effectiveFrom: 2026-09-01, source: 'Everyday Fitness' }
  - { code: gym, file: rates/gym-last.csv, effectiveFrom: 2026-11-01, source: 'Everyday Fitness' }\n`,
    })
    expect(await versionsOf('gym')).toEqual([
      opening,
      { action: 'reprice-days', from: '2026-09-01', reason: 'New rates from 1 September 2026', yearly: '36000' },
      { ...dearer, yearly: '38400' },
    ])
  })

  it('also change months of cover that has ended by an opt-out, even if a new application was withdrawn', async () => {
    const consented: FolderChanges = {
      'benefits/gym.yaml': (text) => text.replace('approval: automatic', 'approval: required'),
    }
    await applyWith(consented)
    const amelia = await employee(world, 'amelia.hart')
    const gym = await amelia.find('gym')
    await acceptTerms(world, amelia.token, gym)
    const selection = `selection/${gym.selection?.selectionId}`
    const answers = [
      await amelia.send('PATCH', selection, { status: 'opted-out' }),
      await amelia.send('POST', `benefit/${gym.benefitId}/selection`, { values: { membership: 'single' } }),
      await amelia.send('POST', `${selection}/withdraw`, {}),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 201, 200])
    await applyWith({ ...consented, ...corrected })
    expect(await versionsOf('gym')).toContainEqual({
      action: 'reprice-days',
      from: '2026-04-06',
      reason: expect.any(String),
      yearly: '33600',
    })
  })

  it('change an application that was made before their first day and approved after it', async () => {
    const consented: FolderChanges = {
      'benefits/gym.yaml': (text) => text.replace('approval: automatic', 'approval: required'),
      ...dearerFrom('2026-12-10'),
    }
    await applyWith(consented)
    const asked = await (await employee(world, 'amelia.hart')).choose('gym', { membership: 'partner' })
    expect(asked).toMatchObject({
      status: 'pending-change',
      price: { employee: { perYear: 588 } },
    })
    await world.database.moveTo('2026-12-14')
    await runJobs()
    expect((await decide(world, [asked.selectionId])).statusCode).toBe(200)
    expect((await versionsOf('gym')).slice(-2)).toEqual([
      { action: 'approve', from: '2026-12-01', reason: null, yearly: '58800' },
      { action: 'reprice', from: '2026-12-10', reason: 'New rates from 10 December 2026', yearly: '62400' },
    ])
    expect((await taken()).map(({ period, pence }) => [period, pence]).slice(1, 3)).toEqual([
      ['December 2026', 49_00],
      ['January 2027', 52_00],
    ])
    await runJobs()
    expect((await versionsOf('gym')).at(-1)?.action).toBe('reprice')
  })
})
