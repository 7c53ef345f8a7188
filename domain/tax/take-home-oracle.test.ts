import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { randomTestSeed } from '../../features/benefits/random-test-seed.samples.ts'
import { penceFromDigits } from '../pricing/money.ts'
import { recomputeSteps } from '../pricing/trace.ts'
import { calculateTakeHomeEffect, type TakeHomeEffect } from './take-home-effect.rules.ts'
import type { PayChange } from './gross-to-net.rules.ts'
import { niLetterOf, type PayFacts } from './pay-facts.rules.ts'
import { samplePayFacts, inTaxYear, samplePayChange } from '../../features/take-home/take-home.samples.ts'
import { readTaxTables } from '../../services/payroll/tax-tables.queries.ts'

const tables = readTaxTables()
const runs = { seed: randomTestSeed('take-home pay'), numRuns: process.env['LONG_TESTS'] ? 20_000 : 400 }

/** An independent calculation in whole pence and hundredths of a percent, with the figures of 2026/27. */
const oracle = {
  scotland: [
    [0, 3967, 1900],
    [3967, 16_956, 2000],
    [16_956, 31_092, 2100],
    [31_092, 62_430, 4200],
    [62_430, 125_140, 4500],
    [125_140, 9e9, 4800],
  ],
  elsewhere: [
    [0, 37_700, 2000],
    [37_700, 125_140, 4000],
    [125_140, 9e9, 4500],
  ],
  ni: [
    [12_570, 50_270, 800],
    [50_270, 9e9, 200],
  ],
  employer: [[5000, 9e9, 1500]],
  /** For people under 21 the employer pays only above the upper secondary threshold. */
  employerOfYoung: [[50_270, 9e9, 1500]],
  /** Birthdays at age limits on 1 December 2026. State Pension age: 66 years and 4 months (Pensions Act 2014). */
  reachedPensionAge: '1960-08-01',
  under21: '2005-12-02',
  under16: '2010-12-02',
  /** In hundredths of a percent of the list price. */
  electricCar: 400n,
  loans: { 'plan-1': 26_900, 'plan-2': 29_385, 'plan-4': 33_795, 'plan-5': 25_000 } as Record<string, number>,
}

function levy(amount: bigint, bands: number[][]): bigint {
  let tenThousandths = 0n
  for (const [from = 0, upTo = 0, rate = 0] of bands) {
    const [low, high] = [BigInt(from) * 100n, BigInt(upTo) * 100n]
    if (amount > low) tenThousandths += ((amount < high ? amount : high) - low) * BigInt(rate)
  }
  return (tenThousandths + 5000n) / 10_000n
}

type Sums = {
  givenUp: bigint
  valued: bigint
  untaxed: bigint
  net: bigint
  inKind: bigint
  byEmployer: bigint
  car: bigint
}

function judged({ salary, taxCountry, studentLoans, dateOfBirth: born }: PayFacts, sums: Sums) {
  const pay = (salary ?? 0n) - sums.givenUp
  const car = (sums.car * oracle.electricCar + 5000n) / 10_000n
  const gross = pay + sums.valued + sums.inKind + car - sums.untaxed
  const income = gross > 0n ? gross : 0n
  // Half of the income above £100,000, rounded to whole pounds in the person's favour.
  const excess = income > 100_000_00n ? ((income - 100_000_00n) / 200n) * 100n : 0n
  const allowance = excess < 12_570_00n ? 12_570_00n - excess : 0n
  const taxable = income > allowance ? income - allowance : 0n
  const tax = levy(taxable, taxCountry === 'Scotland' ? oracle.scotland : oracle.elsewhere)
  const ni = levy(pay, born <= oracle.reachedPensionAge || born >= oracle.under16 ? [] : oracle.ni)
  const employers = born >= oracle.under16 ? [] : born >= oracle.under21 ? oracle.employerOfYoung : oracle.employer
  const lowest = Math.min(...studentLoans.flatMap((plan) => oracle.loans[plan] ?? []))
  const loans =
    (Number.isFinite(lowest) ? levy(pay, [[lowest, 9e9, 900]]) : 0n) +
    (studentLoans.includes('postgraduate') ? levy(pay, [[21_000, 9e9, 600]]) : 0n)
  return {
    pay,
    tax,
    ni,
    loans,
    net: pay - sums.untaxed - tax - ni - loans - sums.net,
    employerNi: levy(pay, employers),
    class1A: ((sums.valued + sums.inKind + car) * 1500n + 5000n) / 10_000n,
  }
}

