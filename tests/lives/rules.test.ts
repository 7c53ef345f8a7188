import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { day } from '../golden/independent/days.ts'
import { partOf } from '../golden/independent/part-period.ts'
import type { Benefit } from '../golden/independent/scheme-folder.ts'
import { coverOf } from './cover.ts'
import { factsOf, type Life } from './life.ts'
import type { Assessment, Line, Period, Selection, Version } from './observations.ts'
import { rulesOfLives } from './rules.ts'
import { jobsTwice, lockedRunStays, signInWorks } from './rules/client.ts'
import { endIsNotInThePast, leavingIsFree, ownChangeIsNotBackdated } from './rules/replies.ts'
import type { ObservedLife } from './rules/rule.ts'

const date = (text: string) => isoDate.parse(text)

const pension = {
  code: 'pension',
  category: 'pension',
  ages: { from: 16, to: 74 },
  autoEnrolment: {
    scheme: 'occupational',
    postponement: 3,
    reEnrolment: '2026-10-01',
    reEnrolRecentLeavers: true,
  },
  partPeriod: 'from-next-period',
  options: [],
  price: [
    { paidBy: 'employee', price: { method: 'percentage', salary: 'pensionable', percent: { option: 'contribution' } } },
  ],
  pay: { employee: { taxMethod: 'sacrifice', payCode: 'PENSS' } },
} as unknown as Benefit

const critical = { ...pension, code: 'critical', category: 'protection', ages: { from: 16, to: 69 } }

const cycle = {
  ...pension,
  code: 'cycle',
  category: 'travel',
  price: [{ paidBy: 'employee', price: { method: 'order', option: 'value', spread: { instalments: 12 } } }],
} as unknown as Benefit

/** Fourteen monthly periods from April 2026. The periods up to today are locked. */
const periods: Period[] = Array.from({ length: 14 }, (_, at) => {
  const month = `${2026 + Math.floor((at + 3) / 12)}-${String(((at + 3) % 12) + 1).padStart(2, '0')}`
  return {
    id: month,
    payroll: 'monthly',
    startsOn: date(`${month}-01`),
    endsOn: date(`${month}-28`),
    cutOffOn: date(`${month}-18`),
    payOn: date(`${month}-28`),
    locked: month < '2026-10',
  }
})

const choice: Version = {
  version: 1,
  state: 'active',
  action: 'submit',
  values: { contribution: '5' },
  people: [],
  fixedTotal: undefined,
  from: date('2026-06-01'),
  to: null,
  reason: null,
  byPortal: false,
  recordedOn: date('2026-05-20'),
}
const end: Version = { ...choice, version: 2, state: 'opted-out', action: 'opt-out', from: date('2026-09-01') }

const line = (period: string, employee: bigint): Line => ({
  period,
  original: null,
  payCode: 'PENSS',
  method: 'sacrifice',
  employee,
  employer: 0n,
})
/** Each month 5% of a £36,000 salary is deducted. */
const lines = periods.slice(2, 12).map(({ id }) => line(id, 150_00n))

const assessment: Assessment = {
  from: date('2026-10-01'),
  to: date('2026-10-31'),
  category: 'eligible',
  earnings: 3000_00n,
  outcome: 'member',
}

type Doctored = { life?: Partial<Life>; selection?: Partial<Selection>; seen?: Partial<ObservedLife> }

function seenWith({ life, selection, seen }: Doctored = {}): ObservedLife {
  const cells = { payroll: 'monthly', basic_salary: '36000.00', full_time_equivalent: '1', hours_per_week: '37.5' }
  const own: Life = {
    place: 0,
    email: 'ada@lives.example',
    number: 'L0000',
    // Rules draw no random numbers.
    chance: undefined as never,
    born: date('1990-02-01'),
    cells,
    facts: factsOf(cells, { from: date('2020-01-06'), uploadedOn: date('2020-01-06') }),
    employments: [{ first: date('2020-01-06') }],
    family: [],
    promises: [],
    steps: [],
    nextEventOn: date('2030-01-01'),
    ...life,
  }
  const held: Selection = {
    id: 'selection',
    benefit: 'pension',
    state: 'active',
    versions: [choice],
    lines,
    relieved: [],
    owed: undefined,
    ...selection,
  }
  const year = (from: string, to: string) => ({
    index: 0,
    from: date(from),
    to: date(to),
    appliedOn: date('2026-04-01'),
    folder: '',
    payrolls: [{ code: 'monthly', frequency: 'monthly' as const }],
    windows: [],
    read: {
      pots: [],
      today: day('2026-10-01'),
      year: { from: day(from), to: day(to) },
      windows: [],
      payrolls: [],
      benefits: [pension, critical, cycle],
      rates: new Map(),
      people: [],
      held: new Map(),
    },
  })
  return {
    life: own,
    today: date('2026-10-20'),
    held: [{ ...held, cover: coverOf(held.versions) }],
    mails: [],
    assessments: [],
    periods: new Map(periods.map((period) => [period.id, period])),
    years: [year('2026-04-01', '2027-03-31')],
    ...seen,
  }
}

