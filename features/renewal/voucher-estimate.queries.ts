import { sql } from 'kysely'
import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { payrollsWithPeriods } from '../../services/payroll/pay-periods.queries.ts'
import { lockPeople } from '../../services/people/profile.queries.ts'
import { taxYearStart } from '../../domain/tax/relevant-earnings.rules.ts'
import { taxTables } from '../../services/payroll/tax-tables.queries.ts'
import { ratesOf, schemeYearOn } from '../../services/my-benefits/benefits.queries.ts'
import { factOn } from '../../domain/tax/person-facts.rules.ts'
import { isVoucherScheme } from '../../domain/tax/tax-band.rules.ts'
import { recalculationInputsOf } from '../../services/recalculation/recalculate.queries.ts'
import { recalculateAllowances } from '../recalculation/recalculate-allowances.queries.ts'
import {
  benefitsOfYear,
  selectionHistories,
  knownPeople,
} from '../../services/recalculation/selection-history.queries.ts'
import { recalculatedAllowance } from '../../services/recalculation/recalculate-allowance.rules.ts'
import { coverPeriodOn, coverPeriodsOf } from '../../domain/selections/cover-periods.rules.ts'
import { writeDeductionsOfMany } from '../../services/recalculation/selection-pay.queries.ts'
import { allowanceFor, flexAllowancesOf } from '../../services/my-benefits/flex-allowances.rules.ts'
import { appendVersions } from '../../services/my-benefits/selections.queries.ts'
import { voucherYearStart, voucherEstimateSteps } from './voucher-estimate.server.ts'

type LoweredOrder = { personId: PersonId; benefitId: BenefitId; benefit: string; from: IsoDate }

/** `joiningUnknown`: members who would have the highest cap if they had joined the scheme before 6 April 2011. */
export type VoucherEstimate = { lowered: LoweredOrder[]; joiningUnknown: SelectionId[] }

/** Lowers vouchers to the cap of each tax year begun since `since`. Caps are fixed for a tax year (EIM16054). */
export async function lowerVouchers(
  tx: Tx,
  clientId: ClientId,
  { people: among, since, today }: { people: readonly PersonId[]; since: IsoDate; today: IsoDate },
): Promise<VoucherEstimate> {
  const joiningUnknown: SelectionId[] = []
  const taxYear = taxYearStart(today)
  const year = await schemeYearOn(tx, clientId, { date: today })
  if (!year || taxYear < since) return { lowered: [], joiningUnknown }
  const benefits = await benefitsOfYear(tx, clientId, { schemeYearId: year.id })
  const offered = [...benefits].map(([id, { definition }]) => ({ id, code: definition.code, definition }))
  const vouchers = offered.filter(({ definition }) => isVoucherScheme(definition))
  const people = await holdersOf(tx, clientId, { people: among, benefits: vouchers.map(({ id }) => id) })
  if (people.length === 0) return { lowered: [], joiningUnknown }
  await lockPeople(tx, clientId, { people })

  const scheme = { year, today, taxTables: taxTables(), rates: await ratesOf(tx, clientId, { schemeYearId: year.id }) }
  const payrolls = await payrollsWithPeriods(tx, clientId, { from: year.from })
  const held = await selectionHistories(tx, clientId, { people })
  const known = await knownPeople(tx, clientId, { people, date: taxYearStart(addDays(taxYear, -1)) })
  const continuations = known.flatMap((person) => {
    const own = held.filter(({ selection }) => selection.personId === person.personId)
    return vouchers.flatMap(({ id, definition }) => {
      const one = own.find(({ selection }) => selection.benefitId === id)
      if (one?.selection.versionInForce && factOn(person.facts, 'voucher-member-since', today) === null)
        joiningUnknown.push(one.selection.id)
      const shares = allowanceFor(flexAllowancesOf(offered), id)
      const pricedOn = (day: IsoDate) =>
        own.flatMap(({ selection: { benefitId }, versions }) => {
          const price = coverPeriodOn(coverPeriodsOf(versions), day)?.version.price
          const other = benefits.get(benefitId)
          return price && other && benefitId !== id ? [{ definition: other.definition, price }] : []
        })
      const steps = one
        ? voucherEstimateSteps(one, {
            taxYear,
            definition,
            person: recalculationInputsOf(person, payrolls),
            scheme,
            pricedOn,
            pot:
              shares && recalculatedAllowance(shares, id, new Map(own.map((each) => [each.selection.benefitId, each]))),
          })
        : []
      return one && steps.length > 0 ? [{ selection: one.selection, steps, benefit: definition.name }] : []
    })
  })
  await appendVersions(tx, clientId, { continuations })
  await writeDeductionsOfMany(tx, clientId, { selections: continuations.map(({ selection }) => selection), today })
  const lowered = continuations.map(({ selection: { personId, benefitId }, steps, benefit }) => ({
    personId,
    benefitId,
    benefit,
    from: steps[0]?.effectiveFrom ?? voucherYearStart(taxYear),
  }))
  await recalculateAllowances(tx, clientId, { moved: lowered, today })
  return { lowered, joiningUnknown }
}

async function holdersOf(
  tx: Tx,
  clientId: ClientId,
  { people, benefits }: { people: readonly PersonId[]; benefits: readonly BenefitId[] },
): Promise<PersonId[]> {
  const rows = await tx
    .selectFrom('selection')
    .select('person_id as personId')
    .distinct()
    .where('client_id', '=', clientId)
    .where('person_id', '=', sql<PersonId>`any(${[...people]}::uuid[])`)
    .where('benefit_id', '=', sql<BenefitId>`any(${[...benefits]}::uuid[])`)
    .where('version_in_force', 'is not', null)
    .orderBy('person_id')
    .execute()
  return rows.map(({ personId }) => personId)
}
