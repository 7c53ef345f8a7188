import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, isoDate, type IsoDate } from '../../contract/dates.ts'
import type { DeductionLine } from '../payroll/deductions.rules.ts'
import * as samples from '../../features/scheme/definition.samples.ts'
import { randomTestSeed } from '../../features/benefits/random-test-seed.samples.ts'
import {
  sumsByPeriod,
  type SimulatedLife,
  simulateDeductions,
  simulateWithEverythingKnown,
  type LateFact,
} from '../../tests/harness/simulate-deductions.ts'

const day = (date: string) => isoDate.parse(date)
const numRuns = process.env['LONG_TESTS'] ? 5_000 : 60

const total = (lines: readonly DeductionLine[]) =>
  lines.reduce<[bigint, bigint]>((sum, { employee, employer }) => [sum[0] + employee, sum[1] + employer], [0n, 0n])

const paid = ({ lines, left }: { lines: readonly DeductionLine[]; left: bigint }) => total(lines)[0] + left

const dayIn2026 = fc.integer({ min: 0, max: 270 }).map((days) => addDays(day('2026-04-05'), days))
const rise: fc.Arbitrary<LateFact[]> = fc
  .record({ on: dayIn2026, from: dayIn2026, pounds: fc.integer({ min: 18_000, max: 120_000 }) })
  .map(({ on, from, pounds }) => [{ on, fact: 'basic-salary', value: `${pounds}00`, from }])
const leaving = (rows: (IsoDate | null)[], on: IsoDate[]): LateFact[] =>
  rows.map((lastDay, index): LateFact => {
    const recorded = on[index] ?? day('2026-12-01')
    return { on: recorded, fact: 'end-date', value: lastDay, from: recorded }
  })
const departure: fc.Arbitrary<LateFact[]> = fc
  .tuple(
    fc.array(fc.option(dayIn2026, { freq: 4, nil: null }), { minLength: 0, maxLength: 3 }),
    fc.uniqueArray(dayIn2026, { minLength: 3, maxLength: 3 }),
  )
  .map(([rows, on]) => leaving(rows, on.toSorted()))
const news = fc
  .tuple(fc.array(rise, { maxLength: 3 }), departure)
  .map(([rises, left]) => [...rises.flat(), ...left].toSorted((a, b) => (a.on < b.on ? -1 : 1)))
const life = (benefit: SimulatedLife['benefit'], values: SimulatedLife['values']) =>
  fc.record({
    benefit: fc.constant(benefit),
    values: fc.constant(values),
    chosenFrom: fc.constant(day('2026-04-01')),
    dateOfBirth: fc.constant(becoming40),
    news,
  })

/** Turns 40 on 12 June 2026, when the rate rises. */
const becoming40 = day('1986-06-12')
const byAgeWhenChosen: SimulatedLife['benefit'] = {
  ...samples.lifeAssurance,
  price: samples.lifeAssurance.price.map((component) => ({
    ...component,
    price: { ...component.price, ...('ageOn' in component.price && { ageOn: 'effective-date' }) },
  })),
}

const lives: [string, SimulatedLife['benefit'], SimulatedLife['values']][] = [
  ['life assurance by the age at which it was chosen', byAgeWhenChosen, { multiple: '5' }],
  ['life assurance', samples.lifeAssurance, { multiple: '5' }],
  ['a pension', samples.pension, { percent: '6' }],
  [
    'a pension whose last period goes by days',
    { ...samples.pension, leaving: { lastPeriod: 'by-days' } },
    { percent: '6' },
  ],
]