const child = { id: 'child', firstName: 'Lily', relation: 'dependant' as const, born: date('2026-07-12') }
const partner = { ...child, relation: 'partner' as const, born: date('1991-01-01') }
const coversFamily: Partial<Selection> = { versions: [{ ...choice, people: ['child'] }] }
const bicycle: Partial<Version> = { values: { value: '1200' }, fixedTotal: { employee: 1200_00n, employer: 0n } }
const said = { benefit: 'pension', saidOn: date('2026-05-20') }
const neverMember: Partial<Selection> = {
  state: 'opted-out',
  versions: [choice, { ...end, action: 'opt-out-within-month', from: choice.from, reason: 'within-opt-out-period' }],
}
const voucherChoice: Version = { ...choice, values: { amount: '243' } }
const vouchers = (...versions: Version[]): Partial<Selection> => ({
  benefit: 'childcare-vouchers',
  versions,
  lines: [],
})
const orders = (...versions: Version[]): Partial<Selection> => ({ benefit: 'cycle', versions, lines: [] })
const since2020 = { from: date('2020-01-06'), uploadedOn: date('2020-01-06') }
const assessed = (...changes: Partial<Assessment>[]): Partial<ObservedLife> => ({
  assessments: changes.map((change) => ({ ...assessment, ...change })),
})
const promised = (promise: Omit<Life['promises'][number], keyof typeof said>): Doctored => ({
  life: { promises: [{ ...said, ...promise }] },
})
const withFact = (column: string, value: string, from: string): Partial<Life> => ({
  facts: [...seenWith().life.facts, { column, value, from: date(from), uploadedOn: date(from) }],
})
/** Changes the first payment to relief at source. The employee pays `fromPay`, and the provider claims `relief`. */
const relievedBy = (fromPay: bigint, relief: bigint): Doctored => ({
  selection: {
    lines: [{ ...line('2026-06', 150_00n), method: 'relief-at-source' }, ...lines.slice(1)],
    relieved: [{ period: '2026-06', fromPay, relief }],
  },
})
const intoNextYear = (today: string, more: Partial<ObservedLife> = {}): Partial<ObservedLife> => {
  const { years } = seenWith()
  const next = { index: 1, from: date('2027-04-01'), to: date('2028-03-31'), appliedOn: date('2027-03-01') }
  return { today: date(today), years: [...years, ...years.map((one) => ({ ...one, ...next }))], ...more }
}
const endsWithYear: Partial<Selection> = {
  versions: [choice, { ...end, state: 'ended', action: 'end', from: date('2027-04-01') }],
}

