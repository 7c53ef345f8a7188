import { paths } from '../../contract/paths.ts'
import { showDate } from '../../contract/dates.ts'
import { benefitMessages } from './benefits.messages.ts'
import type { ActionName, BenefitView, SelectionState, SelectionView } from './benefits.contract.ts'

type StateFacts = {
  tone: 'neutral' | 'brand' | 'good' | 'warn' | 'bad'
  runs: boolean
  waits: boolean
  /**
   * What the person can discard or withdraw. Repeats `userTransitions`, which the browser does not load; tests compare
   * both.
   */
  takesBack?: 'draft' | 'application'
}

const facts: Record<SelectionState, StateFacts> = {
  none: { tone: 'neutral', runs: false, waits: false },
  draft: { tone: 'warn', runs: false, waits: false, takesBack: 'draft' },
  pending: { tone: 'brand', runs: false, waits: true, takesBack: 'application' },
  active: { tone: 'good', runs: true, waits: false },
  'pending-change': { tone: 'brand', runs: true, waits: true, takesBack: 'application' },
  pended: { tone: 'brand', runs: true, waits: true, takesBack: 'application' },
  rejected: { tone: 'bad', runs: false, waits: false },
  'opted-out': { tone: 'neutral', runs: false, waits: false },
  withdrawn: { tone: 'neutral', runs: false, waits: false },
  ended: { tone: 'neutral', runs: false, waits: false },
}

export function stateFacts(state: SelectionState): StateFacts {
  return facts[state]
}

type WithActions = Pick<BenefitView, 'allowedActions' | 'selection'>

/** Actions that the person may take now. Offers only actions listed by the server (BENEFIT-20). */
export const benefitCan = {
  change: ({ allowedActions }: WithActions) => allows(allowedActions, 'setup', 'change-cover'),
  optOut: ({ allowedActions }: WithActions) => allows(allowedActions, 'opt-out'),
  claim: ({ allowedActions }: WithActions) => allows(allowedActions, 'claim'),
  keepDraft: ({ selection }: WithActions) => selection === null || !facts[selection.status].waits,
  discard: ({ selection }: WithActions) => selection !== null && facts[selection.status].takesBack === 'draft',
  withdraw: ({ selection }: WithActions) => selection !== null && facts[selection.status].takesBack === 'application',
}

function allows(allowed: readonly ActionName[], ...names: ActionName[]): boolean {
  return names.some((name) => allowed.includes(name))
}

/** Returns the label and link of a call to action. A selection's takes precedence over the benefit's (BENEFIT-18). */
export function callToAction(benefit: BenefitView): { label: string; to: string } | null {
  const cta = benefit.selection?.cta ?? benefit.cta
  if (!cta) return null
  switch (cta.type) {
    case 'setup':
    case 'reapply':
      return { label: cta.label, to: paths.benefitSetup(benefit.benefitId) }
    case 'manage':
      return { label: cta.label, to: paths.benefitManage(benefit.benefitId) }
    case 'view':
      return { label: cta.label, to: paths.benefit(benefit.benefitId) }
    case 'ccv':
      return { label: cta.label, to: paths.vouchers() }
  }
}

export function reasonNotAvailable({ available, reason, opensOn }: BenefitView['availability']): string | null {
  if (available) return null
  return reason ?? (opensOn ? benefitMessages.opensOn(showDate(opensOn)) : null)
}

/** Returns the monthly cost of the cover in force, even if a change is to follow; null if none is in force. */
export function currentCost(selection: SelectionView | null): { employee: number; employer: number } | null {
  if (!selection) return null
  const price = selection.today
    ? selection.today.price
    : selection.running
      ? selection.running.price
      : stateFacts(selection.status).runs
        ? selection.price
        : null
  return price && { employee: price.employee.perMonth, employer: price.employer.perMonth }
}