describe('facts that are recorded late', () => {
  it.each(lives)(
    'lead to the same cost in each period as facts known in time, for people who stay: %s',
    (name, benefit, values) => {
      fc.assert(
        fc.property(life(benefit, values), (one) => {
          const [late, known] = [simulateDeductions(one), simulateWithEverythingKnown(one)]
          const stays = late.held.selection.state !== 'ended'
          const costs = ({ lines, left }: typeof late) => [paid({ lines, left }), total(lines)[1]]
          expect([costs(late), stays && sumsByPeriod(late.lines)]).toEqual([
            costs(known),
            stays && sumsByPeriod(known.lines),
          ])
        }),
        { numRuns, seed: randomTestSeed(`late news of ${name}`) },
      )
    },
  )

  it.each(lives)('lead to the same cost if a last day is recorded and then removed: %s', (name, benefit, values) => {
    const takenBack = fc
      .tuple(dayIn2026, fc.uniqueArray(dayIn2026, { minLength: 2, maxLength: 2 }))
      .map(([lastDay, on]) => leaving([lastDay, null], on.toSorted()))
    fc.assert(
      fc.property(life(benefit, values), takenBack, (one, left) => {
        const stays = one.news.filter(({ fact }) => fact !== 'end-date')
        const told = [...stays, ...left].toSorted((a, b) => (a.on < b.on ? -1 : 1))
        expect(sumsByPeriod(simulateDeductions({ ...one, news: told }).lines)).toEqual(
          sumsByPeriod(simulateDeductions({ ...one, news: stays }).lines),
        )
      }),
      { numRuns, seed: randomTestSeed(`a last day taken back of ${name}`) },
    )
  })

  it('lead to the same result after a last day is removed, even if the salary changes the day after', () => {
    const told = (news: SimulatedLife['news']): SimulatedLife => ({
      benefit: { ...samples.pension, leaving: { lastPeriod: 'by-days' } },
      values: { percent: '6' },
      chosenFrom: day('2026-04-01'),
      news: [{ on: day('2026-04-05'), fact: 'basic-salary', value: '1800000', from: day('2026-04-11') }, ...news],
    })
    const left = leaving([day('2026-04-10'), null], [day('2026-04-05'), day('2026-04-06')])
    expect(sumsByPeriod(simulateDeductions(told(left)).lines)).toEqual(sumsByPeriod(simulateDeductions(told([])).lines))
  })

  it.each([undefined, 'settle', 'owed', 'transfer'] as const)(
    "charge an order once and in full, or leave the rest of the order as the leaver's balance: %s",
    (owed) => {
      const benefit = { ...samples.cycleToWork, ...(owed && { leaving: { owed } }) }
      fc.assert(
        fc.property(life(benefit, { value: '1000' }), (one) => {
          expect(paid(simulateDeductions(one))).toEqual(1000_00n)
        }),
        { numRuns, seed: randomTestSeed('late news of an order') },
      )
    },
  )
})

const sharedOrder: SimulatedLife['benefit'] = {
  ...samples.cycleToWork,
  price: [
    ...samples.cycleToWork.price,
    {
      code: 'contribution',
      label: 'Contribution',
      paidBy: 'employer',
      price: { method: 'order', option: 'value', spread: { instalments: 12 } },
    },
  ],
  pay: { ...samples.cycleToWork.pay, employer: { taxMethod: 'employer-only', payCode: 'CYCLE-ER' } },
}

it.each(['net-pay', 'settle', 'owed', 'drop'] as const)(
  "the employer's part of an order is charged as if the last day had been known in time: %s",
  (owed) => {
    const lateEnd = fc
      .tuple(dayIn2026, fc.integer({ min: 0, max: 120 }))
      .map(([lastDay, days]) => leaving([lastDay], [addDays(lastDay, days)]))
    const one = fc.record({
      benefit: fc.constant({ ...sharedOrder, leaving: { owed } }),
      values: fc.constant({ value: '1000' }),
      chosenFrom: fc.constant(day('2026-04-01')),
      news: lateEnd,
    })
    fc.assert(
      fc.property(one, (late) => {
        const employer = (life: SimulatedLife) => total(simulateDeductions(life).lines)[1]
        const inTime = {
          ...late,
          news: late.news.map((one) => ({ ...one, on: day('2026-04-02'), from: day('2026-04-02') })),
        }
        expect(employer(late)).toBe(employer(inTime))
      }),
      { numRuns, seed: randomTestSeed(`the employer's part of an order: ${owed}`) },
    )
  },
)

