import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, isoDate, type IsoDate } from '../../../contract/dates.ts'
import type { DeductionLine } from '../../payroll/deductions.rules.ts'
import * as samples from '../definition/definition.samples.ts'
import { seed } from '../seed.samples.ts'
import { type Life, lived, livedKnowing, type News } from '../../../tests/harness/life.ts'

const day = (date: string) => isoDate.parse(date)
const numRuns = process.env['LONG_TESTS'] ? 5_000 : 150

/** What each period should have had, by pay code: its own lines and what came later for it. */
function byPeriod(lines: readonly DeductionLine[]): Record<string, [bigint, bigint]> {
  const sums: Record<string, [bigint, bigint]> = {}
  for (const { periodId, originalPeriodId, payCode, employee, employer } of lines) {
    const key = `${originalPeriodId ?? periodId} ${payCode}`
    const before = sums[key] ?? [0n, 0n]
    sums[key] = [before[0] + employee, before[1] + employer]
  }
  return Object.fromEntries(Object.entries(sums).filter(([, [own, other]]) => own !== 0n || other !== 0n))
}

const total = (lines: readonly DeductionLine[]) =>
  lines.reduce<[bigint, bigint]>((sum, { employee, employer }) => [sum[0] + employee, sum[1] + employer], [0n, 0n])

const dayIn2026 = fc.integer({ min: 0, max: 270 }).map((days) => addDays(day('2026-04-05'), days))
const rise: fc.Arbitrary<News[]> = fc
  .record({ on: dayIn2026, from: dayIn2026, pounds: fc.integer({ min: 18_000, max: 120_000 }) })
  .map(({ on, from, pounds }) => [{ on, fact: 'basic-salary', value: `${pounds}00`, from }])
const leaving = (rows: (IsoDate | null)[], on: IsoDate[]): News[] =>
  rows.map((lastDay, index): News => {
    const recorded = on[index] ?? day('2026-12-01')
    return { on: recorded, fact: 'end-date', value: lastDay, from: recorded }
  })
/** A last day that is recorded, moved or taken back, each on a day of its own. */
const departure: fc.Arbitrary<News[]> = fc
  .tuple(
    fc.array(fc.option(dayIn2026, { freq: 4, nil: null }), { minLength: 0, maxLength: 3 }),
    fc.uniqueArray(dayIn2026, { minLength: 3, maxLength: 3 }),
  )
  .map(([rows, on]) => leaving(rows, on.toSorted()))
const news = fc
  .tuple(fc.array(rise, { maxLength: 3 }), departure)
  .map(([rises, left]) => [...rises.flat(), ...left].toSorted((a, b) => (a.on < b.on ? -1 : 1)))
const life = (benefit: Life['benefit'], values: Life['values']) =>
  fc.record({
    benefit: fc.constant(benefit),
    values: fc.constant(values),
    chosenFrom: fc.constant(day('2026-04-01')),
    dateOfBirth: fc.constant(becoming40),
    news,
  })

/** Whoever is born on this day becomes 40 on 12 June 2026, where the rates go up. */
const becoming40 = day('1986-06-12')
const byAgeWhenChosen: Life['benefit'] = {
  ...samples.lifeAssurance,
  price: samples.lifeAssurance.price.map((component) => ({
    ...component,
    price: { ...component.price, ...('ageOn' in component.price && { ageOn: 'effective-date' }) },
  })),
}

const lives: [string, Life['benefit'], Life['values']][] = [
  ['life assurance by the age at which it was chosen', byAgeWhenChosen, { multiple: '5' }],
  ['life assurance', samples.lifeAssurance, { multiple: '5' }],
  ['a pension', samples.pension, { percent: '6' }],
  [
    'a pension whose last period goes by days',
    { ...samples.pension, leaving: { lastPeriod: 'by-days' } },
    { percent: '6' },
  ],
]

