import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { StoredItem } from './scheme-changes.rules.ts'

export async function storedScheme(tx: Tx, clientId: ClientId, { from }: { from: IsoDate }): Promise<StoredItem[]> {
  const { rows } = await sql<StoredItem>`
    with year as (
      select id, year, starts_on, ends_on, life_event_kinds
      from scheme_year
      where client_id = ${clientId}
        and year = extract(year from ${from}::date)::integer
    )
    select 'client' as part, code, name, jsonb_build_object(
      'code', code, 'name', name, 'theme', theme, 'support', support, 'switches', switches,
      'identityProvider', identity_provider, 'voucherApplication', voucher_application,
      'termsRevision', terms_revision
    ) as content
    from client
    where client_id = ${clientId}
    union all
    select 'addresses', name, name, '{}'
    from client_address
    where client_id = ${clientId}
    union all
    select 'scheme year', year::text, year::text, jsonb_build_object(
      'from', starts_on, 'to', ends_on, 'lifeEvents', life_event_kinds
    )
    from year
    union all
    select 'benefits', code, name, definition
    from benefit
    where client_id = ${clientId}
      and scheme_year_id = (select id from year)
      and not withdrawn
    union all
    select 'windows', code, coalesce(rules ->> 'name', code), jsonb_build_object(
      'cause', cause, 'opens', opens_on, 'closes', closes_on
    ) || rules - 'name'
    from enrolment_window
    where client_id = ${clientId}
      and scheme_year_id = (select id from year)
      and person_id is null
    union all
    select 'rates', name, content ->> 'code', content
    from rate_table
    where client_id = ${clientId}
      and scheme_year_id = (select id from year)
    union all
    select 'payrolls', code, name, jsonb_strip_nulls(jsonb_build_object('finalPay', final_pay)) || jsonb_build_object('frequency', frequency, 'format', format, 'periods', (
      select jsonb_object_agg(period.year || ' ' || period.number, jsonb_build_object(
        'label', period.label, 'starts', starts_on, 'ends', ends_on, 'cutOff', cut_off_on, 'payDay', pay_on
      ))
      from payroll_period as period
      where period.client_id = ${clientId}
        and period.payroll_id = payroll.id
    ))
    from payroll
    where client_id = ${clientId}
      and exists (
        select
        from scheme_year
        where scheme_year.client_id = ${clientId}
          and scheme_year.id = payroll.scheme_year_id
          and scheme_year.starts_on >= (select starts_on from year)
      )
    union all
    select 'content', kind || ' ' || position, title, jsonb_build_object(
      'title', title, 'content', content, 'details', details, 'revision', revision
    )
    from content_page
    where client_id = ${clientId}
    union all
    select 'pictures', name, name, to_jsonb(hash)
    from client_picture
    where client_id = ${clientId}
    union all
    select 'files', name, name, to_jsonb(md5(content))
    from scheme_file
    where client_id = ${clientId}
      and year = (select year from year)
    order by 1, 2
  `.execute(tx)
  return rows
}