const days = (...dates: string[]) => dates.map((date) => isoDate.parse(date))
const anyone = fc
  .record({
    salary: fc.oneof(fc.bigInt({ min: 0n, max: 200_000_00n }), fc.bigInt({ min: 99_000_00n, max: 127_000_00n })),
    taxCountry: fc.constantFrom('rUK' as const, 'Scotland' as const),
    studentLoans: fc.subarray(['plan-1', 'plan-2', 'plan-4', 'plan-5', 'postgraduate'] as const),
    payPeriods: fc.constantFrom(12, 13, 26, 52),
    dateOfBirth: fc.oneof(
      fc.integer({ min: 1945, max: 2012 }).map((year) => isoDate.parse(`${year}-06-12`)),
      fc.constantFrom(...days('1960-08-01', '1960-08-02', '2005-12-01', '2005-12-02', '2010-12-01', '2010-12-02')),
    ),
  })
  .map((facts): PayFacts => samplePayFacts(0, { ...facts, niCategory: niLetterOf(facts.dateOfBirth, inTaxYear) }))

const amount = fc.bigInt({ min: 0n, max: 9_000_00n })
/** List price in pence of an electric car. Most people have none. */
const car = fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 90_000_00n }))
const anySums: fc.Arbitrary<Sums> = fc
  .record({
    sacrifice: amount,
    valued: amount,
    untaxed: amount,
    net: amount,
    inKind: amount,
    onlyEmployer: amount,
    car,
  })
  .map(({ sacrifice, onlyEmployer, ...sums }) => ({
    ...sums,
    givenUp: sacrifice + sums.valued,
    byEmployer: onlyEmployer + sums.inKind,
  }))

function changesOf(sums: Sums): PayChange[] {
  const change = (taxMethod: PayChange['taxMethod'], yearly: bigint, payer: PayChange['payer'] = 'employee') =>
    samplePayChange(taxMethod, 0, { yearly, payer, label: `${payer} ${taxMethod}` })
  return [
    change('sacrifice', sums.givenUp - sums.valued),
    change('sacrifice-opra', sums.valued),
    change('net-pay', sums.untaxed),
    change('net-deduction', sums.net),
    change('benefit-in-kind', sums.inKind, 'employer'),
    ...(sums.car > 0n
      ? [
          samplePayChange('benefit-in-kind', 0, {
            payer: 'employer',
            label: 'car',
            taxableValue: { label: 'List price', as: 'zero-emission-car', value: sums.car },
          }),
        ]
      : []),
    change('employer-only', sums.byEmployer - sums.inKind, 'employer'),
  ]
}

const none: Sums = { givenUp: 0n, valued: 0n, untaxed: 0n, net: 0n, inKind: 0n, byEmployer: 0n, car: 0n }

function effect(facts: PayFacts, changes: PayChange[]): TakeHomeEffect | undefined {
  const outcome = calculateTakeHomeEffect({
    tables,
    on: inTaxYear,
    before: { facts, changes: [], when: 'before' },
    after: { facts, changes, when: 'after' },
  })
  return outcome.outcome === 'computed' ? outcome : undefined
}

it('take-home pay agrees to the penny with an independent calculation, and with a recalculation from its derivation', () => {
  fc.assert(
    fc.property(anyone, anySums, (facts, sums) => {
      const found = effect(facts, changesOf(sums))
      expect(found !== undefined).toBe((facts.salary ?? 0n) >= sums.givenUp)
      if (!found) return
      const { after, before } = found
      const expected = judged(facts, sums)
      expect({
        pay: penceFromDigits(after.pay.value),
        tax: penceFromDigits(after.incomeTax.value),
        ni: penceFromDigits(after.nationalInsurance.value),
        loans: penceFromDigits(after.studentLoans.value),
        net: penceFromDigits(after.takeHome.value),
        employerNi: penceFromDigits(after.employerNationalInsurance.value),
        class1A: penceFromDigits(after.class1A.value),
      }).toEqual(expected)
      const { givenUp, untaxed, afterTax, byEmployer } = after.paid
      expect([givenUp, untaxed, afterTax, byEmployer]).toEqual([sums.givenUp, sums.untaxed, sums.net, sums.byEmployer])
      expect(found.takeHome.yearly).toBe(expected.net - judged(facts, none).net)
      expect(penceFromDigits(before.takeHome.value)).toBe(judged(facts, none).net)
      expect(recomputeSteps(found.steps)).toEqual(found.steps.map(({ output }) => output.value))
    }),
    runs,
  )
})

it('a yearly amount is split over months and pay days that differ by a penny at most', () => {
  fc.assert(
    fc.property(anyone, amount, (facts, given) => {
      const found = effect(facts, [samplePayChange('net-deduction', 0, { yearly: given })])
      if (!found) return
      const { yearly, monthly, perPeriod } = found.takeHome
      for (const [share, parts] of [
        [monthly, 12n],
        [perPeriod, BigInt(facts.payPeriods)],
      ] as const) {
        const left = yearly - share * parts
        // The first amount is the average, rounded up to a penny.
        expect(left >= 0n && left < parts).toBe(true)
      }
    }),
    runs,
  )
})