describe('whatever becomes known late', () => {
  it.each(lives)(
    'costs in the end what it would have cost known in time, period by period: %s',
    (name, benefit, values) => {
      fc.assert(
        fc.property(life(benefit, values), (one) => {
          expect(byPeriod(lived(one).lines)).toEqual(byPeriod(livedKnowing(one).lines))
        }),
        { numRuns, seed: seed(`late news of ${name}`) },
      )
    },
  )

  it.each(lives)(
    'costs what it would have cost if nobody had told of a last day that is taken back: %s',
    (name, benefit, values) => {
      const takenBack = fc
        .tuple(dayIn2026, fc.uniqueArray(dayIn2026, { minLength: 2, maxLength: 2 }))
        .map(([lastDay, on]) => leaving([lastDay, null], on.toSorted()))
      fc.assert(
        fc.property(life(benefit, values), takenBack, (one, left) => {
          const stays = one.news.filter(({ fact }) => fact !== 'end-date')
          const told = [...stays, ...left].toSorted((a, b) => (a.on < b.on ? -1 : 1))
          expect(byPeriod(lived({ ...one, news: told }).lines)).toEqual(byPeriod(lived({ ...one, news: stays }).lines))
        }),
        { numRuns, seed: seed(`a last day taken back of ${name}`) },
      )
    },
  )

  it('is whole where a last day is taken back, also with another salary from the day after it', () => {
    const told = (news: Life['news']): Life => ({
      benefit: { ...samples.pension, leaving: { lastPeriod: 'by-days' } },
      values: { percent: '6' },
      chosenFrom: day('2026-04-01'),
      news: [{ on: day('2026-04-05'), fact: 'basic-salary', value: '1800000', from: day('2026-04-11') }, ...news],
    })
    const left = leaving([day('2026-04-10'), null], [day('2026-04-05'), day('2026-04-06')])
    expect(byPeriod(lived(told(left)).lines)).toEqual(byPeriod(lived(told([])).lines))
  })

  it('takes an order once and whole, by the last pay of whoever leaves', () => {
    fc.assert(
      fc.property(life(samples.cycleToWork, { value: '1000' }), (one) => {
        expect(total(lived(one).lines)).toEqual([1000_00n, 0n])
      }),
      { numRuns, seed: seed('late news of an order') },
    )
  })
})

describe('a leaver recorded three periods late', () => {
  const late: Life = {
    benefit: samples.pension,
    values: { percent: '6' },
    chosenFrom: day('2026-04-01'),
    news: leaving([day('2026-07-15')], [day('2026-10-12')]),
  }

  it('has what was taken since given back in the next open run, each by its original period', () => {
    const { lines, held } = lived(late)
    expect(held.selection).toMatchObject({ state: 'ended', runningVersion: null })
    expect(held.selection.newest).toMatchObject({
      action: 'end',
      actorId: null,
      effectiveFrom: '2026-07-16',
      effectiveTo: '2026-07-15',
      reason: 'Employment ends on 15/07/2026',
    })
    // £45,000 × 6 % = £2,700.00 a year, £225.00 a month; July is charged whole, November is the next run that is open.
    const own = lines.filter(({ payCode }) => payCode === samples.pension.pay.employee.payCode)
    expect(own.map(({ periodId, originalPeriodId, employee }) => [periodId, originalPeriodId, employee])).toEqual([
      ...['2026-04', '2026-05', '2026-06', '2026-07', '2026-08', '2026-09', '2026-10'].map((id) => [
        id,
        undefined,
        225_00n,
      ]),
      ...['2026-08', '2026-09', '2026-10'].map((id) => ['2026-11', id, -225_00n]),
    ])
    expect(byPeriod(lines)).toEqual(byPeriod(livedKnowing(late).lines))
  })

  it('has the last period by its days where the scheme says so: 15 of 31 days of £225.00', () => {
    const benefit = { ...samples.pension, leaving: { lastPeriod: 'by-days' as const } }
    const sums = byPeriod(lived({ ...late, benefit }).lines)
    expect(sums[`2026-07 ${samples.pension.pay.employee.payCode}`]?.[0]).toBe(108_87n)
    expect(sums[`2026-08 ${samples.pension.pay.employee.payCode}`]).toBeUndefined()
  })

  it('is restored as though nothing had been when the last day is taken back', () => {
    const back = { ...late, news: leaving([day('2026-07-15'), null], [day('2026-10-12'), day('2026-12-14')]) }
    const { lines, held } = lived(back)
    expect(held.selection).toMatchObject({
      state: 'active',
      newest: { action: 'reinstate', effectiveFrom: '2026-04-01' },
    })
    expect(byPeriod(lines)).toEqual(byPeriod(lived({ ...late, news: [] }).lines))
  })
})

