import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { showPence } from '../../contract/money.ts'
import { digitsFromPence, penceFromDigits } from '../pricing/money.ts'
import { recomputeSteps } from '../pricing/trace.ts'
import { calculateTakeHomeEffect, type TakeHomeEffect } from './take-home-effect.rules.ts'
import type { PayChange } from './gross-to-net.rules.ts'
import { type PayFacts, payFactsOn } from './pay-facts.rules.ts'
import { takeHomeMessages } from './take-home.messages.ts'
import { samplePayFacts, inTaxYear, samplePayChange } from '../../features/take-home/take-home.samples.ts'
import { readTaxTables } from '../../services/payroll/tax-tables.queries.ts'

const tables = readTaxTables()

function effect(facts: PayFacts, ...changes: PayChange[]) {
  return calculateTakeHomeEffect({
    tables,
    on: inTaxYear,
    before: { facts, changes: [], when: 'without it' },
    after: { facts, changes, when: 'with it' },
  })
}

function computed(facts: PayFacts, ...changes: PayChange[]): TakeHomeEffect {
  const outcome = effect(facts, ...changes)
  if (outcome.outcome === 'not-computed') throw new Error(outcome.sentence)
  return outcome
}

/** Returns in pounds a year the loss of take-home pay and the employer's extra cost. */
function told({ takeHome, employer }: TakeHomeEffect) {
  return {
    net: showPence(-takeHome.yearly),
    class1: showPence(employer.nationalInsurance),
    class1A: showPence(employer.class1A),
  }
}

describe('worked cases of the domain, to the penny', () => {
  it.each([
    ['A', samplePayFacts(30_000), 1500, '£1,080.00', '-£225.00'],
    ['B', samplePayFacts(45_000), 2700, '£1,944.00', '-£405.00'],
    ['C', samplePayFacts(60_000), 3000, '£1,740.00', '-£450.00'],
    ['D', samplePayFacts(110_000), 10_000, '£3,800.00', '-£1,500.00'],
    ['E', samplePayFacts(45_000, { taxCountry: 'Scotland' }), 2700, '£1,636.02', '-£405.00'],
    ['F', samplePayFacts(130_000), 10_000, '£4,529.00', '-£1,500.00'],
  ])('case %s: pension by salary sacrifice', (_, facts, given, net, class1) => {
    expect(told(computed(facts, samplePayChange('sacrifice', given)))).toEqual({ net, class1, class1A: '£0.00' })
  })

  it('case G: a gym of £600 under optional remuneration rules', () => {
    expect(told(computed(samplePayFacts(45_000), samplePayChange('sacrifice-opra', 600)))).toEqual({
      net: '£552.00',
      class1: '-£90.00',
      class1A: '£90.00',
    })
  })

  it.each([
    [45_000, '£180.00'],
    [60_000, '£360.00'],
  ])('case H: private medical insurance of £900 that the employer pays, at a salary of £%d', (salary, net) => {
    expect(
      told(computed(samplePayFacts(salary), samplePayChange('benefit-in-kind', 900, { payer: 'employer' }))),
    ).toEqual({
      net,
      class1: '£0.00',
      class1A: '£135.00',
    })
  })

  it('case I: five days of holiday bought', () => {
    const { takeHome, employer } = computed(samplePayFacts(45_000), samplePayChange('sacrifice', 865.38))
    expect([takeHome.yearly, employer.nationalInsurance]).toEqual([-623_07n, -129_81n])
    // 623.07 is 3 pence more than 12 × 51.92.
    expect(takeHome.monthly).toBe(-51_93n)
  })
})

