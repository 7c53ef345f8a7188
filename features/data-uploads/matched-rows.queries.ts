import { type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { withoutNestedLoops } from '../../platform/without-nested-loops.queries.ts'
import type { PersonRow } from '../../services/people/people-csv.rules.ts'
import { hasDied } from '../../services/session/employment-status.queries.ts'
import { peopleWithEmployeeNumbers } from './apply-new-emails.queries.ts'

export type MatchedPerson = {
  personId: PersonId
  /** False for people added by an upload that was undone: they are joiners again. */
  isKnown: boolean
  formerEmail: string | null
}

/** Matches by email address; for a new one, by employee number, name, and birthday or National Insurance number. */
export async function matchPeople(
  tx: Tx,
  clientId: ClientId,
  { uploadId, columns, people }: { uploadId: string; columns: readonly string[]; people: readonly PersonRow[] },
): Promise<Map<number, MatchedPerson>> {
  const byEmail = await accountsWith(tx, clientId, { emails: people.map(({ email }) => email) })
  const found = new Map<number, MatchedPerson>()
  const others: PersonRow[] = []
  for (const person of people) {
    const match = byEmail.get(person.email)
    if (match) found.set(person.line, { ...match, formerEmail: null })
    if (!match?.isKnown) others.push(person)
  }
  const holders = await peopleWithEmployeeNumbers(tx, clientId, {
    uploadId,
    emailAt: columns.indexOf('email'),
    rows: others.map(({ line, firstName, surname, dateOfBirth, nationalInsuranceNumber, facts }) => ({
      line,
      firstName,
      surname,
      dateOfBirth,
      nationalInsuranceNumber,
      number: facts['employee-number'] ?? '',
    })),
  })
  for (const { line, ...holder } of holders) found.set(line, { ...holder, isKnown: true })
  return found
}

async function accountsWith(
  tx: Tx,
  clientId: ClientId,
  { emails }: { emails: readonly string[] },
): Promise<Map<string, Omit<MatchedPerson, 'formerEmail'>>> {
  const { rows } = await sql<Omit<MatchedPerson, 'formerEmail'> & { email: string }>`
    select
      account.email,
      account.person_id as "personId",
      not (
        account.state = 'disabled'
        and account.activated_at is null
        and exists (
          select
          from upload_person as brought
          join upload on upload.client_id = ${clientId} and upload.id = brought.upload_id
          where brought.client_id = ${clientId}
            and brought.person_id = account.person_id
            and brought.kind = 'new'
            and not brought.kept_at_undo
            and upload.status = 'undone'
        )
      ) as "isKnown"
    from account
    where account.client_id = ${clientId}
      and account.email = any(${[...emails]}::text[])
    order by account.email
  `.execute(tx)
  return new Map(rows.map(({ email, ...match }) => [email, match]))
}

export type PersonWithNewAddress = { line: number; personId: PersonId }
export type UploadedFile = {
  uploadId: string
  columns: readonly string[]
  today: IsoDate
  moved: readonly PersonWithNewAddress[]
}

/** CTEs. The last one, `matched_row`, adds each row's person: by email address or, if that is new, from `moved`. */
export function matchedRows(
  clientId: ClientId,
  { uploadId, columns, today, moved }: UploadedFile,
): RawBuilder<unknown> {
  const cell = (column: string) => {
    const place = columns.indexOf(column)
    return place < 0 ? sql`''` : sql`coalesce(cells ->> ${place}::integer, '')`
  }
  return sql`
    -- Materialized, because with row-level security an expression cannot use the index of accounts.
    file_row as materialized (
      select
        line,
        -- Converts to lower case by Unicode rules in any database, as for account addresses.
        lower(${cell('email')} collate "und-x-icu") collate "default" as email,
        ${cell('employee_number')} as number,
        ${cell('date_of_birth')} as date_of_birth,
        -- Compared as text (yyyy-mm-dd). Invalid dates are reported separately.
        coalesce(nullif(${cell('effective_from')}, ''), ${today}::text) as since,
        ${cell('leaving_reason')} as leaving_reason,
        ${cell('status')} as status,
        ${cell('payroll')} as payroll,
        ${cell('payroll_id')} as payroll_id,
        ${cell('ni_number')} as ni_number,
        ${cell('end_date')} as last_day
      from upload_row
      where client_id = ${clientId}
        and upload_id = ${uploadId}
    ),
    matched_row as materialized (
      select file_row.*, coalesce(moved."personId", account.person_id) as person_id
      from file_row
      left join account on account.client_id = ${clientId} and account.email = file_row.email
      left join jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as moved(line integer, "personId" uuid)
        on moved.line = file_row.line
    )`
}

/** Returns rows that contradict a recorded death. `isEmptied`: only the leaving reason is empty. */
export async function deathsContradictedByFile(
  tx: Tx,
  clientId: ClientId,
  file: UploadedFile,
): Promise<{ line: number; isEmptied: boolean }[]> {
  const keepsLastDay = !file.columns.includes('end_date')
  const contradicted = sql<{ line: number; isEmptied: boolean }>`
    with ${matchedRows(clientId, file)}
    select line, leaving_reason = '' and (${keepsLastDay} or last_day <> '') as "isEmptied"
    from matched_row
    where person_id is not null
      and leaving_reason <> 'death'
      and ${hasDied({ clientId, person: sql`matched_row.person_id` })}
    order by line
  `
  const { rows } = await withoutNestedLoops(tx, () => contradicted.execute(tx))
  return rows
}

/** Returns the payroll codes of the scheme year on this date (or of the last one) and of later scheme years. */
export async function payrollCodesOn(tx: Tx, clientId: ClientId, { date }: { date: IsoDate }): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select payroll.code
    from payroll
    join scheme_year as year on year.client_id = payroll.client_id and year.id = payroll.scheme_year_id
    where payroll.client_id = ${clientId}
      and year.starts_on >= (
        select max(starts_on)
        from scheme_year
        where client_id = ${clientId}
          and starts_on <= ${date}
      )
    order by payroll.code
  `.execute(tx)
  return rows.map(({ code }) => code)
}
