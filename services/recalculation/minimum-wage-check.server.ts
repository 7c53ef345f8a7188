import type { IsoDate } from '../../contract/dates.ts'
import { checkMinimumWage, daysToCheckWage } from '../../domain/tax/minimum-wage.rules.ts'
import { payFactsOn } from '../../domain/tax/pay-facts.rules.ts'
import type { TaxTable } from '../../domain/tax/tax-table.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { yearlySacrifice, payChangesOf, currentPayChanges } from '../../domain/tax/pay-changes.rules.ts'
import { lastDayPaid } from '../my-benefits/last-day-paid.rules.ts'
import type { SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import type { RecalculationInputs } from './recalculation-inputs.server.ts'

/** True if pay keeps the minimum wage, or the benefit does not require it. False if salary or hours are unknown. */
export function keepsMinimumWage(
  price: StoredPrice,
  {
    definition: { name, requires },
    person,
    others,
    taxTables,
    year,
    on,
  }: {
    definition: Pick<BenefitDefinition, 'name' | 'requires'>
    person: Pick<RecalculationInputs, 'dateOfBirth' | 'facts'>
    others: readonly SelectionWithVersions[]
    taxTables: readonly TaxTable[]
    year: { to: IsoDate }
    on: IsoDate
  },
): boolean {
  if (!requires.includes('minimum-wage') || yearlySacrifice(price) === 0n) return true
  const running = currentPayChanges(others, { benefitOf: (id) => ({ name: id }), leftOut: [], today: on })
  const changes = [...running, ...payChangesOf(price, { name, from: on })]
  const later = daysToCheckWage(person, { tables: taxTables, after: on, upTo: lastDayPaid(person.facts, year) })
  return [on, ...later].every((day) => {
    const facts = payFactsOn({ ...person, payPeriods: price.payPeriods }, day)
    const { outcome } = checkMinimumWage({ tables: taxTables, facts, changes, on: day })
    return outcome === 'kept' || (outcome === 'unknown' && day > on)
  })
}