describe('each tax method', () => {
  const facts = samplePayFacts(45_000)

  it('deducts a gift before tax, but after National Insurance', () => {
    expect(told(computed(facts, samplePayChange('net-pay', 120)))).toEqual({
      net: '£96.00',
      class1: '£0.00',
      class1A: '£0.00',
    })
  })

  it('deducts the full amount from taxed pay', () => {
    expect(told(computed(facts, samplePayChange('net-deduction', 330)))).toEqual({
      net: '£330.00',
      class1: '£0.00',
      class1A: '£0.00',
    })
  })

  it('adds sold holiday to pay, with tax and with both National Insurance contributions', () => {
    // £346.15 more pay has deductions of 28 %: tax £69.23, National Insurance £27.69.
    expect(told(computed(facts, samplePayChange('taxable-pay', -346.15)))).toEqual({
      net: '-£249.23',
      class1: '£51.92',
      class1A: '£0.00',
    })
  })

  it('does not change pay if the employer pays and the benefit is not taxed', () => {
    expect(told(computed(facts, samplePayChange('employer-only', 900, { payer: 'employer' })))).toEqual({
      net: '£0.00',
      class1: '£0.00',
      class1A: '£0.00',
    })
  })

  it('taxes the higher of the pay given up and the value of the benefit', () => {
    const dearer = computed(facts, samplePayChange('sacrifice-opra', 600, { cashEquivalent: 900_00n }))
    // Tax is due on £300 more, which is £60.
    expect(told(dearer)).toEqual({ net: '£612.00', class1: '-£90.00', class1A: '£135.00' })
    const cheaper = computed(facts, samplePayChange('sacrifice-opra', 600, { cashEquivalent: 1_00n }))
    expect(told(cheaper).net).toBe('£552.00')
  })
})

describe('electric car', () => {
  const car = (listPrice: number) =>
    samplePayChange('benefit-in-kind', 0, {
      payer: 'employer',
      taxableValue: { label: 'List price', as: 'zero-emission-car', value: BigInt(listPrice * 100) },
    })
  const taxedOn = (date: string, withTables = tables) => {
    const side = { facts: samplePayFacts(45_000), when: '' }
    const [before, after] = [[], [car(30_000)]].map((changes) => ({ ...side, changes }))
    if (!before || !after) throw new Error('Both are there')
    return calculateTakeHomeEffect({ tables: withTables, on: isoDate.parse(date), before, after })
  }

  it('is taxed on 4 % of its list price in 2026/27; the employer pays Class 1A and the employee no National Insurance', () => {
    expect(told(computed(samplePayFacts(45_000), car(30_000)))).toEqual({
      net: '£240.00',
      class1: '£0.00',
      class1A: '£180.00',
    })
    expect(told(computed(samplePayFacts(60_000), car(45_550)))).toEqual({
      net: '£728.80',
      class1: '£0.00',
      class1A: '£273.30',
    })
    expect(computed(samplePayFacts(45_000), car(30_000)).after.taxedInKind).toMatchObject([
      { percent: '4', taxed: 1_200_00n, next: { from: '2027-04-06', percent: '5' } },
    ])
  })

  it.each([
    ['2026-04-05', '£180.00'],
    ['2026-04-06', '£240.00'],
    ['2027-04-05', '£240.00'],
    // The table of 2026/27 applies until there is a newer table. It contains the percentages of later years.
    ['2027-04-06', '£300.00'],
    ['2028-02-29', '£300.00'],
    ['2028-04-06', '£420.00'],
    ['2029-04-06', '£540.00'],
  ])('is taxed on %s by the percentage of that day', (date, net) => {
    const outcome = taxedOn(date)
    expect(outcome.outcome === 'computed' && told(outcome).net).toBe(net)
    expect(outcome.outcome === 'computed' && recomputeSteps(outcome.steps)).toBeTruthy()
  })

  it("gives no take-home pay if the year's table lacks the percentage", () => {
    const without = tables.map((table) => ({ ...table, benefitsInKind: {} }))
    expect(taxedOn('2026-12-01', without)).toMatchObject({
      outcome: 'not-computed',
      sentence: expect.stringContaining('We have no tax figures for benefit-in-kind on this date'),
    })
  })
})

