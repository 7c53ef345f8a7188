import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { type FolderChanges, withChangedFolder, withoutGym } from '../../tests/harness/changed-folder.ts'
import { nextYear } from '../../tests/harness/next-year.ts'
import { dump } from '../../tests/harness/dump-database.ts'
import { testSecrets as secrets } from '../../tests/harness/test-secrets.ts'
import { employee } from '../../tests/harness/employee.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import { applyScheme } from '../scheme/apply-scheme.server.ts'
import { showFault } from '../../services/scheme/scheme-faults.ts'
import { planScheme, type PlanResult } from './plan.server.ts'
import { type Plan, planFormat } from './plan-format.ts'
import { planCommandOutput } from './plan-command.server.ts'

const demo = join(import.meta.dirname, '../../examples/demo')
const yearFile = 'scheme-current.yaml'
let world: World
/** Shared by tests that only plan. Tests that change data start a separate world (`ownWorld`). */
const shared = await startWorld({ people: 'all' })
beforeEach(() => {
  world = shared
})

async function ownWorld(): Promise<void> {
  world = await startWorld({ people: 'all' })
}

function rows<Row extends object>(query: string): Promise<Row[]> {
  return world.database.rows<Row>(query)
}

type Asked = { people?: boolean; on?: string }

function planned(changes: FolderChanges, { people = false, on }: Asked = {}): Promise<PlanResult> {
  const day = on === undefined ? {} : { on: isoDate.parse(on) }
  return withChangedFolder(demo, changes, (folder) =>
    planScheme(world.database.db, { folder, secrets, people, ...day }),
  )
}

async function plan(changes: FolderChanges, asked: Asked = {}): Promise<Plan> {
  const answer = await planned(changes, asked)
  if (!('plan' in answer)) throw new Error(JSON.stringify(answer))
  const read = planFormat.parse(JSON.parse(JSON.stringify(answer.plan)))
  expect(read).toEqual(answer.plan)
  return read
}

function inPeople(name: string, cells: Record<string, string>): (text: string) => string {
  return (text) => {
    const [head = '', ...people] = text.trimEnd().split('\n')
    const columns = head.split(',')
    const written = people.map((line) =>
      line.includes(`,${name}@`)
        ? line
            .split(',')
            .map((cell, at) => cells[columns[at] ?? ''] ?? cell)
            .join(',')
        : line,
    )
    return [head, ...written, ''].join('\n')
  }
}

const joiner = (text: string) =>
  text.trimEnd().replace(/\n(NR1001,.*)$/m, (_, row: string) => {
    const fresh = row
      .replace('NR1001', 'NR9001')
      .replace('QQ984192B', 'QQ900190C')
      .replaceAll('amelia', 'nina')
      .replaceAll('Amelia', 'Nina')
    return `\n${row}\n${fresh}`
  })

const dearerGymFrom = (day: string): FolderChanges => ({
  'rates/gym-later.csv': () => 'membership,amount\nsingle,30.00\npartner,52.00\n',
  'scheme-current.yaml': (text) =>
    `${text}  - { code: gym, file: rates/gym-later.csv, effectiveFrom: ${day}, source: 'Everyday Fitness' }\n`,
})

