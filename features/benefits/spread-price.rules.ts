import { monthly, perPeriod, type PricePart } from './pricing/parts.ts'
import { splitEvenly } from './pricing/money.ts'
import { applyRule, type TraceRule } from './pricing/trace-rules.ts'
import type { StoredPrice, StoredTrace } from './stored-price.ts'

/**
 * The same price with its fixed yearly totals over another number of pay days, so that what is shown stays what pay takes
 * when a decision comes after a cut-off. The totals are as they were agreed; so is everything that is not spread over the
 * rest of a year.
 */
export function spreadOver(price: StoredPrice, payDays: number): StoredPrice {
  const parts = price.parts.map((part): PricePart => {
    const total = BigInt(part.total)
    const anew = part.spread.kind === 'rest-of-year'
    return { ...part, total, shares: anew ? splitEvenly(total, payDays) : part.shares.map(BigInt) }
  })
  return {
    ...price,
    employeeMonthly: String(monthly(parts, 'employee', price.payPeriods)),
    employerMonthly: String(monthly(parts, 'employer', price.payPeriods)),
    employeePerPeriod: perPeriod(parts, 'employee').map(String),
    employerPerPeriod: perPeriod(parts, 'employer').map(String),
    parts: price.parts.map((part, index) => ({ ...part, shares: (parts[index]?.shares ?? []).map(String) })),
    trace: { ...price.trace, steps: stepsFor(price, String(payDays)) },
  }
}

/** The derivation ends with one share for each part, in their order; the pay days are the second thing a share is made of. */
function stepsFor({ trace, parts }: StoredPrice, payDays: string): StoredTrace['steps'] {
  const steps = [...trace.steps]
  const shares = steps.flatMap((step, index) => (step.rule === 'share' ? [index] : []))
  for (const [place, part] of parts.entries()) {
    const index = shares[place] ?? -1
    const [share, counted] = [steps[index], steps[steps[index]?.inputs[1]?.from ?? -1]]
    if (part.spread.kind !== 'rest-of-year' || !share || !counted) continue
    steps[steps.indexOf(counted)] = remade({
      ...counted,
      inputs: counted.inputs.map((one) => ({ ...one, value: payDays })),
    })
    steps[index] = remade({
      ...share,
      inputs: share.inputs.map((one, at) => (at === 1 ? { ...one, value: payDays } : one)),
    })
  }
  return steps
}

function remade(step: StoredTrace['steps'][number]): StoredTrace['steps'][number] {
  const values = step.inputs.map(({ value }) => value)
  // Stored by the rules of this name.
  return { ...step, output: { ...step.output, value: applyRule(step.rule as TraceRule, values) } }
}
