import { sql } from 'kysely'
import type { IsoDate } from '../../../contract/dates.ts'
import type { ClientId, PersonId, SchemeYearId, SelectionId } from '../../../contract/ids.ts'
import type { Pence } from '../../../contract/money.ts'
import type { Tx } from '../../../database/database.ts'
import { checkMinimumWage } from '../../take-home/minimum-wage.rules.ts'
import { daysOfOtherPay, payFactsOn } from '../../take-home/pay-facts.rules.ts'
import { taxTables } from '../../take-home/tax-tables.queries.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import { factsFrom } from '../benefits.queries.ts'
import { givesUpLess, runningChanges } from './pay-changes.rules.ts'
import type { DatedFact } from '../eligibility/person-facts.rules.ts'
import { heldByPeople } from '../following/held.queries.ts'
import { hasDays, segmentOn, segmentsThatRan } from '../pay/segments.rules.ts'
import type { SelectionWithVersions } from '../selections/selection.rules.ts'
import { later } from '../windows/effective.rules.ts'
import { lastDayPaid } from './wage-days.rules.ts'

/**
 * A decision that would leave somebody below the minimum wage: pence a year, and from which day where that is later than
 * the one from which it counts.
 */
export type BelowWage = { selectionId: SelectionId; payAfter: Pence; floor: Pence; laterFrom: IsoDate | null }

/**
 * Of selections that were just approved in this transaction, those of guarded benefits whose owners' pay falls below the
 * minimum wage now that all of them run: on the days from which they count, or on a later one, up to the last on which they
 * are paid for, on which something else, pay or hours are known to change. Where salary or hours are not known, the
 * administrator is the person who looks.
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
  const years = await yearsOf(tx, clientId, guarded)
  const found: BelowWage[] = []
  for (const [personId, theirs] of Map.groupBy(guarded, (selection) => selection.personId)) {
    const first = theirs.map((one) => countsFrom(one, today)).reduce((a, b) => (a < b ? a : b))
    const person = await knownPay(tx, clientId, { personId, since: first })
    const begun = theirs.map((one) => {
      const from = countsFrom(one, today)
      const year = years.get(one.schemeYearId)
      return { id: one.id, from, upTo: year ? later(from, lastDayPaid(person.facts, year)) : from }
    })
    const runningOn = (day: IsoDate) => begun.filter(({ from, upTo }) => from <= day && day <= upTo)
    const upTo = begun.map((one) => one.upTo).reduce(later)
    const held = await heldSince(tx, clientId, { personId, theirs, first })
    const changes = [...held.flatMap((one) => one.days), ...daysOfOtherPay(person.facts, { after: first, upTo })]
    const all = [...begun.map(({ from }) => from), ...changes].filter((day) => day >= first)
    for (const on of [...new Set(all)].toSorted()) {
      const running = runningOn(on)
      if (running.length === 0) continue
      const check = checkMinimumWage({
        tables: taxTables(),
        // Pay days do not matter to a yearly figure.
        facts: payFactsOn({ ...person, payPeriods: 12 }, on),
        changes: runningChanges(
          held.map((one) => one.on(on)),
          { nameOf: (id) => definitions.get(id)?.name ?? id, leftOut: [], today },
        ),
        on,
      })
      if (check.outcome !== 'below') continue
      const { payAfter, floor } = check
      found.push(
        ...running.map(({ id, from }) => ({ selectionId: id, payAfter, floor, laterFrom: from < on ? on : null })),
      )
      break
    }
  }
  return found
}

/** What somebody has: the days from which something else of it runs after a first one, and what runs on a day. */
async function heldSince(
  tx: Tx,
  clientId: ClientId,
  { personId, theirs, first }: { personId: PersonId; theirs: readonly SelectionWithVersions[]; first: IsoDate },
): Promise<{ days: IsoDate[]; on: (day: IsoDate) => SelectionWithVersions }[]> {
  const years = [...new Set(theirs.map(({ schemeYearId }) => schemeYearId))]
  const held = []
  for (const schemeYearId of years)
    held.push(...(await heldByPeople(tx, clientId, { people: [personId], schemeYearId })))
  return held.map(({ selection, versions }) => {
    const changes = [selection.newest, selection.running].some((one) => (one?.effectiveFrom ?? first) > first)
    if (!changes) return { days: [], on: () => selection }
    const segments = segmentsThatRan(versions).filter(hasDays)
    return {
      days: segments.map(({ from }) => from),
      on: (day) => ({ ...selection, running: segmentOn(segments, day)?.version ?? null }),
    }
  })
}

/** A decision counts for no day before it. */
function countsFrom({ newest }: SelectionWithVersions, today: IsoDate): IsoDate {
  return later(newest.effectiveFrom ?? today, today)
}

/** The last days of the scheme years for which something was chosen. */
async function yearsOf(
  tx: Tx,
  clientId: ClientId,
  selections: readonly SelectionWithVersions[],
): Promise<Map<SchemeYearId, { to: IsoDate }>> {
  const rows = await tx
    .selectFrom('scheme_year')
    .select(['id', 'ends_on as to'])
    .where('client_id', '=', clientId)
    .where('id', '=', sql<SchemeYearId>`any(${[...new Set(selections.map((one) => one.schemeYearId))]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, to }) => [id, { to }]))
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

async function knownPay(
  tx: Tx,
  clientId: ClientId,
  { personId, since }: { personId: PersonId; since: IsoDate },
): Promise<{ dateOfBirth: IsoDate; facts: DatedFact[] }> {
  const { dateOfBirth } = await tx
    .selectFrom('person_details')
    .select('date_of_birth as dateOfBirth')
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return { dateOfBirth, facts: await factsFrom(tx, clientId, { personId, date: since }) }
}
