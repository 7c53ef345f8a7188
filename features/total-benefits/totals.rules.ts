import type { IsoDate } from '../../contract/dates.ts'
import { type Pence, poundsFromPence } from '../../contract/money.ts'
import { digitsFromPence, penceFromDigits } from '../../domain/pricing/money.ts'
import { Derivation, type Source, type TracedFigure, type TraceStep } from '../../domain/pricing/trace.ts'
import type { EffectOutcome } from '../../domain/tax/take-home-effect.rules.ts'
import { taxYearLabel } from '../../domain/tax/tax-years.rules.ts'
import { type OverviewMode, overviewModes } from './total-benefits.contract.ts'
import { totalsMessages as say } from './totals.messages.ts'

type Side = { year: Pence; month: Pence }
type Paid = { name: string; effectiveFrom: IsoDate | null; employee: Side; employer: Side }

export type TotalsRequest = {
  salary: Pence | null
  running: readonly Paid[]
  effect: EffectOutcome
  since: IsoDate
}

type InEachMode<Value> = Record<OverviewMode, Value>

export type Totals = {
  employeeContribution: number
  employerContribution: number
  total: number
  salary: number | null
  addedToPay: number
  packageValue: number | null
  saved: number | null
}

/** Adds up the first month of each benefit, which may differ from a twelfth of the year. */
export function totalsOf(request: TotalsRequest): {
  totals: InEachMode<Totals & { trace: TraceStep[] }>
  savedTrace: TraceStep[]
} {
  const saved = savedBy(request)
  const [year, month] = overviewModes.map((mode) => totalsIn(mode, request, saved.amounts?.[mode] ?? null))
  if (!year || !month) throw new Error('A mode is missing')
  return { totals: { year, month }, savedTrace: saved.steps }
}

function totalsIn(
  mode: OverviewMode,
  { salary, running, since }: TotalsRequest,
  saved: Pence | null,
): Totals & { trace: TraceStep[] } {
  const derivation = new Derivation()
  const priceOf = ({ name, effectiveFrom }: Paid, amount: Pence): TracedFigure =>
    derivation.given(name, digitsFromPence(amount), 'pounds', {
      source: say.priceOf(name),
      effectiveDate: effectiveFrom ?? since,
    })
  const sum = (label: string, inputs: TracedFigure[]): TracedFigure =>
    derivation.step({ rule: 'sum', label, inputs, source: say.source, effectiveDate: since })
  const paidBy = (side: 'employee' | 'employer'): TracedFigure => {
    const paid = running.filter((one) => one[side][mode] !== 0n)
    return sum(
      say.contribution[side][mode],
      paid.map((one) => priceOf(one, one[side][mode])),
    )
  }

  const employee = paidBy('employee')
  const employer = paidBy('employer')
  const total = sum(say.total[mode], [employee, employer])
  const pay = salary === null ? null : salaryIn(mode, derivation, salary, since)
  const gains = running.filter((one) => one.employee[mode] < 0n)
  const gained = gains.map((one) => priceOf(one, -one.employee[mode]))
  const added = gained.length > 0 ? sum(say.addedToPay[mode], gained) : null
  const worth = pay && sum(say.packageValue[mode], added ? [pay, added, employer] : [pay, employer])
  return {
    employeeContribution: poundsOf(employee),
    employerContribution: poundsOf(employer),
    total: poundsOf(total),
    salary: pay && poundsOf(pay),
    addedToPay: added ? poundsOf(added) : 0,
    packageValue: worth && poundsOf(worth),
    saved: saved === null ? null : poundsFromPence(saved),
    trace: derivation.steps,
  }
}

function salaryIn(mode: OverviewMode, derivation: Derivation, salary: Pence, since: IsoDate): TracedFigure {
  const details = { source: say.employmentDetails, effectiveDate: since }
  const year = derivation.given(say.salary.year, digitsFromPence(salary), 'pounds', details)
  return mode === 'year' ? year : firstMonthOf(derivation, year, say.salary.month, details)
}

function savedBy({ salary, effect }: TotalsRequest): { amounts: InEachMode<Pence> | null; steps: TraceStep[] } {
  if (salary === null || effect.outcome === 'not-computed') return { amounts: null, steps: [] }
  const { before, after, steps, table } = effect
  const derivation = new Derivation()
  derivation.steps.push(...steps)
  const law = { source: say.taxFigures(taxYearLabel(table)), effectiveDate: table.from }
  const taken = (label: string, inputs: TracedFigure[]): TracedFigure =>
    derivation.step({ rule: 'sum', label, inputs, ...law })
  const without = taken(say.takenWithout, [before.incomeTax, before.nationalInsurance])
  const withThem = taken(say.takenWith, [after.incomeTax, after.nationalInsurance])
  const inputs = [without, withThem]
  const year = derivation.step({ rule: 'less', label: say.saved.year, inputs, ...law })
  const month = firstMonthOf(derivation, year, say.saved.month, law)
  return {
    amounts: { year: penceFromDigits(year.value), month: penceFromDigits(month.value) },
    steps: derivation.steps,
  }
}

function firstMonthOf(derivation: Derivation, year: TracedFigure, label: string, source: Source): TracedFigure {
  const twelve = derivation.givenOnce(say.months, '12', 'number', source)
  return derivation.step({ rule: 'share', label, inputs: [year, twelve], ...source })
}

function poundsOf({ value }: TracedFigure): number {
  return poundsFromPence(penceFromDigits(value))
}
