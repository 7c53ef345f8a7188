import { describe, expect, it } from 'vitest'
import { withConnection } from '../../database/bootstrap.ts'
import type { IsoDate } from '../../contract/dates.ts'
import type { PersonId, SelectionId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { Tx } from '../../platform/handle.ts'
import { employerWorld } from '../../tests/harness/employer-world.ts'
import { digitsFromPence } from '../../domain/pricing/money.ts'
import { recordFacts } from '../employees/employees.queries.ts'
import { insertDeductions } from '../../services/payroll/deductions.queries.ts'
import type { ChangeType, PayrollLine } from '../../services/payroll/payroll-line.rules.ts'
import { writeLockedRun } from '../../tests/harness/locked-run.ts'
import { listPeriods, type RunLine } from './payroll-runs.queries.ts'
import { samplePayrollLine } from './payroll.samples.ts'
import { linesOfOpenRun, totalsOfOpenRun } from './open-run-lines.queries.ts'
import type { RunPeriod, OpenRun } from './open-run.rules.ts'

type Taken = { employee: Pence; annual: Pence; method: 'net-deduction' | 'sacrifice'; forEarlier?: true }
type Case = {
  what: string
  left?: true
  taken: (Taken & { goesOn?: true })[]
  before: (Taken & { changeType: ChangeType })[]
  told: [ChangeType, Pence][]
}

const dental: Taken = { employee: 69_42n, annual: 833_00n, method: 'net-deduction' }
const goingOn = { ...dental, goesOn: true } as const
const late = { ...dental, forEarlier: true } as const
const back = { ...late, employee: -69_42n }
const was = (changeType: ChangeType, line: Taken = dental) => ({ ...line, changeType })
const nothing = { ...dental, employee: 0n, annual: 0n }

const cases: Case[] = [
  { what: 'a line that was not there', taken: [goingOn], before: [], told: [['New', 69_42n]] },
  {
    what: 'the same a year, a penny less this month',
    taken: [{ ...goingOn, employee: 69_41n }],
    before: [was('Continue')],
    told: [['Continue', 69_41n]],
  },
  {
    what: 'another amount a year',
    taken: [{ ...goingOn, annual: 900_00n, employee: 75_00n }],
    before: [was('Continue')],
    told: [['Update', 75_00n]],
  },
  {
    what: 'another method',
    taken: [{ ...goingOn, method: 'sacrifice' }],
    before: [was('Continue')],
    told: [['Update', 69_42n]],
  },
  { what: 'its last pay', taken: [dental], before: [was('Continue')], told: [['Closing', 69_42n]] },
  { what: 'its first pay, which is its last', taken: [dental], before: [], told: [['Closing', 69_42n]] },
  { what: 'gone after its last pay', taken: [], before: [was('Closing')], told: [['Closed', 0n]] },
  { what: 'gone without notice', taken: [], before: [was('Continue')], told: [['Closed', 0n]] },
  { what: 'gone for longer', taken: [], before: [was('Closed', nothing)], told: [] },
  { what: 'back after it was closed', taken: [goingOn], before: [was('Closed')], told: [['New', 69_42n]] },
  {
    what: 'late for an earlier period, beside what is due',
    taken: [late, goingOn],
    before: [],
    told: [
      ['New', 69_42n],
      ['Adjustment', 69_42n],
    ],
  },
  {
    what: 'an adjustment of the run before',
    taken: [goingOn],
    before: [was('Adjustment', late), was('Continue')],
    told: [['Continue', 69_42n]],
  },
  { what: 'an adjustment of the run before alone', taken: [], before: [was('Adjustment', late)], told: [] },
  {
    what: 'given back alone, after it was closed',
    taken: [back],
    before: [was('Continue')],
    told: [
      ['Adjustment', -69_42n],
      ['Closed', 0n],
    ],
  },
  {
    what: 'two lines of the run before, of which the last counts',
    taken: [goingOn],
    before: [was('Continue', { ...dental, method: 'sacrifice' }), was('Continue')],
    told: [['Continue', 69_42n]],
  },
  {
    what: 'two lines of the run before, gone',
    taken: [],
    before: [was('Continue', { ...dental, method: 'sacrifice' }), was('Continue')],
    told: [['Closed', 0n]],
  },
  {
    what: 'the last pay of a leaver',
    left: true,
    taken: [dental],
    before: [was('Continue')],
    told: [['Leaver', 69_42n]],
  },
  { what: 'a leaver who was told', left: true, taken: [], before: [was('Leaver')], told: [] },
  {
    what: 'a leaver whose last pay was over, beside what is given back',
    left: true,
    taken: [back],
    before: [was('Continue')],
    told: [
      ['Adjustment', -69_42n],
      ['Leaver', 0n],
    ],
  },
  {
    what: 'a leaver who was told with nothing to take',
    left: true,
    taken: [],
    before: [was('Leaver', nothing)],
    told: [],
  },
  { what: 'a last day that was taken back', taken: [goingOn], before: [was('Leaver')], told: [['New', 69_42n]] },
]
const codeOf = (one: Case) => `CASE${String(cases.indexOf(one)).padStart(2, '0')}`

let run: OpenRun
let lines: RunLine[]
const world = await employerWorld()
const [stays, leaves] = [await held('Stays'), await held('Leaves')]
const others: SelectionWithHistory[] = []
for (const surname of ['Zimmer', 'de Souza', 'Álvarez', 'Adams']) others.push(await held(surname))
await withConnection(world.portal.database.superuser, async (client) => {
  await client.query('delete from deduction')
  await client.query(`update selection set state = 'ended' where id = $1`, [leaves.selectionId])
})
await world.inClient(async (tx) => {
  const [earlier, now, next] = await listPeriods(tx, world.clientId)
  if (!earlier || !now || !next) throw new Error('The world has no pay periods')
  run = { period: now, previous: earlier }
  const of = ({ left }: Case) => (left ? leaves : stays)
  await takeWhatCasesSay(tx, of, { earlier, now, next })
  await insertDeductions(tx, world.clientId, {
    lines: others.map((other) => ({ ...lineOf(other, 'OTHER', dental), periodId: now.periodId })),
  })
  const before = cases.flatMap((one) => one.before.map((line) => lockedLine(one, of(one), line, earlier)))
  await writeLockedRun(tx, world.clientId, {
    periodId: earlier.periodId,
    lockedAt: '2026-01-01T09:00:00.000Z',
    lockedBy: null,
    lines: before,
  })
  await callThemOnPayroll(tx, { ...stays, payOn: now.payOn })
  lines = await linesOfOpenRun(tx, world.clientId, run)
})

describe('change types of a run, compared with the previous run', () => {
  it.each(cases)('$what', (one) => {
    const told = lines.filter(({ fields }) => fields['pay-code'] === codeOf(one))
    expect(told.map(({ changeType, employeePence }) => [changeType, employeePence])).toEqual(one.told)
    for (const { changeType, employeePence, fields } of told)
      expect(fields).toMatchObject({ 'change-type': changeType, 'employee-amount': digitsFromPence(employeePence) })
  })

  it('are New in the first run, or say that they continue a deduction of an earlier system', async () => {
    const inFirstRun = async () => {
      const first = await world.inClient((tx) => linesOfOpenRun(tx, world.clientId, { ...run, previous: null }))
      return first.map(({ changeType, fields }) => [fields.surname, changeType] as const)
    }
    expect(new Set((await inFirstRun()).map(([, changeType]) => changeType))).toEqual(
      new Set(['New', 'Closing', 'Leaver', 'Adjustment']),
    )
    const takeOver = (surname: string, version: number) =>
      `update selection_version set action = 'take-over', effective_from = '2020-04-06'
       from selection, person_details as person
       where person.surname = '${surname}' and selection.person_id = person.person_id
         and selection_id = selection.id and selection_version.version = ${version}`
    await withConnection(world.portal.database.superuser, async (client) => {
      // Switches off triggers, because the portal never changes versions.
      await client.query('set session_replication_role = replica')
      await client.query(takeOver('Adams', 1))
      await client.query(takeOver('Zimmer', 2))
    })
    const now = new Map(await inFirstRun())
    expect([now.get('Adams'), now.get('Zimmer'), now.get('de Souza')]).toEqual(['Continue', 'Update', 'New'])
    const [{ selection_id: former }] = await giveFirstLineTo(`(
      select selection.id from selection join person_details using (client_id, person_id) where surname = 'Adams'
    )`)
    expect(new Map(await inFirstRun()).get('Adams')).toBe('New')
    await giveFirstLineTo(`'${former}'::uuid`)
  })
})

describe('lines of a run', () => {
  it('are ordered by name and pay code; closing lines come last, in the order of the previous run', () => {
    const gone = lines.filter(({ fields }) => fields['annual-amount'] === '0.00')
    const taken = lines.filter((line) => !gone.includes(line))
    expect(lines).toEqual([...taken, ...gone])
    const names = taken.map(({ fields }) => fields.surname)
    expect(names.filter((name, place) => name !== names[place - 1])).toEqual([
      'Adams',
      'Álvarez',
      'de Souza',
      'Leaves',
      'Stays',
      'Zimmer',
    ])
    const codes = taken.flatMap(({ fields }) => (fields.surname === 'Stays' ? [fields['pay-code']] : []))
    expect(codes).toEqual(codes.toSorted())
    expect(gone.map(({ fields }) => fields['pay-code'])).toEqual(
      cases.filter(({ told }) => told.some(([, pence]) => pence === 0n)).map(codeOf),
    )
  })

  it('have the payroll data that the person has on the pay day, and in the previous run the earlier data', () => {
    const [taken] = of('a line that was not there')
    expect(taken).toMatchObject({
      'payroll-id': '',
      'employee-number': 'E2',
      'cost-centre': 'OPS',
      location: '',
      name: 'Kim Stays',
      'first-name': 'Kim',
      surname: 'Stays',
      period: run.period.label,
      'annual-amount': '833.00',
      'employer-amount': '0.00',
      'effective-from': '2026-04-06',
      'effective-to': '',
      'adjustment-reason': '',
    })
    const [gone] = of('gone without notice')
    expect(gone).toMatchObject({
      'payroll-id': '',
      'employee-number': 'E2',
      'cost-centre': 'OPS',
      location: '',
      name: 'Kim Before',
      benefit: 'Dental',
      'ni-number': 'QQ123456C',
      period: run.period.label,
      'annual-amount': '0.00',
      'effective-from': '2026-12-01',
    })
  })

  it('have a reason and a period if they are adjustments', () => {
    const [, adjustment] = of('late for an earlier period, beside what is due')
    expect(adjustment).toMatchObject({
      'original-period': run.previous?.label,
      'adjustment-reason': `Due in ${run.previous?.label}, which was already closed`,
    })
  })

  it('add up to the totals of the run', async () => {
    const totals = await world.inClient((tx) => totalsOfOpenRun(tx, world.clientId, run))
    expect(totals).toEqual({
      lineCount: lines.length,
      employeePence: lines.reduce((sum, line) => sum + line.employeePence, 0n),
      employerPence: 0n,
    })
  })
})

type SelectionWithHistory = { personId: PersonId; selectionId: SelectionId }

function giveFirstLineTo(selection: string): Promise<[{ selection_id: string }]> {
  return withConnection(world.portal.database.superuser, async (client) => {
    // Switches off triggers, because the portal never changes locked lines.
    await client.query('set session_replication_role = replica')
    const { rows } = await client.query(`select selection_id from payroll_line where number = 1`)
    await client.query(`update payroll_line set selection_id = ${selection} where number = 1`)
    // The run has a first line.
    return rows as [{ selection_id: string }]
  })
}

async function held(surname: string): Promise<SelectionWithHistory> {
  const selectionId = await world.approvedSelection({ surname })
  const { personId } = await world.inClient((tx) =>
    tx
      .selectFrom('selection')
      .select('person_id as personId')
      .where('client_id', '=', world.clientId)
      .where('id', '=', selectionId)
      .executeTakeFirstOrThrow(),
  )
  return { personId, selectionId }
}

function of(what: string): PayrollLine[] {
  const one = cases.find((each) => each.what === what)
  return lines.flatMap(({ fields }) => (one && fields['pay-code'] === codeOf(one) ? [fields] : []))
}

function takeWhatCasesSay(
  tx: Tx,
  whose: (one: Case) => SelectionWithHistory,
  { earlier, now, next }: { earlier: RunPeriod; now: RunPeriod; next: RunPeriod },
): Promise<void> {
  const rows = cases.flatMap((one) =>
    one.taken.flatMap(({ employee, annual, method, forEarlier, goesOn }) => {
      const line = () => lineOf(whose(one), codeOf(one), { employee, annual, method })
      const taken = {
        ...line(),
        periodId: now.periodId,
        ...(forEarlier && { originalPeriodId: earlier.periodId }),
        // An ended version has a last day.
        ...(!goesOn && { effectiveTo: '2027-01-31' as IsoDate }),
      }
      return goesOn ? [taken, { ...line(), periodId: next.periodId }] : [taken]
    }),
  )
  return insertDeductions(tx, world.clientId, { lines: rows })
}

function lineOf(whose: SelectionWithHistory, payCode: string, { employee, annual, method }: Taken) {
  return {
    ...whose,
    id: crypto.randomUUID(),
    version: 1,
    payCode,
    method,
    employee,
    employer: 0n,
    annual,
    // The type of the column. The value is not checked here.
    effectiveFrom: '2026-04-06' as IsoDate,
  }
}

function lockedLine(
  one: Case,
  { personId, selectionId }: SelectionWithHistory,
  { changeType, employee, annual, method, forEarlier }: Case['before'][number],
  { label }: RunPeriod,
): RunLine {
  const fields = samplePayrollLine({
    period: label,
    name: 'Kim Before',
    'pay-code': codeOf(one),
    method,
    'change-type': changeType,
    'employee-amount': digitsFromPence(employee),
    'annual-amount': digitsFromPence(annual),
    'original-period': forEarlier ? 'October 2025' : '',
    'selection-id': selectionId,
  })
  return { personId, selectionId, changeType, employeePence: employee, employerPence: 0n, fields }
}

async function callThemOnPayroll(tx: Tx, { personId, payOn }: { personId: PersonId; payOn: IsoDate }): Promise<void> {
  const facts = [
    ['employee-number', 'E1', '2020-01-01'],
    ['employee-number', 'E2', payOn],
    ['employee-number', 'E3', '2999-01-01'],
    ['payroll-id', 'P1', '2020-01-01'],
    ['payroll-id', null, payOn],
    ['cost-centre', 'HR', '2020-01-01'],
    ['cost-centre', 'OPS', payOn],
    ['cost-centre', 'IT', '2999-01-01'],
    ['location', 'Leeds', '2020-01-01'],
    ['location', null, payOn],
  ] as const
  for (const [fact, value, effectiveFrom] of facts)
    // The types of the columns. The values are not checked here.
    await recordFacts(tx, world.clientId, {
      facts: [{ personId, fact, value, effectiveFrom: effectiveFrom as IsoDate }],
      source: 'test',
    })
}
