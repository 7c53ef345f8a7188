import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId, SchemeYearId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { clientRow } from '../../database/client-row.ts'
import { hasDied } from '../session/employment-status.queries.ts'
import type { PayPeriod } from './periods.rules.ts'

/** Returns an id for a new row from its name, such as 'benefit dental'. Ids are random, except for generated clients. */
export type NewId = (of: string) => string

export async function clientsByAddress(
  tx: Tx,
  { names }: { names: readonly string[] },
): Promise<Map<string, ClientId>> {
  const rows = await tx
    .selectFrom('client_address')
    .select(['name', 'client_id'])
    .where('name', 'in', [...names])
    .execute()
  return new Map(rows.map(({ name, client_id }) => [name, client_id]))
}

export async function clientCreatedOn(tx: Tx, clientId: ClientId): Promise<string | undefined> {
  const row = await tx.selectFrom('client').select('created_at').where('client_id', '=', clientId).executeTakeFirst()
  return row?.created_at
}

export async function hasAtMostPeople(
  tx: Tx,
  clientId: ClientId,
  { most: maximum }: { most: number },
): Promise<boolean> {
  const people = await tx
    .selectFrom('person_details')
    .select('person_id')
    .where('client_id', '=', clientId)
    .orderBy('person_id')
    .limit(maximum + 1)
    .execute()
  return people.length <= maximum
}

