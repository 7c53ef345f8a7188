import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { selectionId } from '../../contract/ids.ts'
import { pounds } from '../../contract/money.ts'
import { notFound } from '../../contract/not-found.ts'
import { employerCall } from '../../contract/employer-call.ts'
import { refusal } from '../../contract/refusals.ts'
import { owedMessages } from './leaver-balances.messages.ts'

const owedRow = z.object({
  selectionId,
  employeeName: z.string(),
  employeeNumber: z.string(),
  email: z.string(),
  lastDay: isoDate,
  benefitName: z.string(),
  rule: z.enum(['net-pay', 'owed', 'transfer', 'settle', 'drop']),
  ruleText: z.string(),
  /** Balance after the last salary payment; negative if the leaver is owed money. */
  left: pounds,
  /** Maximum deduction from the last salary payment. */
  most: pounds,
  taken: pounds.nullable(),
  takenOn: isoDate.nullable(),
  /** Balance less the recorded deduction, or less `most` until it is recorded. 0 if the agreement transfers. */
  owed: pounds,
  /** Calculation of `most`; null if the pay is unknown. */
  basis: z.object({ pay: pounds, lines: pounds, levies: pounds, minimumWage: pounds.nullable() }).nullable(),
})
export type LeaverBalanceRow = z.output<typeof owedRow>

/** Returns leavers' balances, the latest leaver first. */
export const listOwed = endpoint('GET', 'v2/client/{id}/owed-at-leaving', {
  ...employerCall,
  reply: z.array(owedRow),
})

/** Returns the same list as a file. */
export const downloadOwed = endpoint('GET', 'v2/client/{id}/owed-at-leaving/download', {
  ...employerCall,
  reply: 'file',
  audit: 'owed-at-leaving.downloaded',
})

export const moreThanOwed = refusal('more-than-left', 422, owedMessages.tooMuch)
export const notTakenThen = refusal('not-taken-then', 422, owedMessages.notThen)

/** Records the total that payroll has deducted for a balance. Replaces an earlier record. */
export const recordTaken = endpoint('PATCH', 'v2/client/{id}/owed-at-leaving/{selectionId}', {
  inView: 'operator',
  ...employerCall,
  params: z.object({ id: z.uuid(), selectionId }),
  body: z.strictObject({ taken: pounds, takenOn: isoDate }),
  reply: owedRow,
  refuses: [notFound, moreThanOwed, notTakenThen],
  audit: 'owed-at-leaving.recorded',
})
