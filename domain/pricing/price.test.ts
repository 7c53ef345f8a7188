import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import type { BenefitDefinitionInput } from '../definition/definition.ts'
import * as samples from '../../features/scheme/definition.samples.ts'
import type { PriceRequest } from './price-context.ts'
import type { PersonFacts } from './price-facts.ts'
import { type Price, type PriceOutcome, priceSelection } from './price.ts'
import { sampleRates } from '../../features/selections/rates.samples.ts'
import { recompute } from './trace.ts'
import { benefitDefinition } from '../../features/scheme/benefit-definition.rules.ts'
import { sampleFacts } from '../../features/selections/person-facts.samples.ts'

const day = (date: string) => isoDate.parse(date)
const schemeYear = { from: day('2027-01-01'), to: day('2027-12-31') }

/** Salary of £45,000, age 34 on 1 January 2027, with a spouse and one child. */
const amelia: PersonFacts = {
  ...sampleFacts,
  dateOfBirth: day('1992-03-10'),
  family: [
    { id: 'tom', relation: 'partner', dateOfBirth: day('1986-01-01') },
    { id: 'ivy', relation: 'dependant', dateOfBirth: day('2019-08-20') },
  ],
}

/** The provider decided about life cover of six times salary. */
const decided = (accepted: bigint) => ({ decidedCover: { employee: { asked: 270_000_00n, accepted } } })

function ask(
  definition: BenefitDefinitionInput,
  values: Record<string, string>,
  more: Partial<PriceRequest> & { people?: string[] } = {},
): PriceOutcome {
  const { people = [], ...rest } = more
  return priceSelection({
    definition: benefitDefinition.parse(definition),
    rates: sampleRates,
    facts: amelia,
    choice: { values, people },
    on: schemeYear.from,
    schemeYear,
    ...rest,
  })
}

function price(...args: Parameters<typeof ask>): Price {
  const outcome = ask(...args)
  if (outcome.outcome !== 'priced') throw new Error(outcome.sentence)
  expect(recompute(outcome.price.trace)).toEqual({
    employeeYearly: outcome.price.employeeYearly,
    employerYearly: outcome.price.employerYearly,
  })
  return outcome.price
}

describe('prices by people covered', () => {
  it.each([
    [[], 13_80n, 165_60n],
    [['tom'], 27_60n, 331_20n],
    [['ivy'], 24_84n, 298_08n],
    [['tom', 'ivy'], 38_64n, 463_68n],
  ])(
    'charge, for dental level 2 with %j covered, %d pence a month and %d a year',
    (people, employeeMonthly, employeeYearly) => {
      expect(price(samples.dental, { level: 'level-2' }, { people })).toMatchObject({
        employeeMonthly,
        employeeYearly,
        employerYearly: 0n,
        employeePerPeriod: Array(12).fill(employeeMonthly),
      })
    },
  )

  it('let the employer pay for private medical cover up to the price of single cover with the same excess', () => {
    // 1,322.98 − 489.98 = 833.00; 833.00 / 12 = 69.416…: eight pay days of 69.42, four of 69.41.
    const family = price(samples.privateMedical, { excess: 'excess-250' }, { people: ['tom', 'ivy'] })
    expect([family.employerYearly, family.employeeYearly]).toEqual([489_98n, 833_00n])
    expect(family.employeePerPeriod).toEqual([...Array(8).fill(69_42n), ...Array(4).fill(69_41n)])

    const single = price(samples.privateMedical, { excess: 'excess-0' })
    expect(single).toMatchObject({
      employerYearly: 612_48n,
      employeeYearly: 0n,
      parts: [{ payer: 'employer', payCode: 'PMIER', taxMethod: 'benefit-in-kind' }],
    })
  })
})

describe('flat prices', () => {
  it('charge the price of the health cash plan minus a fixed yearly amount, which the employer pays', () => {
    // Level 2 costs 12 × 12.95 = 155.40. The employer pays 78.00 of it.
    expect(price(samples.cashPlan, { level: 'level-2' })).toMatchObject({
      employerYearly: 78_00n,
      employeeYearly: 77_40n,
      employeeMonthly: 6_45n,
    })
  })

  it('charge the monthly amount that a person chooses to donate', () => {
    expect(price(samples.payrollGiving, { amount: '7.5' })).toMatchObject({
      employeeYearly: 90_00n,
      employeeMonthly: 7_50n,
    })
  })
})

