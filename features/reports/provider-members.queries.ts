import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId, SchemeYearId, SelectionId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { Tx } from '../../database/database.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { startingActions } from '../../domain/selections/cover-periods.rules.ts'
import type { PayVersion } from '../../services/my-benefits/versions-in-force.rules.ts'
import { newestFacts } from '../../services/people/newest-facts.queries.ts'
import { taxReliefOn } from '../payroll/tax-relief.queries.ts'
import type { ProviderFormat } from '../../services/reports/provider.rules.ts'

export type ProvidedBenefit = {
  id: BenefitId
  provider: string
  schemeYearId: SchemeYearId
  startsOn: IsoDate
  endsOn: IsoDate
  definition: BenefitDefinition
  formats: readonly ProviderFormat[]
}

/** Benefits of scheme years that overlap these days or have pay lines on them. The newest year comes first. */
export async function providedBenefits(
  tx: Tx,
  clientId: ClientId,
  { from, to }: { from: IsoDate; to: IsoDate },
): Promise<ProvidedBenefit[]> {
  const { rows } = await sql<ProvidedBenefit>`
    with given as (
      select benefit.*, starts_on, ends_on
      from benefit
      join scheme_year on scheme_year.client_id = benefit.client_id and scheme_year.id = benefit.scheme_year_id
      where benefit.client_id = ${clientId}
        and provider_name is not null
        -- The provider of a flex allowance is the employer itself.
        and definition -> 'pot' is null
    )
    select
      id,
      provider_name as provider,
      scheme_year_id as "schemeYearId",
      starts_on as "startsOn",
      ends_on as "endsOn",
      definition,
      (select provider_formats from scheme_year where client_id = ${clientId} and id = scheme_year_id) as formats
    from given
    where (id, provider_name) in (
      select id, provider_name
      from given
      where ends_on >= ${from}
        -- The newest year is included after its end, because cover continues while the next year's folder is late.
        or starts_on = (select max(starts_on) from scheme_year where client_id = ${clientId} and starts_on <= ${to})
        or (scheme_year_id, id) in (
          select version.scheme_year_id, selection.benefit_id
          from payroll_period as period
          join deduction on deduction.client_id = period.client_id and deduction.period_id = period.id
          join selection on selection.client_id = deduction.client_id and selection.id = deduction.selection_id
          join selection_version as version
            on version.client_id = deduction.client_id
            and version.selection_id = deduction.selection_id
            and version.version = deduction.selection_version
          where period.client_id = ${clientId}
            and period.pay_on between ${from} and ${to}
        )
    )
    order by provider_name, starts_on desc, position, name, id
  `.execute(tx)
  return rows
}

export async function startOfSchemeYear(
  tx: Tx,
  clientId: ClientId,
  { by }: { by: IsoDate },
): Promise<IsoDate | undefined> {
  const { rows } = await sql<{ from: IsoDate | null }>`
    select max(starts_on) as from
    from scheme_year
    where client_id = ${clientId}
      and starts_on <= ${by}
  `.execute(tx)
  return rows[0]?.from ?? undefined
}

export async function membersOf(
  tx: Tx,
  clientId: ClientId,
  { benefitId, by }: { benefitId: BenefitId; by: IsoDate },
): Promise<SelectionId[]> {
  const { rows } = await sql<{ id: SelectionId }>`
    select selection.id
    from selection
    join person_details as person on person.client_id = selection.client_id and person.person_id = selection.person_id
    where selection.client_id = ${clientId}
      and benefit_id = ${benefitId}
      and exists (
        select 1
        from selection_version as version
        where version.client_id = ${clientId}
          and version.selection_id = selection.id
          and version.action = any(${[...startingActions]}::text[])
          and version.effective_from <= ${by}
      )
    order by surname, first_name, selection.person_id
  `.execute(tx)
  return rows.map(({ id }) => id)
}

export type MemberVersion = PayVersion & {
  schemeYearId: SchemeYearId
  selectionId: SelectionId
  choice: Choice
  covered: { id: string; name: string; relationship: 'partner' | 'dependant' }[]
  sumInsured: string | null
  partnerSumInsured: string | null
  employeeMonthly: string | null
  employerMonthly: string | null
  reason: string | null
  recordedAt: string
}

