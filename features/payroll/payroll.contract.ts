import { z } from 'zod'
import { isoDate, isoMoment } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { selectionId } from '../../contract/ids.ts'
import { pounds } from '../../contract/money.ts'
import { employerCall } from '../../contract/employer-call.ts'
import { refusal } from '../../contract/refusals.ts'
import { payrollRunMessages } from './payroll-run.messages.ts'

const employer = { base: 'api', access: 'employer' } as const
const byClient = z.object({ id: z.uuid() })
const byRun = z.object({ id: z.uuid(), runId: z.uuid() })

/** An open run changes until it is locked; a locked run never does. */
const payrollRunView = z.object({
  runId: z.uuid(),
  payrollName: z.string(),
  /** A name such as 'December 2026'. */
  label: z.string(),
  year: z.number().int(),
  month: z.number().int(),
  startsOn: isoDate,
  endsOn: isoDate,
  cutOffOn: isoDate,
  payOn: isoDate,
  /** True if new changes go into a later period, because the cut-off has passed. */
  cutOffPassed: z.boolean(),
  state: z.enum(['open', 'locked']),
  lockedAt: isoMoment.nullable(),
  lineCount: z.number().int(),
  employeeTotal: pounds,
  employerTotal: pounds,
  /** Null until the run is locked. */
  reportId: z.uuid().nullable(),
})
export type PayrollRunView = z.output<typeof payrollRunView>

/** Without totals, because those of an open run are calculated from all its lines. */
const payrollOverview = z.object({
  open: z.array(
    payrollRunView.pick({ runId: true, payrollName: true, label: true, cutOffOn: true, cutOffPassed: true }),
  ),
  lockedCount: z.number().int(),
  latestLocked: payrollRunView.pick({ payrollName: true, label: true }).nullable(),
})
export type PayrollOverview = z.output<typeof payrollOverview>

/** Returns the next open run of each payroll, the number of locked runs and the latest locked run. */
export const readPayrollOverview = endpoint('GET', 'v2/client/{id}/payroll-overview', {
  ...employer,
  params: byClient,
  reply: payrollOverview,
})

/** Returns the next open run of each payroll and all locked runs, the newest first, with totals. */
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
  /** Empty for deductions of the run's own period. */
  adjustmentReason: z.string(),
  employeeAmount: pounds,
  employerAmount: pounds,
})
export type PayrollLineView = z.output<typeof payrollLineView>

/** An amount owed that no planned pay period deducts. For an open run, the amount is the one owed now. */
const unplannedView = payrollLineView.pick({
  employeeNumber: true,
  employeeName: true,
  benefitName: true,
  employeeAmount: true,
  employerAmount: true,
})
export type DeductionAfterLastPeriodView = z.output<typeof unplannedView>

/** Returns a run with its lines, and the amounts that no planned run deducts. */
export const readPayrollRun = endpoint('GET', 'v2/client/{id}/payroll-runs/{runId}', {
  ...employer,
  params: byRun,
  reply: payrollRunView.extend({ lines: z.array(payrollLineView), unplanned: z.array(unplannedView) }),
})

/** Returns what people who are on no payroll still owe for orders and bought holiday. */
export const listUnpaidOrders = endpoint('GET', 'v2/client/{id}/unpaid-orders', {
  ...employerCall,
  reply: z.array(unplannedView.extend({ selectionId })),
})

export const alreadyLocked = refusal('already-locked', 409, payrollRunMessages.alreadyLocked)
export const earlierRunOpen = refusal('earlier-run-open', 409, payrollRunMessages.earlierRunOpen)

/** Locks a run: writes its file and adds it to the reports. Later changes go into the next open run. */
export const lockPayrollRun = endpoint('POST', 'v2/client/{id}/payroll-runs/{runId}/lock', {
  inView: 'operator',
  ...employer,
  params: byRun,
  reply: payrollRunView,
  refuses: [alreadyLocked, earlierRunOpen],
  audit: 'payroll-run.locked',
})
