import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween, isoDate, type IsoDate } from '../../contract/dates.ts'
import { payFrequencies } from '../../contract/pay-frequency.ts'
import { type PayCalendar, payPeriods } from '../scheme/periods.rules.ts'
import { type DatedFact, factOn } from '../../domain/tax/person-facts.rules.ts'
import type { Spread } from '../../domain/pricing/method-price.ts'
import { splitEvenly } from '../../domain/pricing/money.ts'
import { payPeriodsBeginningIn } from '../../domain/pricing/pay-days.rules.ts'
import { randomTestSeed } from '../../features/benefits/random-test-seed.samples.ts'
import { type DayRange, isOpenPeriod, type PayPeriod } from '../../domain/windows/effective-date.rules.ts'
import { payPeriodsOf } from '../../domain/windows/pay-periods.rules.ts'
import { type DeductionLine, deductionSchedule, type VersionInForce } from './deductions.rules.ts'
import { partPeriods, type PartPeriod } from '../../domain/definition/definition.ts'

const day = (date: string) => isoDate.parse(date)
const coverFrom = day('2026-06-01')

type Calendars = Record<Code, Pick<PayCalendar, 'frequency' | 'payDay' | 'firstPayDay'>>
type Code = 'monthly' | 'salaried' | 'four-weekly' | 'fortnightly' | 'weekly'
type Ground = ReturnType<typeof ground>

function ground({ schemeYear, yearly, calendars }: { schemeYear: DayRange; yearly: bigint; calendars: Calendars }) {
  const payrolls = new Map<string, { frequency: PayCalendar['frequency']; payDays: number; periods: PayPeriod[] }>()
  for (const [code, calendar] of Object.entries(calendars)) {
    const { frequency } = calendar
    const planned = payPeriods({ ...calendar, cutOffDays: 7, holidays: new Set() }, schemeYear, { instalments: 52 })
    const periods = planned.map((period): PayPeriod => ({
      ...period,
      id: `${code} ${period.payOn}`,
      locked: false,
      frequency,
    }))
    const cycle = { payPeriods: payFrequencies[frequency].payDaysAYear, periodStart: periods[0]?.startsOn }
    payrolls.set(code, { frequency, payDays: payPeriodsBeginningIn(schemeYear, cycle), periods })
  }
  const periodsById = new Map([...payrolls.values()].flatMap(({ periods }) => periods.map((one) => [one.id, one])))
  return { schemeYear, yearly, payrolls, periodsById }
}

const monthly = {
  monthly: { frequency: 'monthly', payDay: 28 },
  salaried: { frequency: 'monthly', payDay: 'last-working-day' },
} as const

/** £1,560.00 a year: £130.00 a month, £120.00 every four weeks, £60.00 a fortnight, £30.00 a week. */
const usual = ground({
  schemeYear: { from: day('2026-04-01'), to: day('2027-03-31') },
  yearly: 1560_00n,
  calendars: {
    ...monthly,
    'four-weekly': { frequency: 'four-weekly', firstPayDay: day('2026-04-24') },
    fortnightly: { frequency: 'fortnightly', firstPayDay: day('2026-04-10') },
    weekly: { frequency: 'weekly', firstPayDay: day('2026-04-12') },
  },
})

/** 53 weekly, 27 fortnightly and 14 four-weekly periods begin in this year. £756.00 a week, £1,484.00 a fortnight. */
const longer = ground({
  schemeYear: { from: day('2026-04-06'), to: day('2027-04-05') },
  yearly: 40_068_00n,
  calendars: {
    ...monthly,
    'four-weekly': { frequency: 'four-weekly', firstPayDay: day('2026-05-03') },
    fortnightly: { frequency: 'fortnightly', firstPayDay: day('2026-04-19') },
    weekly: { frequency: 'weekly', firstPayDay: day('2026-04-12') },
  },
})

type Move = { from: IsoDate; toldOn: IsoDate; to: Code }
type Life = { first: Code; moves: Move[]; partPeriod: PartPeriod }