describe('student loans', () => {
  const repaid = (studentLoans: PayFacts['studentLoans'], salary = 45_000) =>
    computed(samplePayFacts(salary, { studentLoans })).before.studentLoans.value

  it.each([
    // The repayment is 9 % of £45,000 less the threshold, or 6 % for a postgraduate loan.
    [['plan-1'], '1629.00'],
    [['plan-2'], '1405.35'],
    [['plan-4'], '1008.45'],
    [['plan-5'], '1800.00'],
    [['postgraduate'], '1440.00'],
    // One repayment on pay above the lower of the two thresholds, plus the postgraduate repayment.
    [['plan-2', 'plan-1', 'postgraduate'], '3069.00'],
    [[], '0.00'],
  ] as const)('of the plans %j have a repayment of %s at a salary of £45,000', (plans, amount) => {
    expect(repaid(plans)).toBe(amount)
  })

  it('have a lower repayment after a salary sacrifice, and none below the threshold', () => {
    const facts = samplePayFacts(45_000, { studentLoans: ['plan-2'] })
    // A sacrifice of £2,700 saves 28 % in tax and National Insurance, and 9 % in student loan repayments.
    expect(told(computed(facts, samplePayChange('sacrifice', 2700))).net).toBe('£1,701.00')
    expect(repaid(['plan-2'], 29_385)).toBe('0.00')
  })
})

describe('National Insurance letter', () => {
  const both = (niCategory: string, salary = 60_000) => {
    const { before } = computed(samplePayFacts(salary, { niCategory }))
    return [before.nationalInsurance.value, before.employerNationalInsurance.value]
  }

  it.each([
    // Letter A: the employee pays 8 % of £37,700 and 2 % of £9,730; the employer pays 15 % of £55,000.
    ['A', '3210.60', '8250.00'],
    ['B', '892.05', '8250.00'],
    ['C', '0.00', '8250.00'],
    ['J', '948.60', '8250.00'],
    // The employer pays 15 % of the pay above £50,270.
    ['H', '3210.60', '1459.50'],
    ['M', '3210.60', '1459.50'],
    ['V', '3210.60', '1459.50'],
    ['Z', '948.60', '1459.50'],
    ['F', '3210.60', '5250.00'],
    ['X', '0.00', '0.00'],
  ])(
    '%s means contributions of £%s from the employee and £%s from the employer at a salary of £60,000',
    (letter, employee, employer) => {
      expect(both(letter)).toEqual([employee, employer])
    },
  )

  it('that is missing in the table gives a reason instead of an amount', () => {
    expect(effect(samplePayFacts(45_000, { niCategory: 'Q' }))).toEqual({
      outcome: 'not-computed',
      sentence: takeHomeMessages.unknownCategory('Q', '2026/27'),
    })
  })
})

describe('default National Insurance letter', () => {
  const lettersOn = (born: string, on: string, given: string | null = null) => {
    const facts =
      given === null ? [] : [{ fact: 'ni-category', value: given, effectiveFrom: isoDate.parse('2020-01-01') }]
    return payFactsOn({ dateOfBirth: isoDate.parse(born), facts, payPeriods: 12 }, isoDate.parse(on)).niCategory
  }

  it.each([
    ['2010-12-02', 'X'],
    ['2010-12-01', 'M'],
    ['2005-12-02', 'M'],
    ['2005-12-01', 'A'],
    ['1960-08-02', 'A'],
    // The person reaches 66 years and 4 months on 1 December 2026, so pay of that day has no contributions.
    ['1960-08-01', 'C'],
    ['1955-03-20', 'C'],
  ])('depends on the age on the pay day: for a person born on %s it is %s on 1 December 2026', (born, letter) => {
    expect(lettersOn(born, '2026-12-01')).toBe(letter)
    expect(lettersOn(born, '2026-12-01', 'J')).toBe('J')
  })

  it('charges an employee aged 71 only tax on 5% of £45,000: £1,800.00 less take-home pay (case 12)', () => {
    const dateOfBirth = isoDate.parse('1955-03-20')
    const facts = samplePayFacts(45_000, { dateOfBirth, niCategory: lettersOn('1955-03-20', '2026-12-01') })
    expect(told(computed(facts, samplePayChange('sacrifice', 2250)))).toEqual({
      net: '£1,800.00',
      class1: '-£337.50',
      class1A: '£0.00',
    })
  })
})

