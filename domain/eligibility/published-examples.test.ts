import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { taxTables } from '../../services/payroll/tax-tables.queries.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import type { PayPeriod } from '../windows/effective-date.rules.ts'
import { assessEnrolment, categoryOf, nextReEnrolment, optOutUntil } from './enrolment-assessment.rules.ts'
import type { AutoEnrolment } from '../definition/auto-enrolment.ts'
import { belowMinimum, enrolmentFiguresOn } from './minimum-contribution.rules.ts'

const day = (date: string) => isoDate.parse(date)
const figures = enrolmentFiguresOn(taxTables(), day('2026-06-01'))
if (!figures) throw new Error('There are figures of 2026/27')

const rules: AutoEnrolment = { scheme: 'occupational', optOutNotice: 'employer' }
const monthly = (months: readonly string[]): PayPeriod[] =>
  months.map((month, number) => ({
    id: month,
    number,
    label: month,
    startsOn: day(`${month}-01`),
    endsOn: day(`${month}-${new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()}`),
    cutOffOn: day(`${month}-18`),
    payOn: day(`${month}-28`),
    locked: false,
    frequency: 'monthly',
  }))

function assessed(
  { born = '1990-01-01', startsOn, salaries }: { born?: string; startsOn: string; salaries: [string, number][] },
  own: Partial<AutoEnrolment> = {},
  today = '2026-11-30',
) {
  return assessEnrolment(
    {
      dateOfBirth: day(born),
      facts: [
        { fact: 'start-date', value: startsOn, effectiveFrom: day(startsOn) },
        ...salaries.map(([from, pounds]) => ({
          fact: 'basic-salary',
          value: String(pounds * 100),
          effectiveFrom: day(from),
        })),
      ],
      periods: monthly(['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11']),
      memberships: [],
      departures: [],
    },
    { rules: { ...rules, ...own }, since: day('2026-05-01'), today: day(today), tables: taxTables() },
  ).map(({ from, to, category, outcome }) => `${from} ${to} ${category} ${outcome}`)
}

describe('earnings thresholds', () => {
  it('are the rounded figures published by The Pensions Regulator', () => {
    // Source: The Pensions Regulator, Earnings thresholds by pay reference period, unchanged since 2021/22.
    expect(figures.payPeriods).toEqual({
      weekly: { trigger: '192', qualifyingFrom: '120', qualifyingUpTo: '967' },
      fortnightly: { trigger: '384', qualifyingFrom: '240', qualifyingUpTo: '1934' },
      'four-weekly': { trigger: '768', qualifyingFrom: '480', qualifyingUpTo: '3867' },
      monthly: { trigger: '833', qualifyingFrom: '520', qualifyingUpTo: '4189' },
    })
  })

  it.each([
    // Source: The People's Pension, "Assessment". Eligible: above £833 a month, from age 22 to State Pension age.
    // Non-eligible: above £520.
    [833_01n, 'eligible'],
    [833_00n, 'non-eligible'],
    [520_01n, 'non-eligible'],
    [520_00n, 'entitled'],
  ] as const)('puts a person aged 30 with %d pence a month into category %s', (earnings, category) => {
    const limits = { trigger: 833_00n, lower: 520_00n }
    expect(categoryOf({ dateOfBirth: day('1996-01-01'), on: day('2026-06-01'), earnings, ...limits })).toBe(category)
  })

  it.each([
    // Source: The Pensions Regulator, Detailed guidance 3, appendix B. Limits: 16, 22, State Pension age and 75.
    ['2010-06-02', 'outside'],
    ['2010-06-01', 'non-eligible'],
    ['2004-06-02', 'non-eligible'],
    ['2004-06-01', 'eligible'],
    ['1960-06-02', 'eligible'],
    ['1960-03-31', 'non-eligible'],
    ['1951-06-02', 'non-eligible'],
    ['1951-06-01', 'outside'],
  ])('puts a person born on %s with £2,000 a month into category %s', (born, category) => {
    const limits = { trigger: 833_00n, lower: 520_00n }
    expect(categoryOf({ dateOfBirth: day(born), on: day('2026-06-01'), earnings: 2000_00n, ...limits })).toBe(category)
  })
})

describe('first assessment', () => {
  it("counts pay from the first working day to the end of the period, so a joiner's first part period can be below the trigger", () => {
    // Source: XpertHR, "How should the employer assess earnings ... part way through his or her pay reference period?"
    expect(assessed({ startsOn: '2026-06-10', salaries: [['2026-06-10', 12_000]] }, {}, '2026-07-31')).toEqual([
      '2026-06-10 2026-06-30 non-eligible may-opt-in',
      '2026-07-01 2026-07-31 eligible enrolled',
    ])
  })

  it('enrols a person on the 22nd birthday, or in the first period with pay above the trigger', () => {
    // Source: Merseyside Pension Fund, "Automatic enrolment date": the 22nd birthday, or the beginning of the pay
    // period.
    expect(
      assessed({ born: '2004-07-15', startsOn: '2026-06-01', salaries: [['2026-06-01', 24_000]] }, {}, '2026-07-31'),
    ).toContain('2026-07-15 2026-07-31 eligible enrolled')
    expect(
      assessed(
        {
          startsOn: '2026-06-01',
          salaries: [
            ['2026-06-01', 9_000],
            ['2026-08-01', 11_000],
          ],
        },
        {},
        '2026-08-31',
      ),
    ).toContain('2026-08-01 2026-08-31 eligible enrolled')
  })
})