describe('leaver whose last day is recorded three periods late', () => {
  const late: SimulatedLife = {
    benefit: samples.pension,
    values: { percent: '6' },
    chosenFrom: day('2026-04-01'),
    news: leaving([day('2026-07-15')], [day('2026-10-12')]),
  }

  it('gets a refund of deductions made after leaving, because no later run will contain this person', () => {
    const { lines, left, held } = simulateDeductions(late)
    expect(held.selection).toMatchObject({ state: 'ended', versionInForce: null })
    expect(held.selection.newest).toMatchObject({
      action: 'end',
      actorId: null,
      effectiveFrom: '2026-07-16',
      effectiveTo: '2026-07-15',
      reason: 'Employment ends on 15 July 2026',
    })
    // £45,000 × 6 % = £2,700.00 a year, or £225.00 a month. July is charged in full; August to October are refunded.
    const own = lines.filter(({ payCode }) => payCode === samples.pension.pay.employee.payCode)
    expect(own.map(({ periodId, employee }) => [periodId, employee])).toEqual(
      ['2026-04', '2026-05', '2026-06', '2026-07', '2026-08', '2026-09', '2026-10'].map((id) => [id, 225_00n]),
    )
    expect(left).toBe(-675_00n)
  })

  it("has the employer's contributions after leaving corrected in the next run of the payroll", () => {
    // £45,000 × 7 % = £3,150.00 a year, or £262.50 a month. October's run is already locked on 12 October.
    const own = simulateDeductions(late).lines.filter(({ employer }) => employer !== 0n)
    expect(own.map(({ periodId, employer }) => [periodId, employer]).slice(0, 7)).toEqual(
      ['2026-04', '2026-05', '2026-06', '2026-07', '2026-08', '2026-09', '2026-10'].map((id) => [id, 262_50n]),
    )
    expect(own.slice(7)).toMatchObject(
      ['2026-08', '2026-09', '2026-10'].map((originalPeriodId) => ({
        periodId: '2026-11',
        originalPeriodId,
        payCode: samples.pension.pay.employer.payCode,
        employee: 0n,
        employer: -262_50n,
      })),
    )
  })

  it('is charged for the last period by days if the scheme says so: 15 of 31 days of £225.00', () => {
    const benefit = { ...samples.pension, leaving: { lastPeriod: 'by-days' as const } }
    const inTime = { ...late, benefit, news: leaving([day('2026-07-15')], [day('2026-07-01')]) }
    const sums = sumsByPeriod(simulateDeductions(inTime).lines)
    expect(sums[`2026-07 ${samples.pension.pay.employee.payCode}`]?.[0]).toBe(108_87n)
    expect(sums[`2026-08 ${samples.pension.pay.employee.payCode}`]).toBeUndefined()
    expect(simulateDeductions({ ...late, benefit }).left).toBe(108_87n - 225_00n - 675_00n)
  })

  it('gets corrections in the next run if that run contains the final pay, and in no later run', () => {
    // July was charged £225.00 instead of £108.87.
    const benefit = { ...samples.pension, leaving: { lastPeriod: 'by-days' as const } }
    const lockedBefore = { ...late, benefit, news: leaving([day('2026-07-15')], [day('2026-07-25')]) }
    const august = (one: SimulatedLife) =>
      simulateDeductions(one).lines.filter(({ periodId, employee }) => periodId > '2026-07' && employee !== 0n)
    expect(august(lockedBefore)).toEqual([])
    expect(simulateDeductions(lockedBefore).left).toBe(-116_13n)
    const paidOnceMore = { ...lockedBefore, finalPay: 'next-period' as const }
    expect(august(paidOnceMore)).toMatchObject([
      { periodId: '2026-08', originalPeriodId: '2026-07', employee: -116_13n },
    ])
    expect(simulateDeductions(paidOnceMore).left).toBe(0n)
    expect(simulateDeductions({ ...late, finalPay: 'next-period' }).left).toBe(-675_00n)
  })

  it('gets back all cover and deductions if the last day is removed', () => {
    const back = { ...late, news: leaving([day('2026-07-15'), null], [day('2026-10-12'), day('2026-12-14')]) }
    const { lines, held } = simulateDeductions(back)
    expect(held.selection).toMatchObject({
      state: 'active',
      newest: { action: 'reinstate', effectiveFrom: '2026-04-01' },
    })
    expect(sumsByPeriod(lines)).toEqual(sumsByPeriod(simulateDeductions({ ...late, news: [] }).lines))
  })
})