describe('cover priced by rates', () => {
  it('charges the employer for core life cover at the unit rate, and the employee nothing', () => {
    // 4 × 45,000 = 180,000; 180 × 0.95 = 171.00
    expect(price(samples.lifeAssurance, { multiple: '4' })).toMatchObject({
      employerYearly: 171_00n,
      employerMonthly: 14_25n,
      employeeYearly: 0n,
      cover: { selected: 180_000_00n, effective: 180_000_00n },
    })
  })

  it('charges flex life cover up to the free cover limit while the rest is pending', () => {
    // 6 × 45,000 = 270,000 exceeds the free limit of 250,000, so 70,000 of flex cover is in force: 70 × 0.62 = 43.40.
    const limited = price(samples.lifeAssurance, { multiple: '6' })
    expect(limited).toMatchObject({
      employeeYearly: 43_40n,
      employerYearly: 171_00n,
      cover: { selected: 270_000_00n, effective: 250_000_00n },
    })

    // Accepted: 90 × 0.62 = 55.80
    expect(price(samples.lifeAssurance, { multiple: '6' }, decided(270_000_00n))).toMatchObject({
      employeeYearly: 55_80n,
      cover: { selected: 270_000_00n, effective: 270_000_00n },
    })

    // Accepted in part: 80 × 0.62 = 49.60. Declined: only cover within the free limit remains.
    expect(price(samples.lifeAssurance, { multiple: '6' }, decided(260_000_00n)).employeeYearly).toBe(49_60n)
    expect(price(samples.lifeAssurance, { multiple: '6' }, decided(0n)).employeeYearly).toBe(43_40n)
  })

  it('rounds the sum of core and additional cover once, and the premium for that sum once', () => {
    const part = (code: string, paidBy: 'employee' | 'employer', cover: { times: string } | { percent: string }) => ({
      code,
      label: code,
      paidBy,
      price: {
        method: 'age-banded' as const,
        every: 'year' as const,
        rates: 'life-flex',
        ageOn: 'scheme-year-start' as const,
        cover:
          'times' in cover
            ? { of: 'salary-multiple' as const, salary: 'benefit' as const, ...cover }
            : { of: 'salary-percent' as const, salary: 'benefit' as const, ...cover },
      },
    })
    const facts = {
      ...amelia,
      dateOfBirth: day('1990-01-01'),
      salaries: { ...amelia.salaries, benefit: 65_000_65n },
    }
    for (const [core, more] of [
      [{ percent: '50' }, { percent: '10' }],
      [{ times: '0.5' }, { times: '0.1' }],
    ] as const) {
      const parts = [part('core', 'employer', core), part('more', 'employee', more)]
      // 60 % of £65,000.65 is £39,000.39, but the rounded parts add up to £39,000.40. At 0.87 for £1,000: 33.93 −
      // 28.28.
      expect(price({ ...samples.lifeAssurance, price: parts }, { multiple: '4' }, { facts })).toMatchObject({
        cover: { selected: 39_000_39n },
        employerYearly: 28_28n,
        employeeYearly: 5_65n,
      })
    }
  })

  it('rounds the monthly premium half up and charges it twelve times a year', () => {
    // 1 × 45,000 at 34: 45 × 1.2345 = 55.5525 → 55.55; × 12 = 666.60. Smoker: 45 × 2.4680 = 111.06; × 12 = 1,332.72
    expect(price(samples.criticalIllness, { multiple: '1', smoker: 'no' }).employeeYearly).toBe(666_60n)
    expect(price(samples.criticalIllness, { multiple: '1', smoker: 'yes' }).employeeYearly).toBe(1332_72n)
  })

  it("uses the partner's age for the partner's cover", () => {
    // The spouse is 41: 45 × 3.10 = 139.50; × 12 = 1,674.00. Payroll gets one amount: 1,674.00 + 666.60 = 2,340.60.
    const couple = price(
      samples.criticalIllness,
      { multiple: '1', smoker: 'no', 'partner-smoker': 'no' },
      { people: ['tom'] },
    )
    expect(couple.employeeYearly).toBe(2340_60n)
    expect(couple.parts).toHaveLength(1)
    expect(couple.partnerCover).toEqual({ selected: 45_000_00n, effective: 45_000_00n })
  })

  it("is limited to the benefit's largest cover", () => {
    const isla = { ...amelia, salaries: { ...amelia.salaries, benefit: 110_000_00n } }
    // 5 × 110,000, capped at 500,000; 500 × 1.2345 = 617.25; × 12 = 7,407.00
    expect(price(samples.criticalIllness, { multiple: '5', smoker: 'no' }, { facts: isla }).employeeYearly).toBe(
      7407_00n,
    )
  })

  it.each([
    // Cover of 5 × salary includes 45,000 of flex cover, within the free limit. It costs 45 × the rate of the age band.
    ['the day before the 35th birthday', '1992-01-02', 27_90n],
    ['on the 35th birthday', '1992-01-01', 39_15n],
    ['the last day of 29', '1997-01-02', 18_45n],
  ])('uses the age on the first day of the scheme year: %s', (_, dateOfBirth, yearly) => {
    expect(
      price(samples.lifeAssurance, { multiple: '5' }, { facts: { ...amelia, dateOfBirth: day(dateOfBirth) } })
        .employeeYearly,
    ).toBe(yearly)
  })

  it('refuses with a message if no age band contains the age', () => {
    expect(
      ask(samples.lifeAssurance, { multiple: '5' }, { facts: { ...amelia, dateOfBirth: day('1950-01-01') } }),
    ).toEqual({
      outcome: 'not-priced',
      reason: 'age-outside-bands',
      sentence: 'This cover is not offered at the age of 77',
    })
  })
})

