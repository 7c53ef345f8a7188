import type { IsoDate } from '../../../contract/dates.ts'
import type { ClientId, PersonId, SelectionId } from '../../../contract/ids.ts'
import type { Pence } from '../../../contract/money.ts'
import type { Tx } from '../../../database/database.ts'
import { checkMinimumWage } from '../../take-home/minimum-wage.rules.ts'
import { type PayFacts, payFactsOn } from '../../take-home/pay-facts.rules.ts'
import { taxTables } from '../../take-home/tax-tables.queries.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import { factsFrom } from '../benefits.queries.ts'
import { givesUpLess, runningChanges } from './pay-changes.rules.ts'
import { segmentOn, segmentsThatRan } from '../pay/segments.rules.ts'
import type { SelectionWithVersions } from '../selections/selection.rules.ts'
import { versionsOf } from '../selections/selection-versions.queries.ts'
import { selectionsOfPerson } from '../selections/selections.queries.ts'

/** A decision that would leave somebody below the minimum wage: pence a year. */
export type BelowWage = { selectionId: SelectionId; payAfter: Pence; floor: Pence }

/**
 * Of selections that were just approved in this transaction, those of guarded benefits whose owners' pay falls below the
 * minimum wage now that all of them run. Where salary or hours are not known, the administrator is the person who looks.
 */
export async function belowMinimumWageAfter(
  tx: Tx,
  clientId: ClientId,
  { approved, today }: { approved: readonly SelectionWithVersions[]; today: IsoDate },
): Promise<BelowWage[]> {
  const definitions = await definitionsOf(tx, clientId, approved)
  const guarded = approved.filter(
    (selection) =>
      definitions.get(selection.benefitId)?.requires.includes('minimum-wage') &&
      !givesUpLess({ asked: selection.newest.price, running: selection.running?.price ?? null }),
  )
  const found: BelowWage[] = []
  for (const [personId, theirs] of Map.groupBy(guarded, (selection) => selection.personId)) {
    const years = [...new Set(theirs.map(({ schemeYearId }) => schemeYearId))]
    const on = theirs.map(({ newest }) => newest.effectiveFrom ?? today).reduce((a, b) => (a < b ? b : a), today)
    const running: SelectionWithVersions[] = []
    for (const schemeYearId of years)
      for (const selection of await selectionsOfPerson(tx, clientId, { personId, schemeYearId }))
        running.push(await runningUntilLater(tx, clientId, { selection, on }))
    const check = checkMinimumWage({
      tables: taxTables(),
      facts: await payFactsOf(tx, clientId, { personId, on }),
      changes: runningChanges(running, { nameOf: (id) => definitions.get(id)?.name ?? id, leftOut: [], today }),
      on,
    })
    if (check.outcome === 'below')
      found.push(...theirs.map(({ id }) => ({ selectionId: id, payAfter: check.payAfter, floor: check.floor })))
  }
  return found
}

/** What ends with an employment, or is left, on a day that is known runs until then. */
async function runningUntilLater(
  tx: Tx,
  clientId: ClientId,
  { selection, on }: { selection: SelectionWithVersions; on: IsoDate },
): Promise<SelectionWithVersions> {
  if (selection.running || selection.newest.effectiveFrom === null || selection.newest.effectiveFrom <= on)
    return selection
  const versions = await versionsOf(tx, clientId, { selectionId: selection.id })
  return { ...selection, running: segmentOn(segmentsThatRan(versions), on)?.version ?? null }
}

async function definitionsOf(
  tx: Tx,
  clientId: ClientId,
  selections: readonly SelectionWithVersions[],
): Promise<Map<string, BenefitDefinition>> {
  const rows = await tx
    .selectFrom('benefit')
    .select(['id', 'definition'])
    .where('client_id', '=', clientId)
    .where('id', 'in', [...new Set(selections.map(({ benefitId }) => benefitId))])
    .execute()
  // A definition is checked when the scheme is applied, and stored as it was read.
  return new Map(rows.map(({ id, definition }) => [id, definition as BenefitDefinition]))
}

async function payFactsOf(
  tx: Tx,
  clientId: ClientId,
  { personId, on }: { personId: PersonId; on: IsoDate },
): Promise<PayFacts> {
  const { dateOfBirth } = await tx
    .selectFrom('person_details')
    .select('date_of_birth as dateOfBirth')
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  const facts = await factsFrom(tx, clientId, { personId, date: on })
  // Pay days do not matter to a yearly figure.
  return payFactsOn({ dateOfBirth, facts, payPeriods: 12 }, on)
}