describe('what is left of an order or of holiday when somebody leaves', () => {
  const order: Life = {
    benefit: samples.cycleToWork,
    values: { value: '1200' },
    chosenFrom: day('2026-04-01'),
    news: leaving([day('2026-08-20')], [day('2026-06-03')]),
  }

  it('is taken in the last pay: £1,200.00 of which four instalments of £100.00 were taken', () => {
    expect(lived(order).lines.map(({ periodId, employee }) => [periodId, employee])).toEqual([
      ['2026-04', 100_00n],
      ['2026-05', 100_00n],
      ['2026-06', 100_00n],
      ['2026-07', 100_00n],
      ['2026-08', 800_00n],
    ])
  })

  it('is taken in the next open run where the last pay is over', () => {
    const late = { ...order, news: leaving([day('2026-08-20')], [day('2026-10-01')]) }
    expect(
      lived(late)
        .lines.map(({ periodId, employee }) => [periodId, employee])
        .slice(-2),
    ).toEqual([
      ['2026-09', 100_00n],
      ['2026-10', 600_00n],
    ])
  })

  it('is dropped where the scheme says so, after the last pay', () => {
    const dropped = { ...order, benefit: { ...samples.cycleToWork, leaving: { owed: 'drop' as const } } }
    expect(total(lived(dropped).lines)).toEqual([500_00n, 0n])
  })

  it('gives back, where it is dropped, what was taken since before that was known, each by its period', () => {
    const benefit = { ...samples.cycleToWork, leaving: { owed: 'drop' as const } }
    const late = { ...order, benefit, news: leaving([day('2026-08-20')], [day('2026-11-02')]) }
    const lines = lived(late).lines.map(({ periodId, originalPeriodId, employee }) => [
      periodId,
      originalPeriodId,
      employee,
    ])
    expect(lines.slice(-4)).toEqual([
      ['2026-09', undefined, 100_00n],
      ['2026-10', undefined, 100_00n],
      ['2026-11', '2026-09', -100_00n],
      ['2026-11', '2026-10', -100_00n],
    ])
    expect(total(lived(late).lines)).toEqual([500_00n, 0n])
  })

  it('is taken again in as many instalments as are left when the last day is taken back after that', () => {
    const benefit = { ...samples.cycleToWork, leaving: { owed: 'drop' as const } }
    const back = {
      ...order,
      benefit,
      news: leaving([day('2026-08-20'), null], [day('2026-11-02'), day('2026-11-30')]),
    }
    const { lines } = lived(back)
    expect(total(lines)).toEqual([1200_00n, 0n])
    // Five were taken and kept: seven of £100.00 are left.
    expect(lines.filter(({ employee }) => employee === 100_00n)).toHaveLength(5 + 2 + 7)
  })

  it('costs in the end what it would have cost known in time, whenever somebody leaves and it becomes known', () => {
    const benefit = { ...samples.cycleToWork, leaving: { owed: 'drop' as const } }
    const once = fc.tuple(dayIn2026, dayIn2026).map(([last, on]) => leaving([last], [on]))
    fc.assert(
      fc.property(once, (news) => {
        const one: Life = { ...order, benefit, values: { value: '1000' }, news }
        expect(byPeriod(lived(one).lines)).toEqual(byPeriod(livedKnowing(one).lines))
      }),
      { numRuns, seed: seed('dropped orders') },
    )
  })
})