function lived(
  { first, moves }: Life,
  versionsOf: (facts: DatedFact[]) => VersionInForce[],
  { schemeYear, payrolls, periodsById }: Ground = usual,
): DeductionLine[] {
  let facts: DatedFact[] = [{ fact: 'payroll', value: first, effectiveFrom: day('2026-01-01') }]
  let lines: DeductionLine[] = []
  const days = [...new Set([coverFrom, ...moves.map(({ toldOn }) => toldOn)])].toSorted()
  for (const today of days) {
    const told = moves.filter(({ toldOn }) => toldOn === today)
    facts = [...told.map(({ from, to }) => ({ fact: 'payroll', value: to, effectiveFrom: from })), ...facts]
    const isFixed = ({ periodId }: DeductionLine) => {
      const period = periodsById.get(periodId)
      return period !== undefined && !isOpenPeriod(period, today)
    }
    const taken = lines.filter(isFixed)
    const periods = payPeriodsOf(facts, payrolls)
    const theirs = new Set(periods.map(({ id }) => id))
    const took = new Set(taken.map(({ periodId, originalPeriodId }) => originalPeriodId ?? periodId))
    const schedule = deductionSchedule({
      versions: versionsOf(facts),
      periods,
      today,
      schemeYears: [schemeYear],
      paidHereFrom: schemeYear.from,
      taken,
      formerPeriods: [...periodsById.values()].filter(({ id }) => took.has(id) && !theirs.has(id)),
    })
    lines = [...taken, ...schedule.lines]
  }
  return lines
}

const codes = [...usual.payrolls.keys()].map((code) => code as Code)
const anyDay = (within: number) => fc.integer({ min: 3, max: within }).map((days) => addDays(coverFrom, days))
const anyMove = fc
  .record({ from: anyDay(180), after: fc.integer({ min: -40, max: 60 }), to: fc.constantFrom(...codes) })
  .map(({ from, after, to }): Move => {
    const told = addDays(from, after)
    return { from, to, toldOn: told < coverFrom ? coverFrom : told }
  })
const anyLife: fc.Arbitrary<Life> = fc.record({
  first: fc.constantFrom(...codes),
  moves: fc.uniqueArray(anyMove, { minLength: 1, maxLength: 3, selector: ({ from }) => from }),
  partPeriod: fc.constantFrom(...partPeriods),
})

function part(payDays: number, spread: Spread, total: bigint): VersionInForce['parts'][number] {
  const shares = splitEvenly(total, spread.kind === 'instalments' ? spread.count : payDays)
  return { payer: 'employee', taxMethod: 'net-deduction', payCode: 'COVER', total, spread, shares }
}

function cover(partPeriod: PartPeriod, { payrolls, yearly }: Ground = usual): (facts: DatedFact[]) => VersionInForce[] {
  return (facts) => {
    const moves = facts.map(({ effectiveFrom }) => effectiveFrom).filter((from) => from > coverFrom)
    const starts = [coverFrom, ...moves].toSorted()
    return starts.map((from, index) => {
      const until = starts[index + 1]
      const { frequency = 'monthly', payDays = 12 } = payrolls.get(codeOn(facts, from)) ?? {}
      return {
        version: index + 1,
        effectiveFrom: from,
        ...(until && { until }),
        partPeriod,
        beganOn: coverFrom,
        payDaysAYear: payFrequencies[frequency].payDaysAYear,
        parts: [part(payDays, { kind: 'recurring' }, yearly)],
      }
    })
  }
}

function codeOn(facts: readonly DatedFact[], date: IsoDate): string {
  return factOn(facts, 'payroll', date) ?? ''
}

const orderOf = ({ first }: Life): VersionInForce => {
  const payDaysAYear = payFrequencies[usual.payrolls.get(first)?.frequency ?? 'monthly'].payDaysAYear
  const bicycle = part(payDaysAYear, { kind: 'instalments', count: payDaysAYear }, 1000_03n)
  return { version: 1, effectiveFrom: coverFrom, payDaysAYear, parts: [bicycle] }
}

const sum = (lines: readonly { employee: bigint }[]) => lines.reduce((total, { employee }) => total + employee, 0n)
const taken = (lines: readonly DeductionLine[]) =>
  lines.map(({ periodId, originalPeriodId, employee }) => [
    periodId,
    ...(originalPeriodId ? [originalPeriodId] : []),
    Number(employee) / 100,
  ])

function fractionPaid(period: PayPeriod, partPeriod: PartPeriod, isTheirs: (date: IsoDate) => boolean): number {
  let [own, all] = [0, 0]
  for (let date = period.startsOn; date <= period.endsOn; date = addDays(date, 1)) {
    const weekday = new Date(`${date}T12:00:00Z`).getUTCDay()
    const byWorkingDays = partPeriod === 'working-days' || partPeriod === '260ths'
    if (byWorkingDays && (weekday === 0 || weekday === 6)) continue
    all++
    if (isTheirs(date)) own++
  }
  return own / all
}

