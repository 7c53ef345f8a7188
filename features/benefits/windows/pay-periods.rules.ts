import { addDays, type IsoDate } from '../../../contract/dates.ts'
import { goneFrom } from '../following/leaving.rules.ts'
import type { PayPeriod } from './effective.rules.ts'
import { type DatedFact, factOn, payPeriodsAYear } from '../eligibility/person-facts.rules.ts'

/** How somebody is paid. */
export type Paid = {
  /** The periods of the payrolls that pay them, each for its time; none where no payroll of the scheme year does. */
  periods: readonly PayPeriod[]
  /** Pay days in a year of the payroll that pays them on a day; monthly where none does. */
  payPeriodsOn: (day: IsoDate) => number
}

type Payrolls = ReadonlyMap<string, { frequency: keyof typeof payPeriodsAYear; periods: readonly PayPeriod[] }>

export function paidBy(facts: readonly DatedFact[], payrolls: Payrolls): Paid {
  const frequencyOn = (day: IsoDate) => payrolls.get(payrollOn(facts, day) ?? '')?.frequency ?? 'monthly'
  return { periods: periodsPaying(facts, payrolls), payPeriodsOn: (day) => payPeriodsAYear[frequencyOn(day)] }
}

/** The payroll that pays somebody on a day; of whoever none does, the next that will. */
export function payrollOn(facts: readonly DatedFact[], day: IsoDate): string | null {
  const next = inOrder(facts).find(({ value, effectiveFrom }) => value !== null && effectiveFrom > day)
  return factOn(facts, 'payroll', day) ?? next?.value ?? null
}

/**
 * The periods of the payrolls of a person, in order of time: of each payroll those that begin while it is theirs. Whoever
 * joins within a period is paid by it; those that begin after the last day of employment are marked as unpaid, but for the
 * first of them where the payroll has its final pay there.
 */
export function periodsPaying(
  facts: readonly DatedFact[],
  payrolls: ReadonlyMap<string, { periods: readonly PayPeriod[]; finalPay?: 'next-period' }>,
): PayPeriod[] {
  const gone = goneFrom(facts)
  const periods = periodsOf(facts, payrolls)
  if (gone === null) return periods
  const after = periods.filter(({ startsOn }) => startsOn >= gone)
  const last =
    payrolls.get(payrollOn(facts, addDays(gone, -1)) ?? '')?.finalPay === 'next-period' ? after[0] : undefined
  return periods.map((period) => (after.includes(period) && period !== last ? { ...period, unpaid: true } : period))
}

function periodsOf(
  facts: readonly DatedFact[],
  payrolls: ReadonlyMap<string, { periods: readonly PayPeriod[] }>,
): PayPeriod[] {
  const known = inOrder(facts)
  const codes = new Set(known.flatMap(({ value }) => value ?? []))
  const [only] = codes
  if (codes.size === 1 && only !== undefined) return [...(payrolls.get(only)?.periods ?? [])]
  const first = known[0]?.value ?? null
  return [...codes]
    .flatMap((code) =>
      (payrolls.get(code)?.periods ?? []).filter(
        ({ startsOn }) => (factOn(known, 'payroll', startsOn) ?? first) === code,
      ),
    )
    .toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1))
}

function inOrder(facts: readonly DatedFact[]): DatedFact[] {
  return facts.filter(({ fact }) => fact === 'payroll').toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1))
}
