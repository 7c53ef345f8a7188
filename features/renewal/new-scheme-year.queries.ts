import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

export type RenewedSelection = {
  personId: PersonId
  benefitId: BenefitId
  benefit: string
  from: IsoDate
  ends: boolean
  reason: string | null
  /** Pence a month; null if nothing was charged. */
  before: string | null
  after: string | null
  /** In seconds. All versions of one transaction have the same value. */
  recordedAt: string
}

export async function renewedSince(
  tx: Tx,
  clientId: ClientId,
  { people, since, today }: { people: readonly PersonId[]; since: IsoDate; today: IsoDate },
): Promise<RenewedSelection[]> {
  const { rows } = await sql<RenewedSelection>`
    select
      version.subject_id as "personId",
      selection.benefit_id as "benefitId",
      benefit.name as benefit,
      version.effective_from as from,
      version.action = 'end-with-year' as ends,
      version.reason,
      former.price ->> 'employeeMonthly' as before,
      version.price ->> 'employeeMonthly' as after,
      extract(epoch from version.recorded_at)::text as "recordedAt"
    from selection_version as version
    join selection on selection.client_id = version.client_id and selection.id = version.selection_id
    join benefit
      on benefit.client_id = version.client_id
      and benefit.scheme_year_id = version.scheme_year_id
      and benefit.id = selection.benefit_id
    left join lateral (
      select price
      from selection_version as earlier
      where earlier.client_id = ${clientId}
        and earlier.selection_id = version.selection_id
        and earlier.version < version.version
        and earlier.price is not null
        and earlier.effective_from < version.effective_from
      order by earlier.version desc
      limit 1
    ) as former on true
    where version.client_id = ${clientId}
      and ${isOneOf(people, sql`selection.person_id`)}
      and version.action in ('renew', 'renew-for-evidence', 'renew-days', 'end-with-year')
      and version.recorded_at >= ${since}::date::timestamp at time zone 'Europe/London'
      and version.effective_from <= ${today}
      and benefit.definition -> 'pot' is null
    order by version.subject_id, benefit.position, benefit.name, version.version
  `.execute(tx)
  return rows
}

export type UnrenewedSelection = {
  selectionId: SelectionId
  personId: PersonId
  employeeName: string
  employeeNumber: string | null
  email: string
  benefitId: BenefitId
  benefitName: string
  since: IsoDate
}

/** Returns selections without a new price, still on the terms of a past scheme year. Omits orders. */
export async function unrenewedSelections(
  tx: Tx,
  clientId: ClientId,
  { people, today }: { people?: readonly PersonId[]; today: IsoDate },
): Promise<UnrenewedSelection[]> {
  const { rows } = await sql<UnrenewedSelection>`
    select
      selection.id as "selectionId",
      selection.person_id as "personId",
      person.first_name || ' ' || person.surname as "employeeName",
      employee.employee_number as "employeeNumber",
      account.email,
      selection.benefit_id as "benefitId",
      benefit.name as "benefitName",
      next.starts_on as since
    from selection
    join selection_version as version
      on version.client_id = ${clientId}
      and version.selection_id = selection.id
      and version.version = selection.version_in_force
    join scheme_year as year on year.client_id = ${clientId} and year.id = version.scheme_year_id
    join scheme_year as next
      on next.client_id = ${clientId}
      and next.starts_on > year.starts_on
      and ${today} between next.starts_on and next.ends_on
    join benefit
      on benefit.client_id = ${clientId}
      and benefit.scheme_year_id = next.id
      and benefit.id = selection.benefit_id
    join person_details as person on person.client_id = ${clientId} and person.person_id = selection.person_id
    join account on account.client_id = ${clientId} and account.person_id = selection.person_id
    left join employee on employee.client_id = ${clientId} and employee.person_id = selection.person_id
    where selection.client_id = ${clientId}
      and ${isOneOf(people, sql`selection.person_id`)}
      and not version.fixed_total
      and not benefit.withdrawn
    order by person.surname, person.first_name, benefit.position, selection.id
  `.execute(tx)
  return rows
}
