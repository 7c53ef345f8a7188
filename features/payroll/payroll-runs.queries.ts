import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { Tx } from '../../platform/handle.ts'
import type { ChangeType } from './change-type.rules.ts'
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
      not exists (
        select 1
        from deduction as later
        join payroll_period as later_period
          on later_period.client_id = later.client_id and later_period.id = later.period_id
        where later.client_id = ${clientId}
          and later.selection_id = deduction.selection_id
          and later.pay_code = deduction.pay_code
          and later_period.starts_on > period.starts_on
      ) as "isLast"
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

/** Which of these selections ended with the employment. */
export async function endedSelections(
  tx: Tx,
  clientId: ClientId,
  { selectionIds }: { selectionIds: readonly SelectionId[] },
): Promise<Set<SelectionId>> {
  const rows = await tx
    .selectFrom('selection')
    .select('id')
    .where('client_id', '=', clientId)
    .where('id', '=', sql<SelectionId>`any(${[...selectionIds]}::uuid[])`)
    .where('state', '=', 'ended')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** What payroll calls a person, as of a date. */
export type PayrollIdentity = { payrollId: string | null; employeeNumber: string | null }

export async function identitiesOnPayroll(
  tx: Tx,
  clientId: ClientId,
  { people, on }: { people: readonly PersonId[]; on: IsoDate },
): Promise<Map<PersonId, PayrollIdentity>> {
  const identities = new Map<PersonId, PayrollIdentity>()
  if (people.length === 0) return identities
  const facts = await tx
    .selectFrom('employment_fact')
    .distinctOn(['person_id', 'fact'])
    .select(['person_id', 'fact', 'value'])
    .where('client_id', '=', clientId)
    // One array: so many people are more parameters than a statement takes.
    .where('person_id', '=', sql<PersonId>`any(${[...people]}::uuid[])`)
    .where('fact', 'in', ['payroll-id', 'employee-number'])
    .where('effective_from', '<=', on)
    .orderBy('person_id')
    .orderBy('fact')
    .orderBy('effective_from', 'desc')
    .orderBy('recorded_at', 'desc')
    .orderBy('sequence', 'desc')
    .execute()
  for (const { person_id: person, fact, value } of facts) {
    const identity = identities.get(person) ?? { payrollId: null, employeeNumber: null }
    if (fact === 'payroll-id') identity.payrollId = value
    else identity.employeeNumber = value
    identities.set(person, identity)
  }
  return identities
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

/** The lines of a locked run, in the order of its file; none while it is open. */
export async function linesOfRun(tx: Tx, clientId: ClientId, { periodId }: { periodId: string }): Promise<RunLine[]> {
  return tx
    .selectFrom('payroll_line')
    .select((line) => [
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
    .orderBy('number')
    .execute()
}

/** Writes a run and its lines, once and for good. */
export async function writeRun(
  tx: Tx,
  clientId: ClientId,
  { periodId, lockedBy, lines }: { periodId: string; lockedBy: PersonId; lines: readonly RunLine[] },
): Promise<void> {
  await tx
    .insertInto('payroll_run')
    .values({
      client_id: clientId,
      period_id: periodId,
      locked_by: lockedBy,
      line_count: lines.length,
      employee_pence: lines.reduce((sum, line) => sum + line.employeePence, 0n),
      employer_pence: lines.reduce((sum, line) => sum + line.employerPence, 0n),
    })
    .execute()
  // PostgreSQL takes at most 65,535 parameters in one statement.
  for (let from = 0; from < lines.length; from += 5000) {
    await tx
      .insertInto('payroll_line')
      .values(
        lines.slice(from, from + 5000).map((line, index) => ({
          client_id: clientId,
          period_id: periodId,
          number: from + index + 1,
          person_id: line.personId,
          selection_id: line.selectionId,
          change_type: line.changeType,
          employee_pence: line.employeePence,
          employer_pence: line.employerPence,
          fields: JSON.stringify(line.fields),
        })),
      )
      .execute()
  }
}