describe('move between payrolls', () => {
  const moves = (first: Code, to: Code, told = '2026-06-05'): Life => ({
    first,
    moves: [{ from: day('2026-06-11'), to, toldOn: day(told) }],
    partPeriod: 'from-next-period',
  })

  it('from monthly to weekly on 11 June charges 10 of 30 days of £130.00, then 4 of 7 days of £30.00, then full weeks', () => {
    const life = moves('monthly', 'weekly')
    expect(taken(lived(life, cover(life.partPeriod))).slice(0, 3)).toEqual([
      ['monthly 2026-06-28', 43.33],
      ['weekly 2026-06-14', 17.14],
      ['weekly 2026-06-21', 30],
    ])
  })

  it("from four-weekly to monthly on 11 June charges 20 of June's 30 days of £130.00", () => {
    const life = moves('four-weekly', 'monthly')
    // The period from 23 May began before the cover, so it is not charged.
    expect(taken(lived(life, cover(life.partPeriod))).slice(0, 2)).toEqual([
      ['monthly 2026-06-28', 86.67],
      ['monthly 2026-07-28', 130],
    ])
  })

  it('refunds deductions for days after the move if the month was already paid when the move was reported', () => {
    const life = moves('monthly', 'weekly', '2026-06-25')
    expect(taken(lived(life, cover(life.partPeriod))).slice(0, 5)).toEqual([
      ['monthly 2026-06-28', 130],
      ['weekly 2026-07-05', 'monthly 2026-06-28', -86.67],
      ['weekly 2026-07-05', 'weekly 2026-06-14', 17.14],
      ['weekly 2026-07-05', 'weekly 2026-06-21', 30],
      ['weekly 2026-07-05', 'weekly 2026-06-28', 30],
    ])
  })

  it('spreads the balance of an order over the months of hire that are left', () => {
    const life = {
      ...moves('weekly', 'monthly'),
      moves: [{ from: day('2026-08-10'), to: 'monthly' as const, toldOn: coverFrom }],
    }
    const lines = lived(life, () => [
      { ...orderOf(life), parts: [part(52, { kind: 'instalments', count: 52 }, 1000_00n)] },
    ])
    // Nine of 52 weeks are paid. The other 43 weeks are 9.9 months.
    expect(taken(lines)).toEqual([
      ...['06-14', '06-21', '06-28', '07-05'].map((date) => [`weekly 2026-${date}`, 19.24]),
      ...['07-12', '07-19', '07-26', '08-02', '08-09'].map((date) => [`weekly 2026-${date}`, 19.23]),
      ...['2026-08', '2026-09', '2026-10', '2026-11', '2026-12'].map((month) => [`monthly ${month}-28`, 82.69]),
      ...['2027-01', '2027-02', '2027-03', '2027-04'].map((month) => [`monthly ${month}-28`, 82.69]),
      ['monthly 2027-05-28', 82.68],
    ])
  })

  it.each([
    ['52, 26 and 13 pay days', usual],
    ['53, 27 and 14 pay days', longer],
  ])('charges each day of cover once, in the payroll of that day, in a year of %s', (_, years) => {
    const { schemeYear, yearly, payrolls } = years
    fc.assert(
      fc.property(anyLife, (life) => {
        const lines = lived(life, cover(life.partPeriod, years), years)
        const facts = [
          ...life.moves
            .toSorted((a, b) => (a.toldOn < b.toldOn ? 1 : -1))
            .map(({ from, to }) => ({ fact: 'payroll', value: to, effectiveFrom: from })),
          { fact: 'payroll', value: life.first, effectiveFrom: day('2026-01-01') },
        ]
        for (const [code, { payDays, periods }] of payrolls) {
          for (const period of periods) {
            if (period.startsOn < coverFrom || period.endsOn > schemeYear.to) continue
            const fraction = fractionPaid(period, life.partPeriod, (date) => codeOn(facts, date) === code)
            const paid = sum(lines.filter((line) => (line.originalPeriodId ?? line.periodId) === period.id))
            const due = (Number(yearly) / payDays) * fraction
            expect(Math.abs(Number(paid) - due), `${period.id}: ${paid} for ${due}`).toBeLessThanOrEqual(
              fraction === 1 || fraction === 0 ? 0 : 1.5,
            )
          }
        }
      }),
      { numRuns: 100, seed: randomTestSeed('moves between payrolls') },
    )
  })

  it('charges an order in full within its months of hire', () => {
    fc.assert(
      fc.property(anyLife, (life) => {
        const order = orderOf(life)
        const lines = lived(life, () => [order])
        expect(sum(lines)).toBe(1000_03n)
        expect(lines.every(({ employee }) => employee > 0n)).toBe(true)
        const last = lines
          .map(({ periodId }) => usual.periodsById.get(periodId)?.payOn ?? coverFrom)
          .toSorted()
          .at(-1)
        // Each move may leave a month without an instalment, or let both payrolls deduct an instalment for the same weeks.
        const months = 31 * (2 + life.moves.length)
        expect(Math.abs(daysBetween(coverFrom, last ?? coverFrom) - 365)).toBeLessThanOrEqual(months)
      }),
      { numRuns: 100, seed: randomTestSeed('orders of people who move') },
    )
  })
})
