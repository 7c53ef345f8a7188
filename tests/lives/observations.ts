import type { IsoDate } from '../../contract/dates.ts'
import { transactionDay } from '../../database/transaction-time.ts'
import type { SimulatedPortal } from './portal.ts'
import { sql } from './portal.ts'

export type Version = {
  version: number
  state: string
  action: string
  values: Record<string, string>
  people: string[]
  /** The total of an order or of holiday, in pence. */
  fixedTotal: { employee: bigint; employer: bigint } | undefined
  from: IsoDate | null
  to: IsoDate | null
  reason: string | null
  byPortal: boolean
  recordedOn: IsoDate
}

export type Period = {
  id: string
  payroll: string
  startsOn: IsoDate
  endsOn: IsoDate
  cutOffOn: IsoDate
  payOn: IsoDate
  locked: boolean
}

/** A deduction, planned or locked. For an adjustment, `original` is the period that it corrects. */
export type Line = {
  period: string
  original: string | null
  payCode: string
  method: string
  employee: bigint
  employer: bigint
}

type RelievedLine = { period: string; fromPay: bigint; relief: bigint }

type Mail = { kind: string; cause: string; about: string | null; queuedOn: IsoDate }

export type Selection = {
  id: string
  benefit: string
  state: string
  versions: Version[]
  lines: Line[]
  /** Lines of locked runs with relief at source: the deduction from pay and the tax relief, in pence. */
  relieved: RelievedLine[]
  /** A leaver's balance in pence (negative if the leaver is owed money), and the pay code of the net-pay line. */
  owed: { left: bigint; payCode: string } | undefined
}

/** The portal's data on one person, including planned deductions. */
export type Observed = { selections: Selection[]; mails: Mail[]; assessments: Assessment[] }

export type Assessment = { from: IsoDate; to: IsoDate; category: string; earnings: bigint | null; outcome: string }

export async function observePeriods(portal: SimulatedPortal): Promise<Map<string, Period>> {
  const rows = await portal.rows(sql<Period>`
    select payroll_period.id, payroll.code as payroll, starts_on as "startsOn", ends_on as "endsOn",
           cut_off_on as "cutOffOn", pay_on as "payOn", payroll_run.period_id is not null as locked
    from payroll_period
    join payroll on payroll.client_id = payroll_period.client_id and payroll.id = payroll_period.payroll_id
    left join payroll_run on payroll_run.client_id = payroll_period.client_id and payroll_run.period_id = payroll_period.id
    where payroll_period.client_id = app.client_id()
    order by starts_on
  `)
  return new Map(rows.map((row) => [row.id, row]))
}

type VersionRow = Omit<Version, 'values' | 'people' | 'fixedTotal'> & {
  selection: string
  choice: { values: Record<string, string>; people: string[]; partnerElsewhere?: string }
  parts: { payer: 'employee' | 'employer'; total: string; spread: { kind: string } }[] | null
}

