import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId, SchemeYearId, SelectionId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { Tx } from '../../database/database.ts'
import { checkMinimumWage, daysToCheckWage } from '../../domain/tax/minimum-wage.rules.ts'
import { payFactsOn } from '../../domain/tax/pay-facts.rules.ts'
import { taxTables } from '../../services/payroll/tax-tables.queries.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { sacrificesLess, currentPayChanges } from '../../domain/tax/pay-changes.rules.ts'
import {
  selectionHistories,
  knownPeople,
  type KnownPerson,
} from '../../services/recalculation/selection-history.queries.ts'
import type { SelectionWithHistory } from '../../services/recalculation/apply-version.rules.ts'
import { coversDays, coverPeriodOn, coverPeriodsOf } from '../../domain/selections/cover-periods.rules.ts'
import type { SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import { laterOf } from '../../domain/windows/effective-date.rules.ts'
import { lastDayPaid } from '../../services/my-benefits/last-day-paid.rules.ts'

/** Pence a year. `laterFrom`: first day below the minimum wage, if later than the choice's first day. */
export type BelowWage = { selectionId: SelectionId; payAfter: Pence; floor: Pence; laterFrom: IsoDate | null }

/** Checks the first day and days of known later changes. Unknown pay or hours do not prevent an approval. */
export async function belowMinimumWageAfter(
  tx: Tx,
  clientId: ClientId,
  { approved, today }: { approved: readonly SelectionWithVersions[]; today: IsoDate },
): Promise<BelowWage[]> {
  const definitions = await definitionsOf(tx, clientId, approved)
  const guarded = approved.filter(
    (selection) =>
      definitions.get(selection.benefitId)?.requires.includes('minimum-wage') &&
      !sacrificesLess({ asked: selection.newest.price, running: selection.running?.price ?? null }),
  )
  if (guarded.length === 0) return []
  const { years, known, held } = await readOwners(tx, clientId, { guarded, today })
  return known.flatMap((person) => {
    const begun = guarded
      .filter(({ personId }) => personId === person.personId)
      .map((one): StartedVersion => {
        const from = startsFrom(one, today)
        const year = years.get(one.newest.schemeYearId)
        return { selectionId: one.id, from, upTo: year ? laterOf(from, lastDayPaid(person.facts, year)) : from }
      })
    const nameOf = (id: BenefitId) => definitions.get(id)?.name ?? id
    return belowOf(person, { begun, held: held.get(person.personId) ?? [], nameOf, today })
  })
}

type StartedVersion = { selectionId: SelectionId; from: IsoDate; upTo: IsoDate }

function belowOf(
  person: KnownPerson,
  {
    begun,
    held,
    nameOf,
    today,
  }: {
    begun: readonly StartedVersion[]
    held: readonly SelectionWithHistory[]
    nameOf: (id: BenefitId) => string
    today: IsoDate
  },
): BelowWage[] {
  const first = begun.map(({ from }) => from).reduce(earlierDay)
  const upTo = begun.map((one) => one.upTo).reduce(laterOf)
  const own = held.map((one) => heldSince(one, first))
  const changes = [
    ...own.flatMap(({ days }) => days),
    ...daysToCheckWage(person, { tables: taxTables(), after: first, upTo }),
  ]
  const days = [...begun.map(({ from }) => from), ...changes.filter((day) => day > first)]
  for (const on of [...new Set(days)].toSorted()) {
    const running = begun.filter((one) => one.from <= on && on <= one.upTo)
    if (running.length === 0) continue
    const check = checkMinimumWage({
      tables: taxTables(),
      // Pay days don't matter to a yearly figure.
      facts: payFactsOn({ ...person, payPeriods: 12 }, on),
      changes: currentPayChanges(
        own.map((one) => one.on(on)),
        { benefitOf: (id) => ({ name: nameOf(id) }), leftOut: [], today },
      ),
      on,
    })
    if (check.outcome !== 'below') continue
    const { payAfter, floor } = check
    return running.map(({ selectionId, from }) => ({
      selectionId,
      payAfter,
      floor,
      laterFrom: from < on ? on : null,
    }))
  }
  return []
}

/** Loads all owners at once, because the decision holds locks for which other calls may wait. */
async function readOwners(
  tx: Tx,
  clientId: ClientId,
  { guarded, today }: { guarded: readonly SelectionWithVersions[]; today: IsoDate },
) {
  const years = await yearsOf(tx, clientId, guarded)
  const date = guarded.map((one) => startsFrom(one, today)).reduce(earlierDay)
  const known = await knownPeople(tx, clientId, { people: ownersOf(guarded), date })
  const held = await selectionHistories(tx, clientId, { people: ownersOf(guarded) })
  return { years, known, held: Map.groupBy(held, ({ selection }) => selection.personId) }
}

function ownersOf(selections: readonly SelectionWithVersions[]): PersonId[] {
  return [...new Set(selections.map(({ personId }) => personId))]
}

/** Returns days from `first` on which a version begins, and a function for the selection as of a day. */
function heldSince(
  { selection, versions }: SelectionWithHistory,
  first: IsoDate,
): { days: IsoDate[]; on: (day: IsoDate) => SelectionWithVersions } {
  const changes = [selection.newest, selection.running].some((one) => (one?.effectiveFrom ?? first) > first)
  if (!changes) return { days: [], on: () => selection }
  const segments = coverPeriodsOf(versions).filter(coversDays)
  return {
    days: segments.map(({ from }) => from),
    on: (day) => ({ ...selection, running: coverPeriodOn(segments, day)?.version ?? null }),
  }
}

function startsFrom({ newest }: SelectionWithVersions, today: IsoDate): IsoDate {
  return laterOf(newest.effectiveFrom ?? today, today)
}

function earlierDay(a: IsoDate, b: IsoDate): IsoDate {
  return a < b ? a : b
}

async function yearsOf(
  tx: Tx,
  clientId: ClientId,
  selections: readonly SelectionWithVersions[],
): Promise<Map<SchemeYearId, { to: IsoDate }>> {
  const rows = await tx
    .selectFrom('scheme_year')
    .select(['id', 'ends_on as to'])
    .where('client_id', '=', clientId)
    .where(
      'id',
      '=',
      sql<SchemeYearId>`any(${[...new Set(selections.map(({ newest }) => newest.schemeYearId))]}::uuid[])`,
    )
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
    .where((row) =>
      row.or(
        selections.map(({ benefitId, newest }) => row.and({ id: benefitId, scheme_year_id: newest.schemeYearId })),
      ),
    )
    .execute()
  // A definition is checked when the scheme is applied.
  return new Map(rows.map(({ id, definition }) => [id, definition as BenefitDefinition]))
}
