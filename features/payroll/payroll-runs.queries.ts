import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { Tx } from '../../platform/handle.ts'
import { penceOf } from '../benefits/pricing/money.ts'
import type { ChangeType, LockedDeduction } from './change-type.rules.ts'
import type { PayrollFormat } from './payroll-csv.server.ts'
import type { PayrollLine } from './payroll-line.rules.ts'

/** One period of one payroll, with what is fixed of it once it is locked. */
export type Period = {
  periodId: string
  payrollId: string
  payrollName: string
  label: string
  startsOn: IsoDate
  endsOn: IsoDate
  cutOffOn: IsoDate
  payOn: IsoDate
  hasDeductions: boolean
  locked: boolean
  run: {
    lockedAt: string
    lineCount: number
    employeePence: Pence
    employerPence: Pence
    reportId: string | null
  } | null
}

/** Every period of every payroll of the client, or of one payroll, the earliest first. */
export async function listPeriods(
  tx: Tx,
  clientId: ClientId,
  { payrollId }: { payrollId?: string } = {},
): Promise<Period[]> {
  const rows = await tx
    .selectFrom('payroll_period as period')
    .innerJoin('payroll', (join) =>
      join.onRef('payroll.client_id', '=', 'period.client_id').onRef('payroll.id', '=', 'period.payroll_id'),
    )
    .leftJoin('payroll_run as run', (join) =>
      join.onRef('run.client_id', '=', 'period.client_id').onRef('run.period_id', '=', 'period.id'),
    )
    .leftJoin('report_run as report', (join) =>
      join
        .onRef('report.client_id', '=', 'run.client_id')
        .onRef('report.period_id', '=', 'run.period_id')
        .on('report.type', '=', 'payroll'),
    )
    .select((expression) => [
      'period.id as periodId',
      'payroll.id as payrollId',
      'payroll.name as payrollName',
      'period.label',
      'period.starts_on as startsOn',
      'period.ends_on as endsOn',
      'period.cut_off_on as cutOffOn',
      'period.pay_on as payOn',
      'run.locked_at as lockedAt',
      'run.line_count as lineCount',
      'run.employee_pence as employeePence',
      'run.employer_pence as employerPence',
      'report.id as reportId',
      expression
        .exists(
          expression
            .selectFrom('deduction')
            .select('deduction.id')
            .whereRef('deduction.client_id', '=', 'period.client_id')
            .whereRef('deduction.period_id', '=', 'period.id'),
        )
        .$castTo<boolean>()
        .as('hasDeductions'),
    ])
    .where('period.client_id', '=', clientId)
    .$if(payrollId !== undefined, (query) => query.where('period.payroll_id', '=', payrollId ?? ''))
    .orderBy('period.starts_on')
    .orderBy('payroll.name')
    .orderBy('period.id')
    .execute()
  return rows.map(({ lockedAt, lineCount, employeePence, employerPence, reportId, ...period }) => ({
    ...period,
    locked: lockedAt !== null,
    run:
      lockedAt === null
        ? null
        : {
            lockedAt,
            lineCount: lineCount ?? 0,
            employeePence: employeePence ?? 0n,
            employerPence: employerPence ?? 0n,
            reportId,
          },
  }))
}

export type HeldPayroll = { payrollId: string; code: string; format: PayrollFormat }

/**
 * Holds back every other lock of the payroll, and every change of the period's deductions, until the transaction ends.
 * Answers what the file is made of; undefined when there is no such period.
 */
export async function holdPeriod(
  tx: Tx,
  clientId: ClientId,
  { periodId }: { periodId: string },
): Promise<HeldPayroll | undefined> {
  return (
    tx
      .selectFrom('payroll')
      .innerJoin('payroll_period as period', (join) =>
        join.onRef('period.client_id', '=', 'payroll.client_id').onRef('period.payroll_id', '=', 'payroll.id'),
      )
      // Checked when the scheme is applied, and stored as it was read.
      .select((row) => [
        'payroll.id as payrollId',
        'payroll.code',
        row.ref('payroll.format').$castTo<PayrollFormat>().as('format'),
      ])
      .where('payroll.client_id', '=', clientId)
      .where('period.id', '=', periodId)
      .forUpdate()
      .executeTakeFirst()
  )
}

/** What one selection takes from one period under one pay code, with whom and what it is about. */
export type PeriodDeduction = {
  personId: PersonId
  selectionId: SelectionId
  firstName: string
  surname: string
  niNumber: string | null
  benefit: string
  payCode: string
  method: string
  originalPeriodId: string | null
  originalPeriod: string | null
  employeePence: Pence
  employerPence: Pence
  annualPence: Pence
  effectiveFrom: IsoDate
  effectiveTo: IsoDate | null
  /** No later period takes anything for the same selection under the same pay code. */
  isLast: boolean
  /** The selection ended with the employment. */
  left: boolean
}

