import type { PayPeriod } from './effective.rules.ts'
import { type DatedFact, factOn } from '../eligibility/person-facts.rules.ts'

/**
 * The periods that pay a person, in order of time: of each payroll those that begin while it is theirs. Whoever joins
 * within a period is paid by it.
 */
export function periodsPaying(
  facts: readonly DatedFact[],
  payrolls: ReadonlyMap<string, { periods: readonly PayPeriod[] }>,
): PayPeriod[] {
  const known = facts.filter(({ fact }) => fact === 'payroll')
  const codes = new Set(known.flatMap(({ value }) => value ?? []))
  const [only] = codes
  if (codes.size === 1 && only !== undefined) return [...(payrolls.get(only)?.periods ?? [])]
  const first = known.toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1))[0]?.value ?? null
  return [...codes]
    .flatMap((code) =>
      (payrolls.get(code)?.periods ?? []).filter(
        ({ startsOn }) => (factOn(known, 'payroll', startsOn) ?? first) === code,
      ),
    )
    .toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1))
}
