import { needsEvidence } from '../my-benefits/needs-evidence.rules.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import type { SelectionAction } from '../../domain/selections/selection-steps.rules.ts'

const approvals = ['approve', 'approve-for-evidence'] as const satisfies SelectionAction[]
type Approval = (typeof approvals)[number]

export function isApproval(action: string): boolean {
  return approvals.some((approval) => approval === action)
}

export function approvalAction(price: StoredPrice | null): Approval {
  return price && needsEvidence(price) ? 'approve-for-evidence' : 'approve'
}