/** For each rule, a life that breaks it by one change to a correct life. */
const planted: [name: keyof typeof rulesOfLives, what: string, doctored: Doctored, got: string][] = [
  [
    'enrolled-or-reason',
    'an eligible jobholder who is not a member, without a reason',
    { selection: neverMember, seen: assessed({}) },
    'member',
  ],
  [
    'enrolled-or-reason',
    'an assessment in a lower category than the law requires',
    { seen: assessed({ category: 'entitled', outcome: 'may-join' }) },
    'entitled',
  ],
  [
    'opt-out-sums-to-zero',
    'an opt-out without a refund of £150.00',
    { selection: { ...neverMember, lines: lines.slice(0, 1) } },
    '£150.00',
  ],
  [
    'postponement-ends',
    'a postponement of four months',
    {
      seen: assessed(
        ...['2026-06', '2026-07', '2026-08', '2026-09'].map((month): Partial<Assessment> => ({
          from: date(`${month}-01`),
          to: date(`${month}-30`),
          outcome: 'postponed',
        })),
      ),
    },
    'postponed on 2026-09-30',
  ],
  [
    're-enrolled',
    'an eligible jobholder without re-enrolment',
    { selection: neverMember, seen: assessed({ outcome: 'opted-out' }) },
    'opted-out',
  ],
  [
    'voucher-cap',
    'basic-rate vouchers of a higher-rate taxpayer',
    { life: { facts: factsOf({ basic_salary: '60000.00' }, since2020) }, selection: vouchers(voucherChoice) },
    '£243',
  ],
  [
    'voucher-membership',
    'vouchers again after thirteen months without one',
    {
      selection: vouchers(
        { ...voucherChoice, from: date('2025-05-01') },
        { ...end, from: date('2025-07-01') },
        { ...voucherChoice, version: 3, from: date('2026-08-01') },
      ),
    },
    'vouchers from 2026-08-01',
  ],
  [
    'year-adds-up',
    'a year with ten of twelve deductions',
    { selection: { versions: [{ ...choice, from: date('2026-04-01') }] } },
    '£1500.00',
  ],
  [
    'charge',
    'a deduction that is a pound too high',
    { selection: { lines: [line('2026-06', 151_00n), ...lines.slice(1)] } },
    '£151.00',
  ],
  ['charge', 'a month without a deduction', { selection: { lines: lines.slice(1) } }, '£0.00'],
  [
    'charge',
    "the employer's cost of a month after the last day",
    {
      life: withFact('end_date', '2026-08-31', '2026-10-05'),
      selection: {
        versions: [choice, { ...end, state: 'ended', action: 'end' }],
        lines: [...lines.slice(0, 3), { ...line('2026-09', 0n), employer: 100_00n }],
      },
    },
    '£100.00',
  ],
  [
    'charge',
    'a pay rise without effect on deductions',
    { life: withFact('basic_salary', '48000.00', '2026-09-01') },
    '£150.00',
  ],
  [
    'order-is-priced',
    'an order at another price than its value',
    { selection: orders({ ...choice, ...bicycle, values: { value: '1100' } }) },
    '£1200.00',
  ],
  [
    'order-adds-up',
    'an order with a lost instalment',
    { selection: { ...orders({ ...choice, ...bicycle }), lines: [line('2026-06', 1100_00n)] } },
    '£1100.00 taken and owed',
  ],
  ['relief-adds-up', 'a whole contribution deducted before tax relief', relievedBy(150_00n, 37_50n), '£187.50'],
  ['relief-adds-up', 'tax relief that is a penny too high', relievedBy(119_99n, 30_01n), '£30.01'],
  [
    'cover-of-family',
    'a child covered before the birth',
    { life: { family: [child] }, selection: coversFamily },
    'from 2026-06-01',
  ],
  [
    'cover-of-family',
    'a partner covered before the wedding',
    { life: { family: [{ ...partner, since: date('2026-06-20') }] }, selection: coversFamily },
    'from 2026-06-01',
  ],
  [
    'cover-of-family',
    'a partner covered after a divorce',
    { life: { family: [{ ...partner, until: date('2026-09-01') }] }, selection: coversFamily },
    'until further notice',
  ],
  [
    'cover-from-first-day',
    'cover before the first day',
    { life: { employments: [{ first: date('2026-06-08') }] } },
    'from 2026-06-01',
  ],
  [
    'cover-to-last-day',
    'cover after the last day',
    { life: { employments: [{ first: date('2020-01-06'), last: date('2026-09-10') }] } },
    'until further notice',
  ],
  [
    'cover-to-last-age',
    'cover at the age of 70 of a benefit offered until 69',
    { life: { born: date('1956-09-01') }, selection: { benefit: 'critical' } },
    'covered on 2026-10-20',
  ],
  [
    'end-is-told',
    'an end without a mail',
    { selection: { versions: [choice, end], lines: lines.slice(0, 3) } },
    'neither',
  ],
  [
    'no-silent-end',
    'cover missing in the new year',
    { selection: endsWithYear, seen: intoNextYear('2027-04-10') },
    'end without notice',
  ],
  [
    'no-silent-end',
    'an end with only a mail about the choice',
    {
      selection: endsWithYear,
      seen: intoNextYear('2027-04-10', {
        mails: [{ kind: 'chosen', cause: 'selection selection 1', about: null, queuedOn: date('2026-05-20') }],
      }),
    },
    'end without notice',
  ],
  [
    'promise-kept',
    'cover that begins later than promised',
    promised({ about: 'from', day: date('2026-05-25'), values: { contribution: 5 } }),
    'no cover',
  ],
  [
    'promise-kept',
    'other cover than promised',
    promised({ about: 'from', day: date('2026-06-01'), values: { contribution: 6 } }),
    '{"contribution":"5"}',
  ],
  [
    'promise-kept',
    'cover that continues after its promised end',
    promised({ about: 'end', day: date('2026-08-31') }),
    'it goes on',
  ],
  [
    'promise-kept',
    'another deduction than promised',
    promised({ about: 'pay', day: date('2026-06-01'), pence: 140_00n }),
    '£150.00',
  ],
  [
    'promise-kept-next-year',
    'another deduction in the next scheme year than promised',
    {
      life: {
        promises: [{ ...said, saidOn: date('2027-03-20'), about: 'pay', day: date('2027-04-01'), pence: 140_00n }],
      },
      seen: intoNextYear('2027-04-20', {
        periods: new Map(periods.map((period) => [period.id, { ...period, locked: true }])),
      }),
    },
    'nothing',
  ],
]

