import { sql, type RawBuilder } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId, SchemeYearId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { BenefitDefinition, WindowCause } from '../../domain/definition/definition.ts'
import type { FamilyEnd } from '../../domain/definition/family.rules.ts'
import type { EffectiveRule } from '../../domain/windows/effective-date.rules.ts'
import type { DatedFact } from '../../domain/tax/person-facts.rules.ts'
import { payrollOn } from '../../domain/windows/pay-periods.rules.ts'
import type { RateTable } from '../../domain/pricing/rate-table.ts'

export type SchemeYear = { id: SchemeYearId; from: IsoDate; to: IsoDate }

export type OfferedBenefit = { id: BenefitId; code: string; definition: BenefitDefinition; withdrawn?: true }

export type EnrolmentWindow = {
  cause: WindowCause
  opensOn: IsoDate | null
  closesOn: IsoDate | null
  rules: {
    days?: number
    takesEffect?: EffectiveRule
    benefits?: 'all' | readonly string[]
    eventDate?: IsoDate
    memberId?: string
    remindDays?: number
    for?: number
  }
}

export type PersonRow = {
  personId: PersonId
  firstName: string
  surname: string
  dateOfBirth: IsoDate
}

export type FamilyRow = {
  id: string
  relationship: 'partner' | 'dependant'
  firstName: string
  surname: string
  dateOfBirth: IsoDate
  educationEnds?: IsoDate | null
  disabilityUntil?: IsoDate | null
  ended?: FamilyEnd | null
}

export function schemeYearOn(tx: Tx, clientId: ClientId, { date }: { date: IsoDate }): Promise<SchemeYear | undefined> {
  return tx
    .selectFrom('scheme_year')
    .select(['id', 'starts_on as from', 'ends_on as to'])
    .where('client_id', '=', clientId)
    .where('starts_on', '<=', date)
    .where('ends_on', '>=', date)
    .orderBy('starts_on', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function schemeYearsOf(tx: Tx, clientId: ClientId): Promise<SchemeYear[]> {
  return tx
    .selectFrom('scheme_year')
    .select(['id', 'starts_on as from', 'ends_on as to'])
    .where('client_id', '=', clientId)
    .orderBy('starts_on')
    .execute()
}

export function schemeYearBefore(
  tx: Tx,
  clientId: ClientId,
  { date }: { date: IsoDate },
): Promise<SchemeYear | undefined> {
  return tx
    .selectFrom('scheme_year')
    .select(['id', 'starts_on as from', 'ends_on as to'])
    .where('client_id', '=', clientId)
    .where('starts_on', '<', date)
    .orderBy('starts_on', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function benefitsOffered(
  tx: Tx,
  clientId: ClientId,
  { schemeYearId }: { schemeYearId: SchemeYearId },
): Promise<OfferedBenefit[]> {
  return (await benefitsWithWithdrawn(tx, clientId, { schemeYearId })).filter(({ withdrawn }) => !withdrawn)
}

export async function benefitsWithWithdrawn(
  tx: Tx,
  clientId: ClientId,
  { schemeYearId }: { schemeYearId: SchemeYearId },
): Promise<OfferedBenefit[]> {
  const rows = await tx
    .selectFrom('benefit')
    .select(['id', 'code', 'definition', 'withdrawn'])
    .where('client_id', '=', clientId)
    .where('scheme_year_id', '=', schemeYearId)
    .orderBy('position')
    .orderBy('code')
    .execute()
  return rows.map(({ id, code, definition, withdrawn }) => ({
    id,
    code,
    // Definitions are validated when the scheme is applied, then stored unchanged.
    definition: definition as BenefitDefinition,
    ...(withdrawn && { withdrawn }),
  }))
}

export async function benefitsHeld(tx: Tx, clientId: ClientId): Promise<Set<BenefitId>> {
  const rows = await tx
    .selectFrom('selection')
    .select('benefit_id as id')
    .distinct()
    .where('client_id', '=', clientId)
    .where('version_in_force', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns each benefit once, from the current or latest past scheme year that has it, otherwise from the next. */
export function latestBenefits(clientId: ClientId, today: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select distinct on (benefit.id) benefit.*, starts_on, ends_on
    from benefit
    join scheme_year on scheme_year.client_id = ${clientId} and scheme_year.id = benefit.scheme_year_id
    where benefit.client_id = ${clientId}
    order by benefit.id, starts_on <= ${today} desc, abs(starts_on - ${today})
  `
}

export async function ratesOf(
  tx: Tx,
  clientId: ClientId,
  { schemeYearId }: { schemeYearId: SchemeYearId },
): Promise<RateTable[]> {
  const rows = await tx
    .selectFrom('rate_table')
    .select('content')
    .where('client_id', '=', clientId)
    .where('scheme_year_id', '=', schemeYearId)
    .execute()
  // Rate tables are validated when the scheme is applied.
  return rows.map(({ content }) => content as RateTable)
}

export async function windowsForEveryone(
  tx: Tx,
  clientId: ClientId,
  { schemeYearId }: { schemeYearId: SchemeYearId },
): Promise<EnrolmentWindow[]> {
  const rows = await tx
    .selectFrom('enrolment_window')
    .select(['cause', 'rules', 'opens_on as opensOn', 'closes_on as closesOn'])
    .where('client_id', '=', clientId)
    .where('scheme_year_id', '=', schemeYearId)
    .where('person_id', 'is', null)
    .orderBy('opens_on')
    .orderBy('code')
    .execute()
  // Rules are validated when the scheme is applied.
  return rows.map((row) => ({ ...row, rules: row.rules as EnrolmentWindow['rules'] }))
}

export function recordedFacts(clientId: ClientId, person: RawBuilder<unknown>): RawBuilder<DatedFact> {
  return sql<DatedFact>`
    select fact, value, effective_from as "effectiveFrom"
    from employment_fact
    where client_id = ${clientId}
      and person_id = ${person}
    order by fact, effective_from desc, recorded_at desc, sequence desc
  `
}

export async function payrollFactsOf(
  tx: Tx,
  clientId: ClientId,
  { people, date, today }: { people: readonly PersonId[]; date: IsoDate; today: IsoDate },
): Promise<Map<PersonId, DatedFact[]>> {
  const { rows } = await sql<DatedFact & { personId: PersonId }>`
    with newest as (
      select distinct on (person_id, fact, effective_from) person_id, fact, value, effective_from
      from employment_fact
      where client_id = ${clientId}
        and person_id = any(${[...people]}::uuid[])
        and fact in ('payroll', 'status', 'start-date', 'end-date', 'bought-days-taken')
      order by person_id, fact, effective_from desc, recorded_at desc, sequence desc
    ),
    beside as (
      select
        *, max(effective_from) filter (where effective_from <= ${date}) over (partition by person_id, fact) as in_force_from
      from newest
    )
    select person_id as "personId", fact, value, effective_from as "effectiveFrom"
    from beside
    where in_force_from is null
      or effective_from >= in_force_from
    order by person_id, effective_from
  `.execute(tx)
  const paid = [...Map.groupBy(rows, ({ personId }) => personId)].filter(([, own]) => payrollOn(own, today) !== null)
  return new Map(paid)
}
