import { addDays, isoDate, type IsoDate } from '../../contract/dates.ts'
import type { BenefitId, PersonId, SchemeYearId, SelectionId } from '../../contract/ids.ts'
import type { DeductionLine, DeductionSchedule } from '../../services/payroll/deductions.rules.ts'
import type { BenefitDefinitionInput } from '../../domain/definition/definition.ts'
import { payPeriodsOf } from '../../domain/windows/pay-periods.rules.ts'
import { earnedShare, leavingRule } from '../../services/payroll/leaving-rule.rules.ts'
import { monthlyPeriods } from '../../features/selections/periods.samples.ts'
import { type DatedFact, priceFactsOn } from '../../domain/tax/person-facts.rules.ts'
import { storedPrice } from '../../services/my-benefits/price-view.server.ts'
import { priceSelection } from '../../domain/pricing/price.ts'
import { sampleRates } from '../../features/selections/rates.samples.ts'
import { paySchedule } from '../../services/my-benefits/selection-pay.rules.ts'
import type { SelectionVersion } from '../../domain/selections/selection.rules.ts'
import { recalculationSteps } from '../../services/recalculation/recalculate.server.ts'
import { increaseDays } from '../../domain/selections/yearly-increase.rules.ts'
import { yearlyIncreaseSteps } from '../../features/recalculation/yearly-increases.server.ts'
import { type SelectionWithHistory, applyVersion } from '../../services/recalculation/apply-version.rules.ts'
import { benefitDefinition } from '../../features/scheme/benefit-definition.rules.ts'

const day = (date: string) => isoDate.parse(date)
const yearOfLife = { id: 'year' as SchemeYearId, from: day('2026-04-01'), to: day('2027-03-31') }

/** A fact that is reported on the day `on` and takes effect on the day `from`. */
export type LateFact = { on: IsoDate; fact: string; value: string | null; from: IsoDate }

export type SimulatedLife = {
  benefit: BenefitDefinitionInput
  values: Record<string, string>
  chosenFrom: IsoDate
  /** The employee's date of birth. Default: 12 June 1988. */
  dateOfBirth?: IsoDate
  news: readonly LateFact[]
  finalPay?: 'next-period'
  /** The first day on which the daily job applies yearly increases. Default: `chosenFrom`. */
  increasesAppliedFrom?: IsoDate
}

