import { type RawBuilder, sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import { clientRow } from '../../database/client-row.ts'
import { transactionTime } from '../../database/transaction-time.ts'
import type { Tx } from '../../platform/handle.ts'
import { withoutNestedLoops } from '../../platform/without-nested-loops.queries.ts'
import { newestFacts } from '../../services/people/newest-facts.queries.ts'
import { taxReliefOn } from './tax-relief.queries.ts'
import { spendOfRun } from './employer-spend.queries.ts'
import { changeType, lastLines } from './change-type.queries.ts'
import { fieldsOfLine, type LineColumn, lineColumnNames, lineColumns } from './payroll-line-fields.queries.ts'
import { payrollMessages } from './payroll.messages.ts'
import type { RunLine } from './payroll-runs.queries.ts'
import type { OpenRun } from './open-run.rules.ts'

export type RunTotals = { lineCount: number; employeePence: Pence; employerPence: Pence }

export async function linesOfOpenRun(tx: Tx, clientId: ClientId, run: OpenRun): Promise<RunLine[]> {
  const lines = sql<RunLine>`
    select
      person_id as "personId",
      selection_id as "selectionId",
      change_type as "changeType",
      employee_pence as "employeePence",
      employer_pence as "employerPence",
      ${fieldsOfLine} as fields
    from (${linesOf(clientId, run)}) as line
    order by number
  `
  const { rows } = await withoutNestedLoops(tx, () => lines.execute(tx))
  return rows
}

export async function totalsOfOpenRun(tx: Tx, clientId: ClientId, run: OpenRun): Promise<RunTotals> {
  const query = sql<RunTotals>`
    select ${totals} from (${linesOf(clientId, run)}) as line
  `
  const { rows } = await withoutNestedLoops(tx, () => query.execute(tx))
  // An aggregate always returns one row.
  const [found] = rows as [RunTotals]
  return found
}

export async function storeLockedRun(
  tx: Tx,
  clientId: ClientId,
  { lockedBy, lockedAt, ...run }: OpenRun & { lockedBy: PersonId; lockedAt?: string },
): Promise<RunTotals> {
  const { periodId } = run.period
  const lines = sql`
    insert into payroll_line (
      client_id, period_id, number, person_id, selection_id, change_type, employee_pence, employer_pence, ${lineColumns}
    )
    select
      client.client_id, ${periodId}::uuid, number, person_id, selection_id, change_type, employee_pence,
      employer_pence, ${lineColumns}
    from ${clientRow(clientId)}
    cross join (${linesOf(clientId, run)}) as line
  `
  await withoutNestedLoops(tx, () => lines.execute(tx))
  const { rows } = await sql<RunTotals>`
    select ${totals}
    from payroll_line
    where client_id = ${clientId}
      and period_id = ${periodId}
  `.execute(tx)
  // An aggregate always returns one row.
  const [written] = rows as [RunTotals]
  const { lineCount, employeePence, employerPence } = written
  const spend = await spendOfRun(tx, clientId, { periodId })
  await sql`
    insert into payroll_run (
      client_id, period_id, locked_at, locked_by, line_count, employee_pence, employer_pence, spend
    )
    values (
      ${clientId}, ${periodId}, ${lockedAt ?? transactionTime}, ${lockedBy}, ${lineCount}, ${employeePence},
      ${employerPence}, ${spend}::jsonb
    )
  `.execute(tx)
  return written
}

const totals = sql`
  count(*)::integer as "lineCount",
  coalesce(sum(employee_pence), 0)::bigint as "employeePence",
  coalesce(sum(employer_pence), 0)::bigint as "employerPence"`

function linesOf(clientId: ClientId, run: OpenRun): RawBuilder<unknown> {
  return sql`
    with before as (${previousLines(clientId, run)}),
    compared as materialized (${linesWithChange(clientId, run)}),
    last as (${lastLines(clientId, run)}),
    gone as (${removedLines(clientId, run)}),
    person as (${peopleInOrder(clientId, run)}),
    numbered as (${correctionLines(clientId, run)})
    select
      number,
      person_id,
      selection_id,
      change_type,
      employee_pence,
      employer_pence,
      ${runLineColumns(run)}
    from numbered
  `
}

function previousLines(clientId: ClientId, { previous }: OpenRun): RawBuilder<unknown> {
  return sql`
    select distinct on (selection_id, pay_code, person_id)
      number, person_id, selection_id, pay_code, method, annual_pence, effective_from, employee_pence, employer_pence
    from payroll_line
    where client_id = ${clientId}
      and period_id = ${previous && previous.periodId}::uuid
      and change_type not in ('Closed', 'Leaver')
      and original_period = ''
    order by selection_id, pay_code, person_id, number desc
  `
}

/** Joins the period's deductions with the previous run's lines; either may be missing. Adjustments are not joined. */
function linesWithChange(clientId: ClientId, { period }: OpenRun): RawBuilder<unknown> {
  return sql`
    select
      taken.*,
      before.number as number_before,
      before.person_id as person_before,
      before.selection_id as selection_before,
      before.method as method_before,
      before.annual_pence as annual_before,
      before.effective_from as effective_from_before,
      before.employee_pence as employee_before,
      before.employer_pence as employer_before
    from (
      select
        id, original_period_id, person_id, selection_id, selection_version, pay_code, method,
        employee_pence - tax_relief_pence as employee_pence, tax_relief_pence,
        employer_pence, annual_pence, effective_from, effective_to, case when original_period_id is null then pay_code end as compared_code
      from deduction
      cross join lateral (select ${taxReliefOn(sql`${period.payOn}::date`)} as tax_relief_pence) as relief
      where client_id = ${clientId}
        and period_id = ${period.periodId}
    ) as taken
    full join before
      on before.person_id = taken.person_id
      and before.selection_id = taken.selection_id
      and before.pay_code = taken.compared_code
  `
}

function removedLines(clientId: ClientId, { previous }: OpenRun): RawBuilder<unknown> {
  return sql`
    select number, ${lineColumns}
    from payroll_line
    where client_id = ${clientId}
      and period_id = ${previous && previous.periodId}::uuid
      and number = any (array(select number_before from compared where id is null))
  `
}

const peopleOfRun = sql`select distinct coalesce(person_id, person_before) from compared`

function peopleInOrder(clientId: ClientId, run: OpenRun): RawBuilder<unknown> {
  return sql`
    select
      person_id,
      first_name,
      surname,
      national_insurance_number,
      payroll_id,
      employee_number,
      cost_centre,
      location,
      row_number() over (order by surname, first_name, person_id) as place
    from person_details
    left join (${factsOfRun(clientId, run)}) as called using (person_id)
    where client_id = ${clientId}
      and person_id in (${peopleOfRun})
  `
}

function factsOfRun(clientId: ClientId, { period }: OpenRun): RawBuilder<unknown> {
  return sql`
    select
      person_id,
      max(value) filter (where fact = 'payroll-id') as payroll_id,
      max(value) filter (where fact = 'employee-number') as employee_number,
      max(value) filter (where fact = 'cost-centre') as cost_centre,
      max(value) filter (where fact = 'location') as location
    from (${newestFacts(clientId, {
      facts: ['payroll-id', 'employee-number', 'cost-centre', 'location'],
      person: sql`= any (array(${peopleOfRun}))`,
      on: period.payOn,
    })}) as fact
    group by person_id
  `
}

/** Corrections of an earlier tax year come last, because payroll reports them to HMRC for that year. */
function correctionLines(clientId: ClientId, run: OpenRun): RawBuilder<unknown> {
  const { period } = run
  const earlierTaxYear = sql`case
    when ${taxYearOf(sql`original.pay_on`)} < ${taxYearOf(sql`${period.payOn}::date`)} then ${taxYearOf(sql`original.pay_on`)}
  end`
  return sql`
    select
      row_number() over (
        order by
          ${earlierTaxYear} is not null,
          case when line.id is not null then person.place end nulls last,
          case when line.id is null then number_before end,
          benefit.position, benefit.name, line.selection_id, line.pay_code, original.starts_on nulls first, line.id
      )::integer as number,
      line.id is null as is_gone,
      gone as was,
      coalesce(line.person_id, person_before) as person_id,
      coalesce(line.selection_id, selection_before) as selection_id,
      ${changeType(clientId, run)} as change_type,
      coalesce(employee_pence, 0) as employee_pence,
      coalesce(employer_pence, 0) as employer_pence,
      coalesce(line.tax_relief_pence, 0) as tax_relief_pence,
      line.annual_pence,
      line.pay_code,
      line.method,
      line.effective_from,
      line.effective_to,
      original.label as original_period,
      -- Only deductions for a leaver's balance have its pay code. Imported clients may have no balances yet.
      line.method = 'net-deduction'
        and (owed.pay_code is not null or line.pay_code = ${balancePayCodeOf(sql`benefit.definition`)}) as is_owed,
      ${earlierTaxYear} as earlier_tax_year,
      benefit.name as benefit,
      person.first_name,
      person.surname,
      person.national_insurance_number as ni_number,
      person.payroll_id,
      person.employee_number,
      person.cost_centre,
      person.location
    from compared as line
    left join selection
      on selection.client_id = ${clientId} and selection.id = coalesce(line.selection_id, selection_before)
    left join selection_version as taken
      on taken.client_id = ${clientId}
      and taken.selection_id = selection.id
      and taken.version = coalesce(line.selection_version, selection.version)
    left join benefit
      on benefit.client_id = ${clientId}
      and benefit.scheme_year_id = taken.scheme_year_id
      and benefit.id = selection.benefit_id
    left join person on person.person_id = coalesce(line.person_id, person_before)
    left join gone on gone.number = number_before
    left join leaver_balance as owed
      on owed.client_id = ${clientId}
      and owed.selection_id = line.selection_id
      and owed.pay_code = line.pay_code
    left join payroll_period as original
      on original.client_id = ${clientId} and original.id = line.original_period_id
  `
}

/** Same rule as `balancePayCode`, in SQL. */
function balancePayCodeOf(definition: RawBuilder<unknown>): RawBuilder<string> {
  const payer = (name: string) => sql`${definition} #>> array['pay', ${sql.lit(name)}, 'payCode']`
  return sql<string>`coalesce(
    ${definition} #>> '{leaving,payCode}',
    left(coalesce(${payer('employee')}, ${payer('employer')}, ${payer('sold')}, 'LEAVER'), 15) || '-OWED'
  )`
}

/** A removed deduction keeps the columns of the previous run, except those that describe the person on the pay day. */
function runLineColumns({ period }: OpenRun): RawBuilder<unknown> {
  const [placeholder, taxYear] = ['{period}', '{tax year}']
  const asItWas = (column: LineColumn, taken: RawBuilder<unknown>) =>
    sql`case when is_gone then (was).${sql.ref(column)} else ${taken} end`
  const all: Record<LineColumn, RawBuilder<unknown>> = {
    payroll_id: sql`coalesce(payroll_id, '')`,
    period_label: sql`${period.label}::text`,
    employee_number: sql`coalesce(employee_number, '')`,
    ni_number: asItWas('ni_number', sql`coalesce(ni_number, '')`),
    name: asItWas('name', sql`first_name || ' ' || surname`),
    first_name: asItWas('first_name', sql`first_name`),
    surname: asItWas('surname', sql`surname`),
    benefit: asItWas('benefit', sql`benefit`),
    pay_code: asItWas('pay_code', sql`pay_code`),
    method: asItWas('method', sql`method`),
    tax_relief_pence: sql`tax_relief_pence`,
    annual_pence: sql`coalesce(annual_pence, 0)`,
    effective_from: asItWas('effective_from', sql`effective_from`),
    effective_to: asItWas('effective_to', sql`effective_to`),
    adjustment_reason: asItWas(
      'adjustment_reason',
      sql`case
        when is_owed and employee_pence < 0 then ${payrollMessages.owedAtLeavingReturned}
        when is_owed then ${payrollMessages.owedAtLeaving}
        else coalesce(
          replace(
            replace(${payrollMessages.adjustmentOfTaxYear(placeholder, taxYear)}, ${placeholder}, original_period),
            ${taxYear},
            earlier_tax_year
          ),
          replace(${payrollMessages.adjustment(placeholder)}, ${placeholder}, original_period),
          ''
        )
      end`,
    ),
    original_period: asItWas('original_period', sql`coalesce(original_period, '')`),
    cost_centre: sql`coalesce(cost_centre, '')`,
    location: sql`coalesce(location, '')`,
  }
  return sql.join(lineColumnNames.map((name) => sql`${all[name]} as ${sql.ref(name)}`))
}

function taxYearOf(day: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${day} - interval '3 months 5 days', 'YYYY')
    || '/' || to_char(${day} - interval '3 months 5 days' + interval '1 year', 'YY')`
}