const leaves = { status: 'left', end_date: '2026-11-12' }
const manyThings: FolderChanges = {
  ...withoutGym,
  'people.csv': (text) =>
    inPeople('ben.osei', leaves)(inPeople('amelia.hart', { basic_salary: '52000.00' })(joiner(text))),
  'rates/dental.csv': (text) => text.replace('level-1,single,8.50', 'level-1,single,9.50'),
  'benefits/dental.yaml': (text) => text.replace('openInProbation: true', 'openInProbation: false'),
  'content/cards.md': (text) => text.replace(/^## (.*)$/m, '## Newly: $1'),
}

const benefitOf = ({ benefits }: Plan, code: string) => benefits.find((one) => one.code === code)
const attentionTo = ({ attention }: Plan, kind: string) => attention.filter((one) => one.kind === kind)

describe('plan', () => {
  it('changes no rows, mail, jobs, audit or sequences, and is the same if repeated', async () => {
    await ownWorld()
    const before = await dump(world.database.superuser)
    const first = await plan(manyThings, { people: true })
    expect(first.people).toMatchObject({ new: 1, changed: 1, leaving: 1 })
    expect(await dump(world.database.superuser)).toEqual(before)
    expect(await plan(manyThings, { people: true })).toEqual(first)
    await withChangedFolder(demo, manyThings, (folder) => applyScheme(world.database.db, { folder, secrets }))
    expect(await rows(`select from employee where email = 'nina.hart@demo.example'`)).toHaveLength(1)
    expect((await plan(manyThings)).changes).toBe(false)
  })

  it('shows no changes for a folder that is already applied', async () => {
    const answer = await planned({})
    expect(planCommandOutput(answer, { json: false, exitCode: true })).toEqual({
      code: 0,
      text: 'Applying the folder would change nothing for Northgate Rail.',
    })
  })

  it('shows the same errors as applying an invalid folder, with file and line', async () => {
    const broken: FolderChanges[] = [
      { 'benefits/gym.yaml': (text) => text.replace('position: 110', 'position: last\ncolour: blue') },
      {
        'people.csv': (text) =>
          joiner(text)
            .replace('NR9001', 'NR1002')
            .replace(/^NR1002,ben.*\n/m, ''),
      },
    ]
    for (const changes of broken)
      await withChangedFolder(demo, changes, async (folder) => {
        const refused = await applyScheme(world.database.db, { folder, secrets })
        const answer = await planScheme(world.database.db, { folder, secrets, people: false })
        expect(answer).toEqual(refused)
        const faults = 'faults' in answer ? answer.faults : []
        expect(faults.length).toBeGreaterThan(0)
        expect(planCommandOutput(answer, { json: true, exitCode: true })).toEqual({
          code: 1,
          text: faults.map(showFault).join('\n'),
        })
      })
  })

  it('shows that a new client would be created, with its people and their benefits', async () => {
    await ownWorld()
    await rows(`update client_address set name = 'elsewhere' where name = 'demo'`)
    await rows(`update employment_fact set value = 'OLD-' || value where fact = 'employee-number'`)
    const before = await dump(world.database.superuser)
    const { client, people, selections, scheme } = await plan({})
    expect(client).toEqual({ code: 'demo', name: 'Northgate Rail', isNew: true })
    expect(people.new).toBe(240)
    expect(selections.begun.count).toBeGreaterThan(50)
    expect(scheme.filter(({ part }) => part === 'benefits').map(({ change }) => change)).toEqual(
      Array.from({ length: 15 }, () => 'added'),
    )
    expect(await dump(world.database.superuser)).toEqual(before)
  })
})

describe('changes of the scheme', () => {
  it('are shown for each field: benefits, windows, rates with their first day, pay days, content', async () => {
    const { scheme } = await plan({
      ...dearerGymFrom('2026-12-01'),
      'benefits/critical-illness.yaml': (text) =>
        text.replace('ages: { from: 16, to: 69 }', 'ages: { from: 18, to: 69 }'),
      'scheme-current.yaml': (text) =>
        (dearerGymFrom('2026-12-01')['scheme-current.yaml'] ?? String)(text)
          .replace('days: 30', 'days: 45')
          .replace('payDay: 28', 'payDay: 27'),
      'rates/dental.csv': (text) => text.replace('level-1,single,8.50', 'level-1,single,9.50'),
    })
    const fieldsOf = (part: string, code: string) =>
      scheme.find((one) => one.part === part && one.code === code)?.fields ?? []
    expect(fieldsOf('benefits', 'critical-illness')).toEqual([{ field: 'ages › from', before: '16', after: '18' }])
    expect(fieldsOf('windows', 'joiners')).toEqual([{ field: 'days', before: '30', after: '45' }])
    expect(fieldsOf('rates', 'dental from 2026-04-06')).toEqual([
      { field: 'level level-1, tier single: amount', before: '8.50', after: '9.50' },
    ])
    expect(scheme.find(({ code }) => code === 'gym from 2026-12-01')).toMatchObject({
      change: 'added',
      fields: expect.arrayContaining([{ field: 'membership single: amount', before: '27.50', after: '30.00' }]),
    })
    expect(fieldsOf('payrolls', 'monthly')).toContainEqual({
      field: 'periods › 2026 9 › pay day',
      before: '28 December 2026',
      after: '27 December 2026',
    })
    expect(scheme.map(({ part }) => part)).toEqual([
      'benefits',
      'windows',
      'rates',
      'rates',
      'payrolls',
      ...['benefits/critical-illness.yaml', 'rates/dental.csv', 'rates/gym-later.csv', yearFile].map(() => 'files'),
    ])
  })
})

describe('eligibility', () => {
  it('shows who gains or loses each benefit, with the condition that decides this', async () => {
    const told = await plan(
      {
        'people.csv': (text) => inPeople('ben.osei', leaves)(joiner(text)),
        'benefits/dental.yaml': (text) => text.replace('openInProbation: true', 'openInProbation: false'),
        'benefits/critical-illness.yaml': (text) => text.replace('from: 16', 'from: 30'),
        'benefits/private-medical.yaml': (text) => text.replace('openInProbation: false', 'openInProbation: true'),
      },
      { people: true },
    )
    const dental = benefitOf(told, 'dental')
    expect(dental?.loses.reasons).toEqual([
      { reason: 'is in probation', count: 12 },
      { reason: 'is not employed', count: 1 },
    ])
    expect(dental?.loses.people).toContainEqual({
      name: 'Ben Osei',
      number: 'NR1002',
      email: 'ben.osei@demo.example',
      reason: 'is not employed',
    })
    expect(dental?.gains.people).toEqual([
      { name: 'Nina Hart', number: 'NR9001', email: 'nina.hart@demo.example', reason: 'is a joiner' },
    ])
    expect(benefitOf(told, 'critical-illness')?.loses.reasons[0]?.reason).toBe('is younger than 30')
    expect(benefitOf(told, 'private-medical')?.gains.reasons).toEqual([
      { reason: 'until now is in probation', count: 12 },
      { reason: 'is a joiner', count: 1 },
    ])
  })

  it('shows separately for how many people a window opens or closes', async () => {
    const told = await plan({ 'scheme-current.yaml': (text) => text.replace('closes: today+20d', 'closes: today-1d') })
    const dental = benefitOf(told, 'dental')
    expect(dental).toMatchObject({ gains: { count: 0 }, loses: { count: 0 }, opens: 0 })
    expect(dental?.closes).toBeGreaterThan(200)
  })
})

describe('cost of selections', () => {
  it('is shown before and after the change: for employee, employer, pay and provider', async () => {
    const told = await plan(dearerGymFrom('2026-11-01'), { people: true })
    const side = (month: number, year: number) => ({ month, year })
    const [nothing, eight] = [side(0, 0), { before: side(220, 2640), after: side(240, 2880) }]
    expect(told.selections).toMatchObject({
      continued: 8,
      repriced: {
        count: 8,
        before: { employee: eight.before, employer: nothing },
        after: { employee: eight.after, employer: nothing },
      },
      begun: { count: 0 },
      ended: { count: 0 },
    })
    expect(told.selections.byBenefit.map(({ code, repriced }) => [code, repriced.count])).toEqual([['gym', 8]])
    expect(told.selections.biggest[0]).toMatchObject({
      person: { name: 'Aiden Campbell' },
      before: { employee: side(27.5, 330) },
      after: { employee: side(30, 360) },
    })
    expect(told.providers.find(({ provider }) => provider === 'Everyday Fitness')).toEqual({
      provider: 'Everyday Fitness',
      before: { employee: eight.before, employer: nothing },
      after: { employee: eight.after, employer: nothing },
    })
    const differences = told.pay.map(({ before, after }) => Math.round((after.employee - before.employee) * 100))
    expect(differences.every((pence) => pence > 0)).toBe(true)
    expect(told.pay.map(({ payroll, period }) => `${payroll} ${period}`)).toContain('monthly December 2026')
  })

  it('is shown for the first day of later rates, including events until that day', async () => {
    expect((await plan(dearerGymFrom('2026-12-01'))).selections.continued).toBe(0)
    const then = await plan(dearerGymFrom('2026-12-01'), { on: '2026-12-02' })
    expect(then).toMatchObject({ today: '2026-11-16', on: '2026-12-02', selections: { repriced: { count: 8 } } })
    expect(await planned({}, { on: '2026-11-15' })).toEqual({ past: '2026-11-16' })
  })

  it('includes selections that start with a new employment or end with an employment', async () => {
    const told = await plan({
      'people.csv': (text) => inPeople('amelia.hart', leaves)(joiner(text)),
      'opening-selections.csv': (text) =>
        `${text.trimEnd()}\nnina.hart@demo.example,gym,active,startOfTaxYear,membership=single,\n`,
    })
    const { begun, ended } = told.selections
    expect([begun.count, ended.count]).toEqual([1, 8])
    expect(begun.after.employee).toEqual({ month: 27.5, year: 330 })
    expect(ended.after).toEqual({ employee: { month: 0, year: 0 }, employer: { month: 0, year: 0 } })
  })
})

describe('points to check', () => {
  it('include members of withdrawn benefits, and members of benefits that they could no longer choose', async () => {
    const told = await plan(
      { ...withoutGym, 'benefits/critical-illness.yaml': (text) => text.replace('to: 69', 'to: 37') },
      { people: true },
    )
    expect(attentionTo(told, 'held-of-withdrawn')).toMatchObject([{ code: 'gym', count: 8 }])
    expect(attentionTo(told, 'no-longer-entitled')).toMatchObject([
      { code: 'critical-illness', people: [{ name: 'Amelia Hart', reason: 'is older than 37' }] },
    ])
  })

  it('include choices outside new limits, choices without a price, and choices with a price agreed earlier', async () => {
    const limited = await plan(
      {
        'benefits/pension.yaml': (text) => text.replace('max: 40', 'max: 5'),
        'opening-selections.csv': (text) => text.replace(/^.*,pension,.*\n/gm, ''),
      },
      { people: true },
    )
    expect(attentionTo(limited, 'outside-limits')[0]?.people).toContainEqual(
      expect.objectContaining({ name: 'Amelia Hart', reason: expect.stringContaining('5') }),
    )
    const unpriced = await plan({ 'rates/critical-illness.csv': (text) => text.replace(/^35,[^]*$/m, '') })
    expect(attentionTo(unpriced, 'no-price')).toMatchObject([{ code: 'critical-illness', count: 1 }])
    const kept = await plan({
      'benefits/pension.yaml': (text) => text.replace('from: 6, employer: 6', 'from: 6, employer: 7'),
    })
    const holders = attentionTo(kept, 'price-kept')
    expect(holders).toMatchObject([{ code: 'pension', count: expect.any(Number) }])
    expect(kept.selections.continued).toBe(0)
  })

  it('include people whose pay falls below the minimum wage, but not people already below it', async () => {
    await ownWorld()
    const poorer = { 'people.csv': inPeople('amelia.hart', { basic_salary: '25500.00' }) }
    const told = await plan(poorer, { people: true })
    expect(attentionTo(told, 'below-minimum-wage')).toMatchObject([
      { code: null, people: [{ name: 'Amelia Hart', reason: expect.stringContaining('£24,784.50') }] },
    ])
    await withChangedFolder(demo, poorer, (folder) => applyScheme(world.database.db, { folder, secrets }))
    const later = await plan({ ...poorer, ...dearerGymFrom('2026-11-01') })
    expect(later.changes).toBe(true)
    expect(attentionTo(later, 'below-minimum-wage')).toEqual([])
  })

  it('include pending selections whose benefit or price changes', async () => {
    await ownWorld()
    const asked = await (await employee(world, 'amelia.hart')).choose('cycle-to-work', { value: 1000 })
    expect(asked).toMatchObject({ status: 'pending' })
    const told = await plan(
      { 'benefits/cycle-to-work.yaml': (text) => text.replace(/^summary: .*$/m, 'summary: Another sentence.') },
      { people: true },
    )
    expect(attentionTo(told, 'pending')).toMatchObject([
      { code: 'cycle-to-work', people: [{ name: 'Amelia Hart', reason: 'the benefit has changed' }] },
    ])
  })
})

describe('text of a plan', () => {
  it('is at most a hundred columns wide, and names people only on request', async () => {
    const lines = async (people: boolean) =>
      planCommandOutput(await planned(manyThings, { people }), { json: false, exitCode: true })
    const [counted, named] = [await lines(false), await lines(true)]
    expect([counted.code, named.code]).toEqual([2, 2])
    for (const { text } of [counted, named]) {
      expect(text.split('\n').filter((line) => line.length > 100)).toEqual([])
      expect(text).toContain('Gym membership (gym)')
      expect(text).toContain('8.50 → 9.50')
    }
    expect(counted.text).not.toMatch(/@|Amelia|Osei|NR1002/)
    expect(named.text).toContain('Ben Osei, NR1002, ben.osei@demo.example')
    expect(named.text).toContain('basic salary £45,000.00 → £52,000.00')
  })

  it('shows for the next scheme year who continues, gets a new price, loses a benefit or must agree, and why', async () => {
    const answer = await plan(
      nextYear({
        'rates/dental.csv': (text) => text.replace('level-1,single,8.50', 'level-1,single,9.10'),
        'benefits/gym.yaml': (text) => `${text}renewal: end\n`,
        'benefits/health-cash-plan.yaml': (text) =>
          text.replace(
            /terms:\n {2}id: (\S+)\n {2}version: 1\n/,
            'terms:\n  id: $1\n  version: 2\n  needsConsent: true\n',
          ),
      }),
      { people: true },
    )
    expect(answer.renewal?.from).toBe('2027-04-06')
    const of = (code: string) => answer.renewal?.benefits.find((one) => one.code === code)
    expect(of('dental')?.repriced.people).toContainEqual(
      expect.objectContaining({ email: 'dan.murphy@demo.example', reason: '£8.50 → £9.10 a month' }),
    )
    expect(of('dental')?.ends.count).toBe(0)
    const gym = of('gym')
    expect(gym?.ends.count).toBeGreaterThan(0)
    const [ending] = attentionTo(answer, 'ends-with-year').filter(({ code }) => code === 'gym')
    expect(ending).toMatchObject({
      count: gym?.ends.count,
      reasons: [{ reason: 'the benefit ends with each year unless it is chosen again', count: gym?.ends.count }],
    })
    expect(attentionTo(answer, 'needs-consent').map(({ code }) => code)).toEqual(['health-cash-plan'])
    expect(ending?.people?.map(({ email }) => email)).toContain('amelia.hart@demo.example')
  })

  it('is JSON in a fixed format on request', async () => {
    const { text, code } = planCommandOutput(await planned(manyThings), { json: true, exitCode: false })
    expect(code).toBe(0)
    expect(planFormat.parse(JSON.parse(text))).toMatchObject({ format: 2, changes: true })
    expect(text).not.toContain('@')
  })
})