describe('scheme year with 53 weekly periods', () => {
  const weekly = { facts: { ...amelia, payPeriods: 52, periodStart: schemeYear.from } }

  it('has 52 instalments of an order over 12 months', () => {
    expect(price(samples.cycleToWork, { value: '1000' }, weekly).parts[0]?.shares).toHaveLength(52)
  })

  it('splits a yearly price into 53 parts but a percentage into 52, even if both have the same pay code', () => {
    const fee = {
      code: 'fee',
      label: 'Fee',
      paidBy: 'employee',
      price: { method: 'flat', every: 'year', amount: { option: 'percent' } },
    } as const
    const withFee = { ...samples.pension, price: [...samples.pension.price, fee] }
    const { parts, employeePerPeriod, employeeYearly, employeeMonthly, trace } = price(
      withFee,
      { percent: '5' },
      weekly,
    )
    expect(parts.map(({ total, shares }) => [total, shares.length])).toEqual([
      [2250_00n, 52],
      [3150_00n, 52],
      [5_00n, 53],
    ])
    // On the 53rd pay day, the first of the 52 shares of the percentage is used again.
    expect([employeePerPeriod[0], employeePerPeriod[52]]).toEqual([43_27n + 10n, 43_27n + 9n])
    expect([employeeYearly, employeeMonthly]).toEqual([2255_00n, 187_92n])
    expect(trace.steps.filter(({ rule }) => rule === 'share').map(({ inputs }) => inputs[1]?.label)).toEqual([
      'Number of pay days',
      'Number of pay days',
      'Number of pay periods that begin in the scheme year',
    ])
    expect(price(withFee, { percent: '5' }, { facts: { ...amelia, payPeriods: 52 } }).parts).toHaveLength(2)
  })
})

describe('pension', () => {
  it.each([
    ['3', 1350_00n, 2250_00n],
    ['4.5', 2025_00n, 2250_00n],
    ['5', 2250_00n, 3150_00n],
    ['40', 18_000_00n, 4500_00n],
  ])(
    "deducts %s % of pensionable pay; the employer's matching depends on the percentage",
    (percent, employeeYearly, employerYearly) => {
      expect(price(samples.pension, { percent })).toMatchObject({ employeeYearly, employerYearly })
    },
  )
})