describe('rest of an order or of holiday that is due on leaving', () => {
  const order: SimulatedLife = {
    benefit: samples.cycleToWork,
    values: { value: '1200' },
    chosenFrom: day('2026-04-01'),
    news: leaving([day('2026-08-20')], [day('2026-06-03')]),
  }

  it("is the amount left after the last pay's instalment: £700.00 of £1,200.00", () => {
    const { lines, left } = simulateDeductions(order)
    expect(lines.map(({ periodId, employee }) => [periodId, employee])).toEqual(
      ['2026-04', '2026-05', '2026-06', '2026-07', '2026-08'].map((id) => [id, 100_00n]),
    )
    expect(left).toBe(700_00n)
  })

  it('is deducted from the last pay if the scheme says so', () => {
    const benefit = { ...samples.cycleToWork, leaving: { owed: 'settle' as const } }
    const settled = simulateDeductions({ ...order, benefit })
    expect(settled.lines.map(({ periodId, employee }) => [periodId, employee]).slice(-2)).toEqual([
      ['2026-07', 100_00n],
      ['2026-08', 800_00n],
    ])
    expect(settled.left).toBe(0n)
  })

  it('remains as a balance after the last pay, without deductions after the last day', () => {
    const late = { ...order, news: leaving([day('2026-08-20')], [day('2026-10-01')]) }
    const { lines, left } = simulateDeductions(late)
    expect(lines.map(({ periodId }) => periodId).slice(-2)).toEqual(['2026-08', '2026-09'])
    expect(left).toBe(600_00n)
  })

  it('is waived after the last pay if the scheme says so', () => {
    const dropped = { ...order, benefit: { ...samples.cycleToWork, leaving: { owed: 'drop' as const } } }
    expect(total(simulateDeductions(dropped).lines)).toEqual([500_00n, 0n])
  })

  it('is waived with a refund of deductions made before the last day was known', () => {
    const benefit = { ...samples.cycleToWork, leaving: { owed: 'drop' as const } }
    const late = { ...order, benefit, news: leaving([day('2026-08-20')], [day('2026-11-02')]) }
    const { lines, left } = simulateDeductions(late)
    expect([total(lines), left]).toEqual([[700_00n, 0n], -200_00n])
  })

  it('is deducted in the remaining instalments if the last day is removed later', () => {
    const benefit = { ...samples.cycleToWork, leaving: { owed: 'drop' as const } }
    const back = {
      ...order,
      benefit,
      news: leaving([day('2026-08-20'), null], [day('2026-11-02'), day('2026-11-30')]),
    }
    const { lines } = simulateDeductions(back)
    expect(total(lines)).toEqual([1200_00n, 0n])
    expect(lines.filter(({ employee }) => employee === 100_00n)).toHaveLength(12)
  })

  it('is the same as if the last day had been known in time, whenever the person leaves and this is reported', () => {
    const benefit = { ...samples.cycleToWork, leaving: { owed: 'drop' as const } }
    const once = fc.tuple(dayIn2026, dayIn2026).map(([last, on]) => leaving([last], [on]))
    fc.assert(
      fc.property(once, (news) => {
        const one: SimulatedLife = { ...order, benefit, values: { value: '1000' }, news }
        expect(paid(simulateDeductions(one))).toEqual(paid(simulateWithEverythingKnown(one)))
      }),
      { numRuns, seed: randomTestSeed('dropped orders') },
    )
  })
})
