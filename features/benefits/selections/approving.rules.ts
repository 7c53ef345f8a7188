import type { SelectionAction } from './selection-states.rules.ts'
import type { PenceDigits, StoredCover, StoredPrice } from './stored-price.ts'

const approvals = ['approve', 'approve-for-evidence'] as const satisfies SelectionAction[]
type Approval = (typeof approvals)[number]

/** Whether an employer consented by this step. */
export function isApproval(action: string): boolean {
  return approvals.some((approval) => approval === action)
}

/** What an employer's consent does to a choice at this price: cover that a provider has yet to decide about waits for that. */
export function approvalOf(price: StoredPrice | null): Approval {
  const { cover, partnerCover, decidedCover } = price ?? {}
  return isOpen(cover, decidedCover?.employee?.asked) || isOpen(partnerCover, decidedCover?.partner?.asked)
    ? 'approve-for-evidence'
    : 'approve'
}

function isOpen(cover: StoredCover | null | undefined, decidedUpTo: PenceDigits = '0'): boolean {
  return !!cover && BigInt(cover.effective) < BigInt(cover.selected) && BigInt(decidedUpTo) < BigInt(cover.selected)
}