describe('holiday', () => {
  it('of five days at £45,000 costs £865.38: six deductions of £72.12 and six of £72.11', () => {
    const bought = price(samples.holidayTrading, { trade: 'buy', 'buy-days': '5' })
    expect(bought).toMatchObject({ employeeYearly: 865_38n, employeeMonthly: 72_12n })
    expect(bought.employeePerPeriod).toEqual([...Array(6).fill(72_12n), ...Array(6).fill(72_11n)])
    expect(bought.parts).toMatchObject([
      { taxMethod: 'sacrifice', payCode: 'HOLBUY', spread: { kind: 'rest-of-year' } },
    ])
  })

  it('has a negative amount if sold, because the employee is paid', () => {
    // 45,000 / 260 × 3 = 519.2307…
    const sold = price(samples.holidayTrading, { trade: 'sell', 'sell-days': '3' })
    expect(sold).toMatchObject({ employeeYearly: -519_23n, employeeMonthly: -43_27n })
    expect(sold.parts).toMatchObject([{ taxMethod: 'taxable-pay', payCode: 'HOLSELL', total: -519_23n }])
  })
})

describe('orders', () => {
  it('spread a bicycle of £1,000 over twelve pay days: four deductions of £83.34 and eight of £83.33', () => {
    const bicycle = price(samples.cycleToWork, { value: '1000' })
    expect(bicycle).toMatchObject({ orderTotal: 1000_00n, employeeYearly: 1000_00n, employeeMonthly: 83_34n })
    expect(bicycle.employeePerPeriod).toEqual([...Array(4).fill(83_34n), ...Array(8).fill(83_33n)])
  })

  it("paid over more than a year have the sum of the first year's payments as their yearly price", () => {
    const longer = {
      ...samples.cycleToWork,
      price: [
        { ...samples.cycleToWork.price[0], price: { method: 'order', option: 'value', spread: { instalments: 18 } } },
      ],
    }
    // 1,000 / 18 is ten instalments of 55.56 and eight of 55.55. The first twelve are 555.60 + 111.10 = 666.70.
    expect(price(benefitDefinition.parse(longer), { value: '1000' })).toMatchObject({
      orderTotal: 1000_00n,
      employeeYearly: 666_70n,
      employeeMonthly: 55_56n,
    })
  })

  it('of childcare vouchers are deducted each month until they are changed', () => {
    expect(price(samples.childcareVouchers, { monthly: '124' })).toMatchObject({
      employeeYearly: 1488_00n,
      employeeMonthly: 124_00n,
      parts: [{ spread: { kind: 'recurring' } }],
    })
  })
})

describe('price of a choice', () => {
  it('is replaced by a reason, never by £0, if it cannot be calculated', () => {
    expect(ask(samples.dental, {})).toMatchObject({
      outcome: 'not-priced',
      reason: 'choice-incomplete',
      sentence: "Please choose a value for 'Level' to see the price",
    })
    expect(ask(samples.dental, { level: 'level-9' })).toMatchObject({ outcome: 'not-priced', reason: 'rate-missing' })
    expect(ask(samples.dental, { level: 'level-1' }, { rates: [] })).toMatchObject({
      outcome: 'not-priced',
      reason: 'rate-missing',
    })
    // The choice was stored as a level before the option became a range.
    expect(ask(samples.pension, { percent: 'standard' })).toMatchObject({
      outcome: 'not-priced',
      reason: 'choice-incomplete',
    })
    expect(ask(samples.travelInsurance, { value: '100' })).toMatchObject({
      outcome: 'not-priced',
      reason: 'partner-unreachable',
    })
  })

  it('uses the rates in force on the first day of the choice', () => {
    const next = sampleRates
      .filter(({ code }) => code === 'cash-plan')
      .map((table) => ({ ...table, effectiveFrom: day('2027-04-01'), rows: [{ level: 'level-1', amount: '7.00' }] }))
    const rates = [...sampleRates, ...next]
    expect(price(samples.cashPlan, { level: 'level-1' }, { rates, on: day('2027-03-31') })).toMatchObject({
      employerYearly: 78_00n,
      employeeYearly: 0n,
    })
    expect(price(samples.cashPlan, { level: 'level-1' }, { rates, on: day('2027-04-01') })).toMatchObject({
      employerYearly: 78_00n,
      employeeYearly: 6_00n,
    })
  })
})
