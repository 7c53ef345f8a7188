import { needsEvidence } from '../medical/needs-evidence.rules.ts'
import type { SelectionAction } from './selection-states.rules.ts'
import type { StoredPrice } from './stored-price.ts'

const approvals = ['approve', 'approve-for-evidence'] as const satisfies SelectionAction[]
type Approval = (typeof approvals)[number]

/** Whether an employer consented by this step. */
export function isApproval(action: string): boolean {
  return approvals.some((approval) => approval === action)
}

/** What an employer's consent does to a choice at this price: cover that a provider has yet to decide about waits for that. */
export function approvalOf(price: StoredPrice | null): Approval {
  return price && needsEvidence(price) ? 'approve-for-evidence' : 'approve'
}