export async function deductionsOfPeriod(
  tx: Tx,
  clientId: ClientId,
  { periodId }: { periodId: string },
): Promise<PeriodDeduction[]> {
  const { rows } = await sql<PeriodDeduction>`
    select
      deduction.person_id as "personId",
      deduction.selection_id as "selectionId",
      person.first_name as "firstName",
      person.surname,
      person.national_insurance_number as "niNumber",
      benefit.name as benefit,
      deduction.pay_code as "payCode",
      deduction.method,
      deduction.original_period_id as "originalPeriodId",
      original.label as "originalPeriod",
      deduction.employee_pence as "employeePence",
      deduction.employer_pence as "employerPence",
      deduction.annual_pence as "annualPence",
      deduction.effective_from as "effectiveFrom",
      deduction.effective_to as "effectiveTo",
      -- Nearly every line goes on in the payroll's next period: asked of all at once, only the others are looked for one by one.
      (deduction.selection_id, deduction.pay_code) not in (
        select selection_id, pay_code
        from deduction
        where client_id = ${clientId}
          and period_id = (
            select next.id
            from payroll_period as this
            join payroll_period as next
              on next.client_id = ${clientId} and next.payroll_id = this.payroll_id and next.starts_on > this.starts_on
            where this.client_id = ${clientId}
              and this.id = ${periodId}
            order by next.starts_on
            limit 1
          )
      ) and not exists (
        select 1
        from deduction as later
        join payroll_period as later_period
          on later_period.client_id = later.client_id and later_period.id = later.period_id
        where later.client_id = ${clientId}
          and later.selection_id = deduction.selection_id
          and later.pay_code = deduction.pay_code
          and later_period.starts_on > period.starts_on
      ) as "isLast",
      selection.state = 'ended' as left
    from deduction
    join payroll_period as period on period.client_id = deduction.client_id and period.id = deduction.period_id
    join selection on selection.client_id = deduction.client_id and selection.id = deduction.selection_id
    join benefit on benefit.client_id = selection.client_id and benefit.id = selection.benefit_id
    join person_details as person
      on person.client_id = deduction.client_id and person.person_id = deduction.person_id
    left join payroll_period as original
      on original.client_id = deduction.client_id and original.id = deduction.original_period_id
    where deduction.client_id = ${clientId}
      and deduction.period_id = ${periodId}
    order by
      person.surname, person.first_name, deduction.person_id, benefit.position, benefit.name, deduction.selection_id,
      deduction.pay_code, original.starts_on nulls first, deduction.id
  `.execute(tx)
  return rows
}

/** What payroll calls a person, as of a date. */
export type PayrollIdentity = { payrollId: string | null; employeeNumber: string | null }

/** Of everybody who has something taken in a period, or had in the run before it. */
export async function identitiesOnPayroll(
  tx: Tx,
  clientId: ClientId,
  { periodId, previousId, on }: { periodId: string; previousId: string | null; on: IsoDate },
): Promise<Map<PersonId, PayrollIdentity>> {
  const known = (fact: 'payroll-id' | 'employee-number') => sql<string | null>`(
    select value
    from employment_fact
    where client_id = ${clientId}
      and person_id = person.id
      and fact = ${fact}
      and effective_from <= ${on}
    order by effective_from desc, recorded_at desc, sequence desc
    limit 1
  )`
  const { rows } = await sql<PayrollIdentity & { personId: PersonId }>`
    select person.id as "personId", ${known('payroll-id')} as "payrollId", ${known('employee-number')} as "employeeNumber"
    from (
      select person_id from deduction where client_id = ${clientId} and period_id = ${periodId}
      union
      select person_id from payroll_line where client_id = ${clientId} and period_id = ${previousId}
    ) as person (id)
  `.execute(tx)
  return new Map(rows.map(({ personId, ...identity }) => [personId, identity]))
}

export type RunLine = {
  personId: PersonId
  selectionId: SelectionId
  changeType: ChangeType
  employeePence: Pence
  employerPence: Pence
  /** Every column a payroll file may show. */
  fields: PayrollLine
}

/** What of a locked line the next run is compared with. */
export type ComparedLine = LockedDeduction & {
  number: number
  selectionId: SelectionId
  /** The selection has ended with the employment. */
  left: boolean
}