/** Uses the rules alone. Facts become known one after another, and each run is locked at its cut-off. */
export function simulateDeductions({
  benefit,
  values,
  chosenFrom,
  dateOfBirth = day('1988-06-12'),
  news,
  finalPay,
  increasesAppliedFrom = chosenFrom,
}: SimulatedLife): {
  lines: DeductionLine[]
  left: bigint
  held: SelectionWithHistory
} {
  const definition = benefitDefinition.parse(benefit)
  const facts = new Map<string, DatedFact>()
  const know = ({ fact, value, from }: Omit<LateFact, 'on'>) =>
    facts.set(`${fact} ${from}`, { fact, value, effectiveFrom: from })
  know({ fact: 'payroll', value: 'monthly', from: day('2019-03-04') })
  know({ fact: 'start-date', value: '2019-03-04', from: day('2019-03-04') })
  know({ fact: 'basic-salary', value: '4500000', from: day('2019-03-04') })

  let periods = monthlyPeriods('2026-04', 24)
  const followed = () => ({
    dateOfBirth,
    facts: [...facts.values()],
    family: [],
    periods: paid(),
    payCycleOn: () => ({ payPeriods: 12 }),
  })
  const paid = () =>
    payPeriodsOf([...facts.values()], new Map([['monthly', { periods, ...(finalPay && { finalPay }) }]]))
  let held = chosen()
  const locked: DeductionLine[] = []
  let due = schedule(chosenFrom)
  for (const { id, cutOffOn } of periods) {
    for (const one of news.filter(({ on }) => on <= cutOffOn && on > previousCutOff(id))) {
      know(one)
      const scheme = { year: yearOfLife, rates: sampleRates, taxTables: [], today: one.on }
      for (const next of recalculationSteps(held, { definition, person: followed(), scheme, since: one.from }))
        held = applyVersion(held, next, one.on)
      due = schedule(one.on)
    }
    if (increasesAppliedFrom <= cutOffOn) applyYearlyIncreases(cutOffOn)
    locked.push(...due.lines.filter(({ periodId }) => periodId === id))
    periods = periods.map((period) => (period.id === id ? { ...period, locked: true } : period))
  }
  return { lines: locked, left: schedule(yearOfLife.to).leftAtLeaving, held }

  function applyYearlyIncreases(today: IsoDate): void {
    const scheme = { year: yearOfLife, rates: sampleRates, taxTables: [], today }
    const to = today < yearOfLife.to ? today : yearOfLife.to
    for (const on of increaseDays(definition, { from: yearOfLife.from, to })) {
      const step = yearlyIncreaseSteps(held, { day: on, definition, person: followed(), scheme, mayCost: () => true })
      if (step.outcome !== 'risen') continue
      for (const next of step.steps) held = applyVersion(held, next, today)
      due = schedule(today)
    }
  }

  function previousCutOff(id: string): IsoDate {
    const index = periods.findIndex((period) => period.id === id)
    return periods[index - 1]?.cutOffOn ?? day('2000-01-01')
  }

  function schedule(today: IsoDate): DeductionSchedule {
    const known = [...facts.values()]
    return paySchedule({
      versions: held.versions.map((version) => ({ ...version, parts: version.price?.parts ?? [] })),
      periods: paid(),
      today,
      schemeYears: [yearOfLife],
      deducted: locked,
      leaving: {
        ...leavingRule(definition),
        earned: ({ firstDayAfterLeaving }) =>
          earnedShare(known, { firstDayAfterLeaving, schemeYears: [yearOfLife], boughtDays: null }),
      },
    })
  }

  function chosen(): SelectionWithHistory {
    const choice = { values, people: [] }
    const priced = priceSelection({
      definition,
      rates: sampleRates,
      facts: priceFactsOn({ ...followed(), payPeriods: 12, taxTables: [] }, chosenFrom),
      choice,
      on: chosenFrom,
      schemeYear: yearOfLife,
    })
    if (priced.outcome === 'not-priced') throw new Error(priced.sentence)
    const newest: SelectionVersion = {
      version: 1,
      schemeYearId: yearOfLife.id,
      state: 'active',
      action: 'submit',
      choice,
      peopleCovered: [],
      price: storedPrice(priced.price, 12),
      effectiveFrom: chosenFrom,
      effectiveTo: null,
      replaces: null,
      actorId: null,
      reason: null,
      recordedAt: `${addDays(chosenFrom, -1)}T09:00:00Z`,
    }
    const selection = {
      id: 'selection' as SelectionId,
      personId: 'amelia' as PersonId,
      benefitId: 'benefit' as BenefitId,
      state: 'active' as const,
      version: 1,
      versionInForce: 1,
      newest,
      running: newest,
    }
    return { selection, versions: [newest] }
  }
}

export function simulateWithEverythingKnown(life: SimulatedLife): ReturnType<typeof simulateDeductions> {
  const first = addDays(life.chosenFrom, -1)
  return simulateDeductions({ ...life, news: life.news.map((one) => ({ ...one, on: first })) })
}

/** Sums for employee and employer by pay period and pay code. A correction counts for the period it corrects. */
export function sumsByPeriod(lines: readonly DeductionLine[]): Record<string, [bigint, bigint]> {
  const sums: Record<string, [bigint, bigint]> = {}
  for (const { periodId, originalPeriodId, payCode, employee, employer } of lines) {
    const key = `${originalPeriodId ?? periodId} ${payCode}`
    const before = sums[key] ?? [0n, 0n]
    sums[key] = [before[0] + employee, before[1] + employer]
  }
  return Object.fromEntries(Object.entries(sums).filter(([, [own, other]]) => own !== 0n || other !== 0n))
}
