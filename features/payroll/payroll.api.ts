import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import { poundsFromPence } from '../../contract/money.ts'
import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { settleAll } from '../../database/connections.ts'
import { handle, handleWithQuery, type Handler, type Tx } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/require-own-client.ts'
import { raiseTimeLimits } from '../../platform/time-limits.queries.ts'
import {
  type DeductionAfterLastPeriod,
  unpaidOrders,
  deductionsAfterLastPeriod,
} from '../selections/deductions-after-last-period.queries.ts'
import { addReport } from '../../services/reports/reports.queries.ts'
import { payrollLayout } from './payroll-layout.rules.ts'
import { lockPermission, nextOpenRun, runBefore } from './payroll-run.rules.ts'
import {
  lockPeriodRow,
  linesOfRun,
  listPeriods,
  overviewOfRuns,
  type PayrollWithFormat,
  type RunLine,
} from './payroll-runs.queries.ts'
import {
  alreadyLocked,
  earlierRunOpen,
  listPayrollRuns,
  listUnpaidOrders,
  lockPayrollRun,
  readPayrollOverview,
  readPayrollRun,
  type PayrollLineView,
  type PayrollRunView,
  type DeductionAfterLastPeriodView,
} from './payroll.contract.ts'
import { fileOfRun } from './payroll-run-file.server.ts'
import { storeLockedRun, linesOfOpenRun, totalsOfOpenRun, type RunTotals } from './open-run-lines.queries.ts'
import type { RunPeriod, OpenRun } from './open-run.rules.ts'

export const payrollHandlers: Handler[] = [
  handleWithQuery(
    readPayrollOverview,
    (call) => {
      requireOwnClient(call)
      return overviewOfRuns(call.clientId)
    },
    (found) => {
      if (!found) throw new Error('The payroll overview has no row')
      return found
    },
  ),

  handle(listUnpaidOrders, async (call) => {
    requireOwnClient(call)
    const orders = await unpaidOrders(call.tx, call.clientId, { today: call.today })
    return orders.map((order) => ({ ...unplannedLine(order), selectionId: order.id }))
  }),

  handle(listPayrollRuns, async (call) => {
    requireOwnClient(call)
    const { tx, clientId, today } = call
    const periods = await listPeriods(tx, clientId)
    const open: PayrollRunView[] = []
    for (const ofPayroll of Map.groupBy(periods, ({ payrollId }) => payrollId).values()) {
      const next = nextOpenRun(ofPayroll, today)
      if (next) open.push(viewOf(next, await totalsOfOpenRun(tx, clientId, openRun(ofPayroll, next)), today))
    }
    const locked = periods.flatMap((period) => (period.run ? [viewOf(period, period.run, today)] : []))
    return [...open, ...locked.toReversed()]
  }),

  handle(readPayrollRun, async (call) => {
    requireOwnClient(call)
    const { tx, clientId, params, today } = call
    const all = await listPeriods(tx, clientId)
    const period = periodOf(all, params.runId)
    const ofPayroll = all.filter(({ payrollId }) => payrollId === period.payrollId)
    const lines = await linesOf(tx, clientId, ofPayroll, period)
    const unplanned = period.run ? [] : await unplannedOfPayroll(tx, clientId, { payrollId: period.payrollId, today })
    return {
      ...viewOf(period, period.run ?? totalsOf(lines), today),
      lines: lines.map(lineView),
      unplanned: unplanned.map(unplannedLine),
    }
  }),

  handle(lockPayrollRun, async (call) => {
    requireOwnClient(call)
    const { tx, clientId, caller, today } = call
    const periodId = call.params.runId
    const payroll = await lockPeriodRow(tx, clientId, { periodId })
    if (!payroll) throw refuse(notFound)

    // Read the periods under the lock, so that they include a concurrent request's commit.
    const periods = await listPeriods(tx, clientId, payroll)
    const period = periodOf(periods, periodId)
    refuseUnlessNext(periods, period, today)

    const run = openRun(periods, period)
    await raiseTimeLimits(tx)
    const fixed = await storeLockedRun(tx, clientId, { ...run, lockedBy: caller.personId })
    const [unplanned] = await settleAll([
      unplannedOfPayroll(tx, clientId, { payrollId: payroll.payrollId, today }),
      storeRunFile(tx, clientId, { payroll, period, fixed }),
    ])
    call.audit({
      periodId,
      payroll: payroll.code,
      period: period.label,
      lines: fixed.lineCount,
      ...(unplanned.length > 0 && { unplannedPence: unplanned.map(owedBy) }),
    })
    return viewOf(periodOf(await listPeriods(tx, clientId, payroll), periodId), fixed, today)
  }),
]

