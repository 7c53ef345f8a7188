import { penceFromDigits } from '../pricing/money.ts'
import type { Derivation, Source, TracedFigure } from '../pricing/trace.ts'
import { takeHomeMessages as say } from './take-home.messages.ts'
import type { StudentLoan } from '../selections/take-home.contract.ts'
import type { Band, TaxTable } from './tax-table.ts'

type Categories = TaxTable['nationalInsurance']['employee']['categories']

export function niBandsOf(categories: Categories, letter: string): readonly Band[] | undefined {
  return categories.find(({ letters }) => letters.includes(letter))?.bands
}

type RaisedLimits = { from: string; by: readonly TracedFigure[] }

/** Calculates a levy on the part of an amount in each band. The parts are added before rounding once. */
export function chargeByBands(
  derivation: Derivation,
  {
    label,
    base,
    bands,
    raised,
    ...source
  }: Source & { label: string; base: TracedFigure; bands: readonly Band[]; raised?: RaisedLimits },
): TracedFigure {
  const limitOf = (limit: string): TracedFigure => {
    const given = derivation.givenOnce(say.limit(limit), limit, 'pounds', source)
    if (!raised || penceFromDigits(limit) < penceFromDigits(raised.from)) return given
    return derivation.step({
      rule: 'sum',
      label: say.raisedLimit(limit),
      inputs: [given, ...raised.by],
      ...source,
    })
  }
  const parts = bands.flatMap(({ from, upTo, percent }) => {
    if (penceFromDigits(base.value) <= penceFromDigits(from)) return []
    const lower = limitOf(from)
    if (penceFromDigits(base.value) <= penceFromDigits(lower.value)) return []
    const limits = [lower, ...(upTo === undefined ? [] : [limitOf(upTo)])]
    return derivation.step({
      rule: upTo === undefined ? 'percent-above' : 'percent-of-band',
      label: say.part(label, percent),
      inputs: [base, ...limits, derivation.givenOnce(say.rate(percent), percent, 'percent', source)],
      ...source,
    })
  })
  return derivation.step({ rule: 'rounded-sum', label, inputs: parts, ...source })
}

/** Calculates one repayment above the lowest threshold of the person's plans, plus a postgraduate loan (2009 Regulations). */
export function studentLoansOn(
  derivation: Derivation,
  {
    pay,
    plans,
    table: { studentLoans, from: effectiveDate },
    label,
  }: { pay: TracedFigure; plans: readonly StudentLoan[]; table: TaxTable; label: string },
): TracedFigure {
  const { source } = studentLoans
  const courses = plans
    .filter((plan) => plan !== 'postgraduate')
    .toSorted((a, b) =>
      Number(penceFromDigits(studentLoans.plans[a].above) - penceFromDigits(studentLoans.plans[b].above)),
    )
  const repaid = [...courses.slice(0, 1), ...plans.filter((plan) => plan === 'postgraduate')]
  const each = repaid.map((plan) => {
    const { above, percent } = studentLoans.plans[plan]
    return chargeByBands(derivation, {
      label: `${label}, ${say.studentLoan[plan]}`,
      base: pay,
      bands: [{ from: above, percent }],
      source,
      effectiveDate,
    })
  })
  return derivation.step({ rule: 'sum', label, inputs: each, source, effectiveDate })
}