describe('postponement', () => {
  it('that starts on 10 June ends on 10 September at the latest', () => {
    // Source: paiyroll, "Can I postpone for more than 3-months?", based on Detailed guidance 3a, paragraph 16.
    expect(
      assessed({ startsOn: '2026-06-10', salaries: [['2026-06-10', 30_000]] }, { postponement: 3 }, '2026-09-30'),
    ).toEqual([
      '2026-06-10 2026-06-30 eligible postponed',
      '2026-07-01 2026-07-31 eligible postponed',
      '2026-08-01 2026-08-31 eligible postponed',
      '2026-09-01 2026-09-09 eligible postponed',
      '2026-09-10 2026-09-30 eligible enrolled',
    ])
  })

  it('is possible again for a person who is not eligible at its end', () => {
    // Source: IRIS, "How long can I postpone an employee for?", based on Detailed guidance 3a, "Using postponement more
    // than once".
    expect(
      assessed(
        {
          startsOn: '2026-06-01',
          salaries: [
            ['2026-06-01', 12_000],
            ['2026-07-01', 6_000],
            ['2026-08-01', 12_000],
          ],
        },
        { postponement: 1 },
      ),
    ).toEqual([
      '2026-06-01 2026-06-30 eligible postponed',
      '2026-07-01 2026-07-31 entitled may-join',
      '2026-08-01 2026-08-31 eligible postponed',
      '2026-09-01 2026-09-30 eligible enrolled',
      '2026-10-01 2026-10-31 eligible member',
      '2026-11-01 2026-11-30 eligible member',
    ])
  })
})

describe('opt-out month', () => {
  it('starts with the enrolment letter if the letter is later than the first day of membership', () => {
    // Source: PayFit, "Auto-enrolment: Opting out": enrolled on 1 January, letter on 10 January, opt-out "until 10
    // February". By regulation 9(2) the month begins with the day of the letter, so it ends on 9 February.
    expect(optOutUntil({ from: day('2027-01-01'), informedOn: day('2027-01-10') })).toBe('2027-02-09')
  })

  it('starts with the first day of membership if the letter was earlier', () => {
    expect(optOutUntil({ from: day('2026-06-10'), informedOn: day('2026-06-01') })).toBe('2026-07-09')
  })
})

describe('re-enrolment', () => {
  it.each([
    // Sources: Aegon, "Cyclical automatic re-enrolment"; XpertHR (two examples); CE Back Office, "Re-enrolment date".
    ['2013-05-01', '2016-02-01', '2016-07-31'],
    ['2015-10-01', '2018-07-01', '2018-12-31'],
    ['2014-02-01', '2016-11-01', '2017-04-30'],
    ['2014-07-01', '2017-04-01', '2017-09-30'],
  ])('after enrolment on %s can be from %s to %s', (previous, from, to) => {
    expect(nextReEnrolment(day(previous))).toEqual({ from, to })
  })
})

describe('minimum contribution on qualifying earnings', () => {
  const pension = { autoEnrolment: rules } satisfies Pick<BenefitDefinition, 'autoEnrolment'>
  const choice = { values: {}, people: [] }
  const asks = (basic: bigint, inAll: bigint, employer: bigint) =>
    belowMinimum(pension, { choice, inAll, employer, salaries: { basic, pensionable: basic }, figures })

  it.each([
    // Source: The People's Pension, "Qualifying earnings": £25,000 less £6,240 is £18,760.
    [25_000_00n, 1_500_80n, 562_80n],
    // Source: atomhub. £30,000 less £6,240 is £23,760; 3% of that is £712.80.
    [30_000_00n, 1_900_80n, 712_80n],
    // Source: maji. Qualifying earnings are £30,760 of £37,000, and £44,030 of £60,000.
    [37_000_00n, 2_460_80n, 922_80n],
    [60_000_00n, 3_522_40n, 1_320_90n],
    // Source: PayStream. £180.00 of £300.00 a week count, so £14.40 in total and £5.40 from the employer. Times 52
    // weeks.
    [15_600_00n, 52n * 14_40n, 52n * 5_40n],
  ])(
    'for pay of %d pence a year is %d pence in total, of which %d pence from the employer',
    (basic, inAll, employer) => {
      expect(asks(basic, inAll, employer)).toBeUndefined()
      expect(asks(basic, inAll - 1n, employer)).toContain('8%')
      expect(asks(basic, inAll, employer - 1n)).toContain('3%')
    },
  )
})