describe('rules for simulated lives', () => {
  it('find no violation in a correct life', () => {
    const promises: Life['promises'] = [
      { ...said, about: 'from', day: date('2026-06-01'), values: { contribution: 5 } },
      { ...said, about: 'pay', day: date('2026-06-01'), pence: 150_00n },
    ]
    const told: Doctored = {
      life: { promises },
      selection: { versions: [choice, end], lines: lines.slice(0, 3) },
      seen: {
        mails: [{ kind: 'opted-out', cause: 'selection selection 2', about: null, queuedOn: date('2026-08-20') }],
      },
    }
    for (const seen of [seenWith({ life: { promises } }), seenWith(told)])
      for (const [name, rule] of Object.entries(rulesOfLives)) expect([name, rule(seen)]).toEqual([name, []])
  })

  it.each(planted)('%s reports %s', (name, _, doctored, got) => {
    expect(rulesOfLives[name](seenWith(doctored)).map((found) => found.got)).toContain(got)
  })

  it('each have a life in this test that breaks the rule', () => {
    expect(new Set(planted.map(([name]) => name))).toEqual(new Set(Object.keys(rulesOfLives)))
  })
})

describe('second implementation of the charge for a first part period', () => {
  const june = { from: day('2027-06-01'), to: day('2027-06-30') }
  const first = { share: 125_00n, yearly: 1500_00n, period: june, covered: { from: day('2027-06-10'), to: june.to } }

  it.each([
    ['calendar-days', 87_50n],
    ['working-days', 85_23n],
    ['260ths', 86_54n],
  ] as const)('charged by %s, gives the same results as worked examples d and e', (kind, pence) => {
    expect(partOf(kind, first)).toBe(pence)
  })
})

describe('rules for replies and for the whole client', () => {
  const today = date('2026-10-20')

  it.each([
    'This benefit is offered until the age of 69',
    'Opens on 21 April 2026, when your probation ends',
    'This benefit is closed to new members: only people who already hold it can change it',
    'This would leave you £1 a year. The minimum wage for your age is more',
  ])('leaving-is-free reports a refusal that says "%s"', (message) => {
    expect(leavingIsFree({ benefit: 'pension', answer: { status: 403, body: { message } }, today })).toHaveLength(1)
  })

  it('leaving-is-free allows refusals because of windows, core cover and orders', () => {
    for (const message of [
      'Opens on 1 March 2027',
      'Your employer provides this benefit for all employees, so you cannot opt out',
    ])
      expect(leavingIsFree({ benefit: 'pension', answer: { status: 403, body: { message } }, today })).toEqual([])
  })

  it('end-is-not-in-the-past reports an end before yesterday, and allows yesterday', () => {
    const ends = (endDate: string) =>
      endIsNotInThePast({ benefit: 'dental', answer: { status: 200, body: { endDate: date(endDate) } }, today })
    expect(ends('2026-10-18')).toHaveLength(1)
    expect(ends('2026-10-19')).toEqual([])
  })

  it("own-change-is-not-backdated reports an employee's own change from a past day, and allows cover of a child from its birth", () => {
    const answer = { status: 200, body: { status: 'active', effectiveFrom: date('2026-09-14') } }
    const change = (after: string[]) =>
      ownChangeIsNotBackdated({ benefit: 'dental', answer, today, covered: { before: ['tom'], after } })
    expect(change(['tom'])).toHaveLength(1)
    expect(change(['tom', 'lily'])).toEqual([])
  })

  it('locked-run-stays reports a file whose bytes have changed', () => {
    const before = { run: 'Monthly October 2026', hash: 'a' }
    expect(lockedRunStays({ before, now: 'b', today })).toHaveLength(1)
    expect(lockedRunStays({ before, now: 'a', today })).toEqual([])
  })

  it('sign-in-works reports a day on which the employer cannot log in', () => {
    const answer = { status: 401, body: { message: 'no' } }
    expect(signInWorks({ answer, today })).toHaveLength(1)
    expect(signInWorks({ answer: { status: 200, body: {} }, today })).toEqual([])
  })

  it('jobs-twice reports a table that a second run has changed', () => {
    expect(jobsTwice({ before: { mail: '3 rows x' }, after: { mail: '4 rows y' }, today })).toHaveLength(1)
    expect(jobsTwice({ before: { mail: '3 rows x' }, after: { mail: '3 rows x' }, today })).toEqual([])
  })
})