export async function observePeople(
  portal: SimulatedPortal,
  emails: readonly string[],
): Promise<Map<string, Observed>> {
  const people = [...emails]
  const selections = await portal.rows(sql<{ email: string; id: string; benefit: string; state: string }>`
    select email, selection.id, benefit.code as benefit, selection.state
    from selection
    join account on account.client_id = selection.client_id and account.person_id = selection.person_id
    join benefit_code as benefit on benefit.client_id = selection.client_id and benefit.id = selection.benefit_id
    where selection.client_id = app.client_id() and email = any(${people})
    order by email, benefit.code
  `)
  const ids = selections.map(({ id }) => id)
  const versions = await portal.rows(sql<VersionRow>`
    select selection_id as selection, version, state, action, choice, price -> 'parts' as parts,
           effective_from as "from", effective_to as "to", reason, actor_id is null as "byPortal",
           (recorded_at at time zone 'Europe/London')::date as "recordedOn"
    from selection_version
    where client_id = app.client_id() and selection_id = any(${ids}::uuid[])
    order by selection_id, version
  `)
  const lines = await portal.rows(sql<
    Omit<Line, 'employee' | 'employer'> & { selection: string; employee: string; employer: string }
  >`
    select selection_id as selection, period_id as period, original_period_id as original, pay_code as "payCode",
           method, employee_pence::text as employee, employer_pence::text as employer
    from deduction
    where client_id = app.client_id() and selection_id = any(${ids}::uuid[])
  `)
  const relieved = await portal.rows(
    sql<Record<'selection' | 'period' | 'fromPay' | 'relief', string>>`
    select selection_id as selection, period_id as period, employee_pence::text as "fromPay",
           tax_relief_pence::text as relief
    from payroll_line
    where client_id = app.client_id() and selection_id = any(${ids}::uuid[]) and method = 'relief-at-source'
  `,
  )
  const owed = await portal.rows(
    sql<{ selection: string; left: string; payCode: string }>`
    select selection_id as selection, balance_pence::text as left, pay_code as "payCode"
    from leaver_balance
    where client_id = app.client_id() and selection_id = any(${ids}::uuid[])
  `,
  )
  const mails = await portal.rows(sql<{
    id: string
    email: string
    kind: string
    cause: string
    data: string | null
    queuedOn: IsoDate
  }>`
    select mail.id, email, kind, cause, data, (queued_at at time zone 'Europe/London')::date as "queuedOn"
    from mail
    join account on account.client_id = mail.client_id and account.person_id = mail.person_id
    where mail.client_id = app.client_id() and email = any(${people})
  `)
  const assessments = await portal.rows(
    sql<{ email: string; from: IsoDate; to: IsoDate; category: string; earnings: string | null; outcome: string }>`
    select email, from_day as "from", to_day as "to", category, earnings_pence::text as earnings, outcome
    from pension_assessment
    join account
      on account.client_id = pension_assessment.client_id and account.person_id = pension_assessment.person_id
    where pension_assessment.client_id = app.client_id() and email = any(${people})
    order by from_day
  `,
  )
  const assessmentsOf = Map.groupBy(assessments, ({ email }) => email)
  const [versionsOf, linesOf] = [Map.groupBy(versions, one), Map.groupBy(lines, one)]
  const relievedOf = Map.groupBy(relieved, one)
  const owedOf = new Map(owed.map(({ selection, left, payCode }) => [selection, { left: BigInt(left), payCode }]))
  const mailsOf = Map.groupBy(mails, ({ email }) => email)
  const selectionsOf = Map.groupBy(selections, ({ email }) => email)
  return new Map(
    people.map((email) => [
      email,
      {
        selections: (selectionsOf.get(email) ?? []).map(({ id, benefit, state }) => ({
          id,
          benefit,
          state,
          versions: (versionsOf.get(id) ?? []).map(versionOf),
          lines: (linesOf.get(id) ?? []).map((line) => ({
            ...line,
            employee: BigInt(line.employee),
            employer: BigInt(line.employer),
          })),
          relieved: (relievedOf.get(id) ?? []).map(({ period, fromPay, relief }) => ({
            period,
            fromPay: BigInt(fromPay),
            relief: BigInt(relief),
          })),
          owed: owedOf.get(id),
        })),
        mails: (mailsOf.get(email) ?? []).map(({ id, data, ...mail }) => ({
          ...mail,
          about: data === null ? null : JSON.stringify(portal.openMail(id, data)),
        })),
        assessments: (assessmentsOf.get(email) ?? []).map(({ email: _email, earnings, ...one }) => ({
          ...one,
          earnings: earnings === null ? null : BigInt(earnings),
        })),
      },
    ]),
  )

  function one({ selection }: { selection: string }): string {
    return selection
  }
}