describe('personal allowance', () => {
  it.each([
    [100_000, '12570'],
    // Half a pound is rounded in the person's favour (section 35(3)).
    [100_001, '12570'],
    [100_002, '12569'],
    [125_140, '0'],
    [200_000, '0'],
  ])('at an income of £%d is £%s', (salary, left) => {
    const { steps } = computed(samplePayFacts(salary))
    const allowance = steps.findLast(({ label }) => label.startsWith('Personal allowance'))
    expect(allowance?.output.value).toBe(left)
  })

  it('depends on income with taxed benefits, less gifts before tax', () => {
    const { before, after } = computed(
      samplePayFacts(100_000),
      samplePayChange('benefit-in-kind', 900, { payer: 'employer' }),
      samplePayChange('net-pay', 100),
    )
    // Income rises by £800 and the allowance falls by £400, so tax is 40 % of £1,200.
    expect(penceFromDigits(after.incomeTax.value) - penceFromDigits(before.incomeTax.value)).toBe(480_00n)
  })
})

describe('reason for a missing result', () => {
  it.each([
    ['no salary', samplePayFacts(0, { salary: null }), [], takeHomeMessages.noSalary],
    [
      'more given up than earned',
      samplePayFacts(1000),
      [samplePayChange('sacrifice', 1000.01)],
      takeHomeMessages.moreThanPay,
    ],
  ] as const)('%s', (_, facts, changes, sentence) => {
    expect(effect(facts, ...changes)).toEqual({ outcome: 'not-computed', sentence })
  })

  it('is given for a day before the first tax table starts', () => {
    const facts = samplePayFacts(45_000)
    const state = { facts, changes: [], when: '' }
    const outcome = calculateTakeHomeEffect({
      tables,
      on: '2020-01-01' as typeof inTaxYear,
      before: state,
      after: state,
    })
    expect(outcome).toEqual({ outcome: 'not-computed', sentence: takeHomeMessages.noTable })
  })
})

describe('derivation', () => {
  it('can be calculated again with the same figures, and names source and day of each figure', () => {
    const { steps, takeHome, after } = computed(
      samplePayFacts(110_000, { studentLoans: ['plan-1', 'postgraduate'], taxCountry: 'Scotland' }),
      samplePayChange('sacrifice', 10_000),
      samplePayChange('sacrifice-opra', 600, { cashEquivalent: 700_00n }),
      samplePayChange('benefit-in-kind', 900, { payer: 'employer' }),
      samplePayChange('net-pay', 120),
      samplePayChange('net-deduction', 330),
      samplePayChange('taxable-pay', -346.15),
    )
    const outputs = recomputeSteps(steps)
    expect(outputs).toContain(after.takeHome.value)
    expect(steps.find(({ label }) => label === takeHomeMessages.change)?.output.value).toBe(
      digitsFromPence(takeHome.yearly),
    )
    for (const step of steps) {
      expect(step.source).not.toBe('')
      expect(step.effectiveDate).toMatch(/^20\d\d-\d\d-\d\d$/)
    }
  })

  it('is refused if one of its figures is changed', () => {
    const { steps } = computed(samplePayFacts(45_000), samplePayChange('sacrifice', 2700))
    const at = steps.findIndex(({ rule }) => rule === 'percent-of-band')
    const forged = steps.map((step, index) =>
      index === at ? { ...step, output: { ...step.output, value: '1' } } : step,
    )
    expect(() => recomputeSteps(forged)).toThrow(`Step ${at}`)
  })
})