function periodOf(periods: readonly RunPeriod[], periodId: string): RunPeriod {
  const period = periods.find((each) => each.periodId === periodId)
  if (!period) throw refuse(notFound)
  return period
}

function refuseUnlessNext(periods: readonly RunPeriod[], period: RunPeriod, today: IsoDate): void {
  switch (lockPermission(periods, period, today)) {
    case 'may-lock':
      return
    case 'already-locked':
      throw refuse(alreadyLocked)
    case 'earlier-run-open':
      throw refuse(earlierRunOpen)
    case 'no-run':
      throw refuse(notFound)
  }
}

function linesOf(
  tx: Tx,
  clientId: ClientId,
  periodsOfPayroll: readonly RunPeriod[],
  period: RunPeriod,
): Promise<RunLine[]> {
  if (period.locked) return linesOfRun(tx, clientId, period)
  return linesOfOpenRun(tx, clientId, openRun(periodsOfPayroll, period))
}

function openRun(periodsOfPayroll: readonly RunPeriod[], period: RunPeriod): OpenRun {
  return { period, previous: runBefore(periodsOfPayroll, period) }
}

function totalsOf(lines: readonly RunLine[]): RunTotals {
  return {
    lineCount: lines.length,
    employeePence: lines.reduce((sum, line) => sum + line.employeePence, 0n),
    employerPence: lines.reduce((sum, line) => sum + line.employerPence, 0n),
  }
}

export async function storeRunFile(
  tx: Tx,
  clientId: ClientId,
  {
    payroll,
    period,
    fixed,
    createdAt,
  }: { payroll: PayrollWithFormat; period: RunPeriod; fixed: RunTotals; createdAt?: string },
): Promise<void> {
  const { periodId } = period
  const { year, month } = monthOf(period)
  const { fileName, portions } = fileOfRun(tx, clientId, {
    format: payroll.format,
    run: { payroll: payroll.code, year, month, period: period.label },
    periodId,
    lineCount: fixed.lineCount,
  })
  await addReport(tx, clientId, {
    type: 'payroll',
    year,
    month,
    label: `${period.payrollName}, ${period.label}`,
    periodId,
    ...(createdAt !== undefined && { createdAt }),
    file: { fileName, mediaType: 'text/csv; charset=utf-8', bytes: portions },
    layout: payrollLayout(payroll.format, fixed),
  })
}

function monthOf({ payOn }: RunPeriod): { year: number; month: number } {
  return { year: Number(payOn.slice(0, 4)), month: Number(payOn.slice(5, 7)) }
}

function viewOf(period: RunPeriod, totals: RunTotals, today: IsoDate): PayrollRunView {
  const { run, cutOffOn } = period
  return {
    runId: period.periodId,
    payrollName: period.payrollName,
    label: period.label,
    ...monthOf(period),
    startsOn: period.startsOn,
    endsOn: period.endsOn,
    cutOffOn,
    payOn: period.payOn,
    cutOffPassed: cutOffOn < today,
    state: run ? 'locked' : 'open',
    lockedAt: run?.lockedAt ?? null,
    lineCount: totals.lineCount,
    employeeTotal: poundsFromPence(totals.employeePence),
    employerTotal: poundsFromPence(totals.employerPence),
    reportId: run?.reportId ?? null,
  }
}

function lineView({ fields, changeType, employeePence, employerPence }: RunLine): PayrollLineView {
  return {
    employeeNumber: fields['employee-number'],
    employeeName: fields.name,
    benefitName: fields.benefit,
    payCode: fields['pay-code'],
    changeType,
    adjustmentReason: fields['adjustment-reason'],
    employeeAmount: poundsFromPence(employeePence),
    employerAmount: poundsFromPence(employerPence),
  }
}

async function unplannedOfPayroll(
  tx: Tx,
  clientId: ClientId,
  { payrollId, today }: { payrollId: string; today: IsoDate },
): Promise<DeductionAfterLastPeriod[]> {
  const all = await deductionsAfterLastPeriod(tx, clientId, { today })
  return all.filter((one) => one.payrollId === payrollId)
}

function unplannedLine({
  employeeNumber,
  employeeName,
  benefitName,
  employee,
  employer,
}: DeductionAfterLastPeriod): DeductionAfterLastPeriodView {
  return {
    employeeNumber: employeeNumber ?? '',
    employeeName,
    benefitName,
    employeeAmount: poundsFromPence(employee),
    employerAmount: poundsFromPence(employer),
  }
}

function owedBy({ id, employee, employer }: DeductionAfterLastPeriod): string {
  return `${id}: employee ${employee}, employer ${employer}`
}