export async function versionsOfMembers(
  tx: Tx,
  clientId: ClientId,
  { selectionIds, by }: { selectionIds: readonly SelectionId[]; by: string },
): Promise<Map<SelectionId, MemberVersion[]>> {
  const { rows } = await sql<MemberVersion>`
    select
      selection_id as "selectionId", version, scheme_year_id as "schemeYearId", state, action, choice, people_covered as covered, reason,
      effective_from as "effectiveFrom", effective_to as "effectiveTo", recorded_at as "recordedAt",
      coalesce(price -> 'parts', '[]') as parts,
      price #>> '{cover,effective}' as "sumInsured",
      price #>> '{partnerCover,effective}' as "partnerSumInsured",
      price ->> 'employeeMonthly' as "employeeMonthly",
      price ->> 'employerMonthly' as "employerMonthly"
    from selection_version
    where client_id = ${clientId}
      and selection_id = any(${[...selectionIds]}::uuid[])
      and recorded_at <= ${by}
    order by selection_id, version
  `.execute(tx)
  return Map.groupBy(rows, ({ selectionId }) => selectionId)
}

export type Member = {
  selectionId: SelectionId
  benefitId: BenefitId
  personId: PersonId
  title: string | null
  firstName: string
  surname: string
  dateOfBirth: IsoDate
  sex: string | null
  niNumber: string | null
}

export async function peopleOfMembers(
  tx: Tx,
  clientId: ClientId,
  { selectionIds }: { selectionIds: readonly SelectionId[] },
): Promise<Map<SelectionId, Member>> {
  const { rows } = await sql<Member>`
    select
      selection.id as "selectionId", benefit_id as "benefitId", person_id as "personId", title,
      first_name as "firstName", surname, date_of_birth as "dateOfBirth", sex, national_insurance_number as "niNumber"
    from selection
    join person_details using (client_id, person_id)
    where selection.client_id = ${clientId}
      and selection.id = any(${[...selectionIds]}::uuid[])
    order by selection.id
  `.execute(tx)
  return new Map(rows.map((member) => [member.selectionId, member]))
}

export type MemberFacts = Record<string, string>

export async function factsOfMembers(
  tx: Tx,
  clientId: ClientId,
  { people, on }: { people: readonly PersonId[]; on: IsoDate },
): Promise<Map<PersonId, MemberFacts>> {
  const { rows } = await sql<{ personId: PersonId; facts: MemberFacts }>`
    select person_id as "personId", jsonb_object_agg(fact, value) filter (where value is not null) as facts
    from (${newestFacts(clientId, {
      facts: ['employee-number', 'basic-salary', 'benefit-salary', 'pensionable-salary', 'leaving-reason'],
      person: sql`= any(${[...people]}::uuid[])`,
      on,
    })}) as fact
    group by person_id
    order by person_id
  `.execute(tx)
  return new Map(rows.map(({ personId, facts }) => [personId, facts ?? {}]))
}

export async function birthDatesOf(
  tx: Tx,
  clientId: ClientId,
  { family }: { family: readonly string[] },
): Promise<Map<string, IsoDate>> {
  const rows = await tx
    .selectFrom('family_member')
    .select(['id', 'date_of_birth as bornOn'])
    .where('client_id', '=', clientId)
    .where('id', '=', sql<string>`any(${[...family]}::uuid[])`)
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ id, bornOn }) => [id, bornOn]))
}

export type DeductionInMonth = {
  selectionId: SelectionId
  schemeYearId: SchemeYearId
  payOn: IsoDate
  original: string | null
  employee: Pence
  employer: Pence
  relief: Pence
}

export async function deductionsInMonths(
  tx: Tx,
  clientId: ClientId,
  { selectionIds, from, to }: { selectionIds: readonly SelectionId[]; from: IsoDate; to: IsoDate },
): Promise<Map<SelectionId, DeductionInMonth[]>> {
  const { rows } = await sql<DeductionInMonth>`
    select
      deduction.selection_id as "selectionId",
      version.scheme_year_id as "schemeYearId",
      period.pay_on as "payOn",
      original.label as original,
      sum(employee_pence)::bigint as employee,
      sum(employer_pence)::bigint as employer,
      sum(${taxReliefOn(sql`period.pay_on`)})::bigint as relief
    from deduction
    join payroll_period as period on period.client_id = deduction.client_id and period.id = deduction.period_id
    join selection_version as version
      on version.client_id = deduction.client_id
      and version.selection_id = deduction.selection_id
      and version.version = deduction.selection_version
    left join payroll_period as original
      on original.client_id = deduction.client_id and original.id = deduction.original_period_id
    where deduction.client_id = ${clientId}
      and deduction.selection_id = any(${[...selectionIds]}::uuid[])
      and period.pay_on between ${from} and ${to}
    group by deduction.selection_id, version.scheme_year_id, period.pay_on, original.label, original.starts_on
    order by deduction.selection_id, period.pay_on, original.starts_on nulls first
  `.execute(tx)
  return Map.groupBy(rows, ({ selectionId }) => selectionId)
}