/** The lines of a locked run as the next one is compared with them. */
export async function comparedLinesOf(
  tx: Tx,
  clientId: ClientId,
  { periodId }: { periodId: string },
): Promise<ComparedLine[]> {
  const { rows } = await sql<Omit<ComparedLine, 'annualPence'> & { annualAmount: string }>`
    select
      line.number,
      line.person_id as "personId",
      line.selection_id as "selectionId",
      line.change_type as "changeType",
      line.fields ->> 'pay-code' as "payCode",
      line.fields ->> 'method' as method,
      line.fields ->> 'annual-amount' as "annualAmount",
      -- Of a line that was locked only its label is kept; what counts is whether it was an adjustment.
      nullif(line.fields ->> 'original-period', '') as "originalPeriodId",
      coalesce(selection.state = 'ended', false) as left
    from payroll_line as line
    left join selection on selection.client_id = line.client_id and selection.id = line.selection_id
    where line.client_id = ${clientId}
      and line.period_id = ${periodId}
    order by line.number
  `.execute(tx)
  return rows.map(({ annualAmount, ...line }) => ({ ...line, annualPence: penceOf(annualAmount) }))
}

/** The lines of a locked run, in the order of its file, or some of them; none while it is open. */
export async function linesOfRun(
  tx: Tx,
  clientId: ClientId,
  { periodId, numbers }: { periodId: string; numbers?: readonly number[] },
): Promise<(RunLine & { number: number })[]> {
  return tx
    .selectFrom('payroll_line')
    .select((line) => [
      'number',
      'person_id as personId',
      // What `writeRun` put there.
      line.ref('selection_id').$castTo<SelectionId>().as('selectionId'),
      line.ref('change_type').$castTo<ChangeType>().as('changeType'),
      'employee_pence as employeePence',
      'employer_pence as employerPence',
      line.ref('fields').$castTo<PayrollLine>().as('fields'),
    ])
    .where('client_id', '=', clientId)
    .where('period_id', '=', periodId)
    .$if(numbers !== undefined, (query) =>
      query.where('number', '=', sql<number>`any(${[...(numbers ?? [])]}::integer[])`),
    )
    .orderBy('number')
    .execute()
}

/** Writes a run and its lines, once and for good. While the database writes some lines, `meanwhile` has them as well. */
export async function writeRun(
  tx: Tx,
  clientId: ClientId,
  {
    periodId,
    lockedBy,
    lockedAt,
    lines,
    meanwhile,
  }: {
    periodId: string
    lockedBy: PersonId | null
    /** Of a run that was locked elsewhere; now unless told. */
    lockedAt?: string
    lines: readonly RunLine[]
    meanwhile?: (lines: readonly RunLine[]) => void
  },
): Promise<void> {
  await tx
    .insertInto('payroll_run')
    .values({
      client_id: clientId,
      period_id: periodId,
      locked_by: lockedBy,
      ...(lockedAt !== undefined && { locked_at: lockedAt }),
      line_count: lines.length,
      employee_pence: lines.reduce((sum, line) => sum + line.employeePence, 0n),
      employer_pence: lines.reduce((sum, line) => sum + line.employerPence, 0n),
    })
    .execute()
  for (let from = 0; from < lines.length; from += linesAtOnce) {
    const some = lines.slice(from, from + linesAtOnce)
    // What is sent leaves at the end of this turn.
    await Promise.all([
      writeLines(tx, clientId, { periodId, from, lines: some }),
      nextTurn().then(() => meanwhile?.(some)),
    ])
  }
}

/** Some megabytes of text, so that neither memory nor anybody else who is served waits for a long run. */
const linesAtOnce = 2_500

async function writeLines(
  tx: Tx,
  clientId: ClientId,
  { periodId, from, lines }: { periodId: string; from: number; lines: readonly RunLine[] },
): Promise<void> {
  await sql`
    insert into payroll_line (
      client_id, period_id, number, person_id, selection_id, change_type, employee_pence, employer_pence, fields
    )
    select
      ${clientId}::uuid, ${periodId}::uuid, ${from}::integer + place, person_id, selection_id, change_type,
      employee_pence, employer_pence, fields
    from rows from (
      unnest(${listed(lines, ({ personId }) => personId)}::uuid[]),
      unnest(${listed(lines, ({ selectionId }) => selectionId)}::uuid[]),
      unnest(${listed(lines, ({ changeType }) => changeType)}::text[]),
      unnest(${listed(lines, ({ employeePence }) => employeePence)}::bigint[]),
      unnest(${listed(lines, ({ employerPence }) => employerPence)}::bigint[]),
      -- As one text: in an array each of its quotes would be escaped.
      jsonb_array_elements(${JSON.stringify(lines.map(({ fields }) => fields))}::jsonb)
    ) with ordinality as line (person_id, selection_id, change_type, employee_pence, employer_pence, fields, place)
  `.execute(tx)
}

/** An array as PostgreSQL reads it, of what needs no quotes; the driver would look at each letter of each for them. */
function listed(lines: readonly RunLine[], of: (line: RunLine) => PersonId | SelectionId | ChangeType | Pence): string {
  return `{${lines.map(of).join(',')}}`
}