function versionOf({ choice, parts, ...version }: VersionRow): Version {
  const fixed = (parts ?? []).filter(({ spread }) => spread.kind !== 'recurring')
  const total = (payer: 'employee' | 'employer') =>
    fixed.filter((part) => part.payer === payer).reduce((sum, part) => sum + BigInt(part.total), 0n)
  return {
    ...version,
    values: { ...choice.values, ...(choice.partnerElsewhere && { partnerElsewhere: choice.partnerElsewhere }) },
    people: choice.people,
    fixedTotal: fixed.length === 0 ? undefined : { employee: total('employee'), employer: total('employer') },
  }
}

export function pendingSelectionsOf(portal: SimulatedPortal, email: string) {
  return portal.rows(sql<{ id: string; version: number; benefit: string }>`
    select selection.id, selection.version, benefit.code as benefit
    from selection
    join account on account.client_id = selection.client_id and account.person_id = selection.person_id
    join benefit_code as benefit on benefit.client_id = selection.client_id and benefit.id = selection.benefit_id
    where selection.client_id = app.client_id() and selection.state in ('pending', 'pending-change')
      and email = ${email}
    order by benefit.code
  `)
}

export async function hasDueRun(portal: SimulatedPortal): Promise<boolean> {
  const due = await portal.rows(sql`
    select
    from payroll_period
    left join payroll_run on payroll_run.client_id = payroll_period.client_id and payroll_run.period_id = payroll_period.id
    where payroll_period.client_id = app.client_id() and payroll_run.period_id is null and cut_off_on < ${transactionDay}
    limit 1
  `)
  return due.length > 0
}

export async function nextCutOff(portal: SimulatedPortal, today: IsoDate): Promise<IsoDate | undefined> {
  const [next] = await portal.rows(sql<{ day: IsoDate | null }>`
    select min(cut_off_on) as day
    from payroll_period
    where client_id = app.client_id() and cut_off_on >= ${today}
  `)
  return next?.day ?? undefined
}

/** Returns, by table, the number and a hash of rows of selections, deductions and mail. */
export async function countRows(portal: SimulatedPortal): Promise<Record<string, string>> {
  const counted: Record<string, string> = {}
  for (const table of ['selection', 'selection_version', 'deduction', 'payroll_line', 'mail', 'notice_sent']) {
    const [found] = await portal.rows(sql<{ digest: string }>`
      select count(*) || ' rows ' || coalesce(md5(string_agg(row, '' order by row)), '') as digest
      from (select (to_jsonb(t) - 'id')::text as row from ${sql.table(table)} as t where client_id = app.client_id()) as rows
    `)
    counted[table] = found?.digest ?? ''
  }
  return counted
}

export async function allowJobsAgainToday(portal: SimulatedPortal): Promise<void> {
  await portal.rows(sql`
    update daily_run set ran_on = ${transactionDay} - 1 where client_id = app.client_id() and ran_on = ${transactionDay}
  `)
}

export async function payOf(portal: SimulatedPortal, emails: readonly string[]): Promise<Record<string, string[]>> {
  const lines = await portal.rows(sql<{ email: string; line: string }>`
    select email,
           concat_ws(' ', period.starts_on, benefit.code, deduction.pay_code, deduction.method, deduction.employee_pence, deduction.employer_pence,
                     'for', original.starts_on) as line
    from deduction
    join account on account.client_id = deduction.client_id and account.person_id = deduction.person_id
    join selection on selection.client_id = deduction.client_id and selection.id = deduction.selection_id
    join benefit_code as benefit on benefit.client_id = selection.client_id and benefit.id = selection.benefit_id
    join payroll_period as period on period.client_id = deduction.client_id and period.id = deduction.period_id
    join payroll_run as run on run.client_id = deduction.client_id and run.period_id = deduction.period_id
    left join payroll_period as original
      on original.client_id = deduction.client_id and original.id = deduction.original_period_id
    where deduction.client_id = app.client_id() and email = any(${[...emails]})
    order by email, line
  `)
  return Object.fromEntries(
    emails.map((email) => [email, lines.filter((one) => one.email === email).map(({ line }) => line)]),
  )
}