export async function lockScheme(tx: Tx, code: string): Promise<void> {
  // Waits until another application of the folder ends, which may take minutes. A request would fail instead.
  await sql`set local lock_timeout = '300s'`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`scheme ${code}`}, 0))`.execute(tx)
}

export async function renewSchemeRevision(tx: Tx, clientId: ClientId): Promise<void> {
  await tx.updateTable('client').set({ scheme_revision: randomUUID() }).where('client_id', '=', clientId).execute()
}

export type ClientRecord = {
  code: string
  name: string
  theme: unknown
  support: unknown
  switches: unknown
  identityProvider: unknown
  voucherApplication: unknown
  termsRevision: number
}

export async function saveClient(tx: Tx, clientId: ClientId, client: ClientRecord): Promise<number> {
  const { rows } = await sql<{ code: string }>`
    insert into client as known (client_id, code, name, theme, support, switches, identity_provider, voucher_application, terms_revision)
    values (
      ${clientId}, ${client.code}, ${client.name}, ${JSON.stringify(client.theme)}::jsonb, ${JSON.stringify(client.support)}::jsonb,
      ${JSON.stringify(client.switches)}::jsonb, ${jsonOrNull(client.identityProvider)}::jsonb, ${jsonOrNull(client.voucherApplication)}::jsonb,
      ${client.termsRevision}
    )
    on conflict (client_id) do update
    set code = excluded.code,
        name = excluded.name,
        theme = excluded.theme,
        support = excluded.support,
        switches = excluded.switches,
        identity_provider = excluded.identity_provider,
        voucher_application = excluded.voucher_application,
        terms_revision = excluded.terms_revision
    where (
        known.code, known.name, known.theme, known.support, known.switches, known.identity_provider,
        known.voucher_application, known.terms_revision
      )
      is distinct from
      (
        excluded.code, excluded.name, excluded.theme, excluded.support, excluded.switches, excluded.identity_provider,
        excluded.voucher_application, excluded.terms_revision
      )
    returning code
  `.execute(tx)
  return rows.length
}

function jsonOrNull(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}

export async function requireTwoFactor(
  tx: Tx,
  clientId: ClientId,
  { ofEmployees }: { ofEmployees: boolean },
): Promise<void> {
  await tx.updateTable('client').set({ requires_two_factor: ofEmployees }).where('client_id', '=', clientId).execute()
}

export async function saveAddresses(
  tx: Tx,
  clientId: ClientId,
  { names }: { names: readonly string[] },
): Promise<number> {
  const added = await tx
    .insertInto('client_address')
    .values(names.map((name) => ({ name, client_id: clientId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .execute()
  const removed = await tx
    .deleteFrom('client_address')
    .where('client_id', '=', clientId)
    .where('name', 'not in', [...names])
    .returning('name')
    .execute()
  return added.length + removed.length
}

export async function saveSchemeYear(
  tx: Tx,
  clientId: ClientId,
  {
    newId,
    from,
    to,
    lifeEvents,
    providerFormats,
  }: { newId: NewId; from: IsoDate; to: IsoDate; lifeEvents: unknown[]; providerFormats: unknown[] },
): Promise<{ id: SchemeYearId; year: number; changed: number }> {
  const year = Number(from.slice(0, 4))
  const { rows } = await sql<{ id: string }>`
    insert into scheme_year as known (client_id, id, year, starts_on, ends_on, life_event_kinds, provider_formats)
    values (
      ${clientId}, ${newId(`year ${year}`)}, ${year}, ${from}, ${to}, ${JSON.stringify(lifeEvents)}::jsonb,
      ${JSON.stringify(providerFormats)}::jsonb
    )
    on conflict (client_id, year) do update
    set starts_on = excluded.starts_on, ends_on = excluded.ends_on, life_event_kinds = excluded.life_event_kinds,
      provider_formats = excluded.provider_formats
    where (known.starts_on, known.ends_on, known.life_event_kinds, known.provider_formats)
      is distinct from
        (excluded.starts_on, excluded.ends_on, excluded.life_event_kinds, excluded.provider_formats)
    returning id
  `.execute(tx)
  const { id } = await tx
    .selectFrom('scheme_year')
    .select('id')
    .where('client_id', '=', clientId)
    .where('year', '=', year)
    .executeTakeFirstOrThrow()
  return { id, year, changed: rows.length }
}

export async function saveRates(
  tx: Tx,
  clientId: ClientId,
  {
    newId,
    schemeYearId,
    tables,
  }: { newId: NewId; schemeYearId: SchemeYearId; tables: readonly { name: string; content: unknown }[] },
): Promise<number> {
  const given = tables.map((table) => ({ ...table, id: newId(`rates ${table.name}`) }))
  const { rows } = await sql<{ name: string }>`
    insert into rate_table as known (client_id, id, scheme_year_id, name, content)
    select client.client_id, id, ${schemeYearId}::uuid, name, content
    from ${clientRow(clientId)}
    cross join jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(id uuid, name text, content jsonb)
    on conflict (client_id, scheme_year_id, name) do update
    set content = excluded.content
    where known.content is distinct from excluded.content
    returning name
  `.execute(tx)
  const removed = await tx
    .deleteFrom('rate_table')
    .where('client_id', '=', clientId)
    .where('scheme_year_id', '=', schemeYearId)
    .where('name', 'not in', ['', ...tables.map(({ name }) => name)])
    .returning('name')
    .execute()
  return rows.length + removed.length
}

export type BenefitRecord = {
  code: string
  position: number
  name: string
  category: string
  groupCode: string
  providerName: string
  needsApproval: boolean
  definition: unknown
  withdrawn: boolean
}

/** Saves benefits under the ids of their codes. Marks a benefit that left the folder as withdrawn, but does not remove it. */
export async function saveBenefits(
  tx: Tx,
  clientId: ClientId,
  { newId, schemeYearId, benefits }: { newId: NewId; schemeYearId: SchemeYearId; benefits: readonly BenefitRecord[] },
): Promise<{ ids: Map<string, BenefitId>; changed: number }> {
  await sql`
    insert into benefit_code (client_id, id, code)
    select client.client_id, id, code
    from ${clientRow(clientId)}
    cross join jsonb_to_recordset(${JSON.stringify(benefits.map(({ code }) => ({ code, id: newId(`benefit ${code}`) })))}::jsonb)
      as given(id uuid, code text)
    on conflict (client_id, code) do nothing
  `.execute(tx)
  const { rows } = await sql<{ code: string }>`
    insert into benefit as known
      (client_id, id, scheme_year_id, code, position, name, category, group_code, provider_name, needs_approval, definition, withdrawn)
    select of_code.client_id, of_code.id, ${schemeYearId}::uuid, code, position, name, category, "groupCode", "providerName", "needsApproval", definition, withdrawn
    from jsonb_to_recordset(${JSON.stringify(benefits)}::jsonb)
      as given(code text, position integer, name text, category text, "groupCode" text, "providerName" text, "needsApproval" boolean, definition jsonb, withdrawn boolean)
    join benefit_code as of_code using (code)
    where of_code.client_id = ${clientId}
    on conflict (client_id, scheme_year_id, code) do update
    set position = excluded.position,
        name = excluded.name,
        category = excluded.category,
        group_code = excluded.group_code,
        provider_name = excluded.provider_name,
        needs_approval = excluded.needs_approval,
        definition = excluded.definition,
        withdrawn = excluded.withdrawn
    where (known.position, known.name, known.category, known.group_code, known.provider_name, known.needs_approval, known.definition, known.withdrawn)
        is distinct from
        (excluded.position, excluded.name, excluded.category, excluded.group_code, excluded.provider_name, excluded.needs_approval, excluded.definition, excluded.withdrawn)
    returning code
  `.execute(tx)
  const withdrawn = await tx
    .updateTable('benefit')
    .set({ withdrawn: true })
    .where('client_id', '=', clientId)
    .where('scheme_year_id', '=', schemeYearId)
    .where('withdrawn', '=', false)
    .where('code', 'not in', ['', ...benefits.map(({ code }) => code)])
    .returning('code')
    .execute()
  const stored = await tx
    .selectFrom('benefit')
    .select(['id', 'code'])
    .where('client_id', '=', clientId)
    .where('scheme_year_id', '=', schemeYearId)
    .execute()
  return { ids: new Map(stored.map(({ id, code }) => [code, id])), changed: rows.length + withdrawn.length }
}

export type WindowRecord = {
  code: string
  cause: string
  opensOn: IsoDate | null
  closesOn: IsoDate | null
  rules: Record<string, unknown>
}

export async function saveWindows(
  tx: Tx,
  clientId: ClientId,
  { newId, schemeYearId, windows }: { newId: NewId; schemeYearId: SchemeYearId; windows: readonly WindowRecord[] },
): Promise<number> {
  const given = windows.map((window) => ({ ...window, id: newId(`window ${window.code}`) }))
  const { rows } = await sql<{ code: string }>`
    insert into enrolment_window as known (client_id, id, scheme_year_id, code, cause, opens_on, closes_on, rules)
    select client.client_id, id, ${schemeYearId}::uuid, code, cause, "opensOn", "closesOn", rules
    from ${clientRow(clientId)}
    cross join jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given(id uuid, code text, cause text, "opensOn" date, "closesOn" date, rules jsonb)
    on conflict (client_id, scheme_year_id, code) do update
    set cause = excluded.cause, opens_on = excluded.opens_on, closes_on = excluded.closes_on, rules = excluded.rules
    where (known.cause, known.opens_on, known.closes_on, known.rules)
      is distinct from (excluded.cause, excluded.opens_on, excluded.closes_on, excluded.rules)
    returning code
  `.execute(tx)
  const removed = await tx
    .deleteFrom('enrolment_window')
    .where('client_id', '=', clientId)
    .where('scheme_year_id', '=', schemeYearId)
    .where('person_id', 'is', null)
    .where('code', 'not in', ['', ...windows.map(({ code }) => code)])
    .returning('code')
    .execute()
  return rows.length + removed.length
}

export async function longestOrderPlaced(
  tx: Tx,
  clientId: ClientId,
  { schemeYearId }: { schemeYearId: SchemeYearId },
): Promise<number> {
  const { rows } = await sql<{ months: number }>`
    select
      coalesce(
        max(ceil((part -> 'spread' ->> 'count')::numeric * 12 / (version.price ->> 'payPeriods')::numeric)), 0
      )::integer as months
    from selection_version as version
    cross join lateral jsonb_array_elements(version.price -> 'parts') as part
    where version.client_id = ${clientId}
      and version.scheme_year_id = ${schemeYearId}
      and version.fixed_total
      and part -> 'spread' ->> 'kind' = 'instalments'
  `.execute(tx)
  return rows[0]?.months ?? 0
}

export type PayrollRecord = {
  code: string
  name: string
  frequency: Database['payroll']['frequency']
  finalPay: 'next-period' | null
  format: unknown
  periods: readonly PayPeriod[]
}

export async function savePayroll(
  tx: Tx,
  clientId: ClientId,
  { newId, schemeYearId, payroll }: { newId: NewId; schemeYearId: SchemeYearId; payroll: PayrollRecord },
): Promise<number> {
  const later = await laterYears(tx, clientId, { schemeYearId })
  const { rows } = await sql<{ id: string }>`
    insert into payroll as known (client_id, id, scheme_year_id, code, name, frequency, format, final_pay)
    values (${clientId}, ${newId(`payroll ${payroll.code}`)}, ${schemeYearId}, ${payroll.code}, ${payroll.name}, ${payroll.frequency}, ${JSON.stringify(payroll.format)}::jsonb, ${payroll.finalPay})
    on conflict (client_id, code) do update
    set name = excluded.name, frequency = excluded.frequency, format = excluded.format, final_pay = excluded.final_pay,
        scheme_year_id = excluded.scheme_year_id
    where (known.name, known.frequency, known.format, known.final_pay, known.scheme_year_id)
        is distinct from (excluded.name, excluded.frequency, excluded.format, excluded.final_pay, excluded.scheme_year_id)
      and known.scheme_year_id <> all(${later.map(({ id: year }) => year)}::uuid[])
    returning id
  `.execute(tx)
  const { id } = await tx
    .selectFrom('payroll')
    .select('id')
    .where('client_id', '=', clientId)
    .where('code', '=', payroll.code)
    .executeTakeFirstOrThrow()
  const given = payroll.periods
    .filter(({ payOn }) => !later.some(({ startsOn }) => startsOn <= payOn))
    .map((period) => ({ ...period, id: newId(`payroll ${payroll.code} ${period.year} ${period.number}`) }))
  // Wait for payroll runs that are being locked, because they must keep the old dates.
  await sql`
    select id
    from payroll_period
    where client_id = ${clientId}
      and payroll_id = ${id}
    order by id
    for no key update
  `.execute(tx)
  const locked = await tx
    .selectFrom('payroll_run')
    .select('period_id')
    .where('client_id', '=', clientId)
    .orderBy('period_id')
    .execute()
  const periods = await sql<{ id: string }>`
    insert into payroll_period as known (client_id, id, payroll_id, year, number, label, starts_on, ends_on, cut_off_on, pay_on)
    select client.client_id, id, ${id}::uuid, year, number, label, "startsOn", "endsOn", "cutOffOn", "payOn"
    from ${clientRow(clientId)}
    cross join jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given(id uuid, year integer, number integer, label text, "startsOn" date, "endsOn" date, "cutOffOn" date, "payOn" date)
    on conflict (client_id, payroll_id, year, number) do update
    set label = excluded.label,
        starts_on = excluded.starts_on,
        ends_on = excluded.ends_on,
        cut_off_on = excluded.cut_off_on,
        pay_on = excluded.pay_on
    where (known.label, known.starts_on, known.ends_on, known.cut_off_on, known.pay_on)
        is distinct from (excluded.label, excluded.starts_on, excluded.ends_on, excluded.cut_off_on, excluded.pay_on)
      and known.id <> all(${locked.map((row) => row.period_id)}::uuid[])
    returning id
  `.execute(tx)
  return rows.length + periods.rows.length
}

async function laterYears(
  tx: Tx,
  clientId: ClientId,
  { schemeYearId }: { schemeYearId: SchemeYearId },
): Promise<{ id: SchemeYearId; startsOn: IsoDate }[]> {
  const { rows } = await sql<{ id: SchemeYearId; startsOn: IsoDate }>`
    select later.id, later.starts_on as "startsOn"
    from scheme_year as own
    join scheme_year as later on later.client_id = own.client_id and later.starts_on > own.starts_on
    where own.client_id = ${clientId}
      and own.id = ${schemeYearId}
    order by later.starts_on
  `.execute(tx)
  return rows
}

export type PictureRecord = { name: string; hash: string; mediaType: string; bytes: Buffer }

export async function savePictures(
  tx: Tx,
  clientId: ClientId,
  { pictures }: { pictures: readonly PictureRecord[] },
): Promise<number> {
  const stored = await tx
    .selectFrom('client_picture')
    .select(['name', 'hash'])
    .where('client_id', '=', clientId)
    .execute()
  const fresh = pictures.filter(({ name, hash }) => !stored.some((one) => one.name === name && one.hash === hash))
  for (const { name, hash, mediaType, bytes } of fresh) {
    await tx
      .insertInto('client_picture')
      .values({ client_id: clientId, name, hash, media_type: mediaType, bytes })
      .onConflict((conflict) =>
        conflict.columns(['client_id', 'name']).doUpdateSet({ hash, media_type: mediaType, bytes }),
      )
      .execute()
  }
  const removed = await tx
    .deleteFrom('client_picture')
    .where('client_id', '=', clientId)
    .where('name', 'not in', ['', ...pictures.map(({ name }) => name)])
    .returning('name')
    .execute()
  return fresh.length + removed.length
}

export async function accountsByEmail(tx: Tx, clientId: ClientId, { emails }: { emails: readonly string[] }) {
  const { rows } = await sql<{ email: string; personId: PersonId }>`
    select email, person_id as "personId"
    from account
    where client_id = ${clientId}
      and email = any(${[...emails]}::text[])
    order by email
  `.execute(tx)
  return new Map(rows.map(({ email, personId }) => [email, personId]))
}

export async function peopleWhoDied(tx: Tx, clientId: ClientId, { people }: { people: readonly PersonId[] }) {
  const { rows } = await sql<{ personId: PersonId }>`
    select person_id as "personId"
    from unnest(${[...people]}::uuid[]) as given (person_id)
    where ${hasDied({ clientId, person: sql`given.person_id` })}
    order by person_id
  `.execute(tx)
  return new Set(rows.map(({ personId }) => personId))
}
