import { z } from 'zod'
import { isoDate, isoMoment } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { pounds } from '../../contract/money.ts'
import { refusal } from '../../contract/refusals.ts'
import { payrollRunMessages } from './payroll-run.messages.ts'

const employer = { base: 'api', access: 'employer' } as const
const byClient = z.object({ id: z.uuid() })
const byRun = z.object({ id: z.uuid(), runId: z.uuid() })

/** One payroll's one period: open until it is locked, then fixed for good. */
const payrollRunView = z.object({
  runId: z.uuid(),
  payrollName: z.string(),
  /** 'December 2026' */
  label: z.string(),
  year: z.number().int(),
  month: z.number().int(),
  startsOn: isoDate,
  endsOn: isoDate,
  cutOffOn: isoDate,
  payOn: isoDate,
  /** No change reaches it any more. */
  cutOffPassed: z.boolean(),
  state: z.enum(['open', 'locked']),
  lockedAt: isoMoment.nullable(),
  lineCount: z.number().int(),
  employeeTotal: pounds,
  employerTotal: pounds,
  /** The report to download, once locked. */
  reportId: z.uuid().nullable(),
})
export type PayrollRunView = z.output<typeof payrollRunView>

/** The runs on the dashboard. Their totals are left out, because those of an open run are counted from all its lines. */
const payrollOverview = z.object({
  /** The next open run of each payroll. */
  open: z.array(
    payrollRunView.pick({ runId: true, payrollName: true, label: true, cutOffOn: true, cutOffPassed: true }),
  ),
  lockedCount: z.number().int(),
  latestLocked: payrollRunView.pick({ payrollName: true, label: true }).nullable(),
})
export type PayrollOverview = z.output<typeof payrollOverview>

export const readPayrollOverview = endpoint('GET', 'v2/client/{id}/payroll-overview', {
  ...employer,
  params: byClient,
  reply: payrollOverview,
})

/** Locked runs, newest first, and the next open one of each payroll, with their totals. */
export const listPayrollRuns = endpoint('GET', 'v2/client/{id}/payroll-runs', {
  ...employer,
  params: byClient,
  reply: z.array(payrollRunView),
})

const payrollLineView = z.object({
  employeeNumber: z.string(),
  employeeName: z.string(),
  benefitName: z.string(),
  payCode: z.string(),
  changeType: z.string(),
  /** Reason for an adjustment; empty for the period's own deductions. */
  adjustmentReason: z.string(),
  employeeAmount: pounds,
  employerAmount: pounds,
})
export type PayrollLineView = z.output<typeof payrollLineView>

/** What somebody still owes, and no pay period that is planned takes: of an open run, as it stands now. */
const unplannedView = payrollLineView.pick({
  employeeNumber: true,
  employeeName: true,
  benefitName: true,
  employeeAmount: true,
  employerAmount: true,
})
export type UnplannedView = z.output<typeof unplannedView>

export const readPayrollRun = endpoint('GET', 'v2/client/{id}/payroll-runs/{runId}', {
  ...employer,
  params: byRun,
  reply: payrollRunView.extend({ lines: z.array(payrollLineView), unplanned: z.array(unplannedView) }),
})

export const alreadyLocked = refusal('already-locked', 409, payrollRunMessages.alreadyLocked)
export const earlierRunOpen = refusal('earlier-run-open', 409, payrollRunMessages.earlierRunOpen)

/** Fixes the run, writes its file and lists it among the reports. Later changes land in the next open run. */
export const lockPayrollRun = endpoint('POST', 'v2/client/{id}/payroll-runs/{runId}/lock', {
  inView: 'operator',
  ...employer,
  params: byRun,
  reply: payrollRunView,
  refuses: [alreadyLocked, earlierRunOpen],
  audit: 'payroll-run.locked',
})
