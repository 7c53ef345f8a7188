import { paths } from '../../contract/paths.ts'
import { type IsoDate, showDate } from '../../contract/dates.ts'
import { describeAnswer } from './describe-answer.rules.ts'
import { benefitMessages } from './benefits.messages.ts'
import type { ActionName, BenefitView, PriceView, SelectionState, SelectionView } from './benefits.contract.ts'

type StateFacts = {
  tone: 'neutral' | 'brand' | 'good' | 'warn' | 'bad'
  runs: boolean
  waits: boolean
  /** Same as in `userTransitions`, which the browser does not load; a test compares both. */
  canUndo?: 'draft' | 'application'
}

const facts: Record<SelectionState, StateFacts> = {
  none: { tone: 'neutral', runs: false, waits: false },
  draft: { tone: 'warn', runs: false, waits: false, canUndo: 'draft' },
  pending: { tone: 'brand', runs: false, waits: true, canUndo: 'application' },
  active: { tone: 'good', runs: true, waits: false },
  'pending-change': { tone: 'brand', runs: true, waits: true, canUndo: 'application' },
  pended: { tone: 'brand', runs: true, waits: true, canUndo: 'application' },
  rejected: { tone: 'bad', runs: false, waits: false },
  'opted-out': { tone: 'neutral', runs: false, waits: false },
  withdrawn: { tone: 'neutral', runs: false, waits: false },
  ended: { tone: 'neutral', runs: false, waits: false },
}

export function hasEnded({ status }: Pick<SelectionView, 'status'>): boolean {
  return ['rejected', 'opted-out', 'withdrawn', 'ended'].includes(status)
}

export function stateFacts(state: SelectionState): StateFacts {
  return facts[state]
}

type WithActions = Pick<BenefitView, 'allowedActions' | 'selection'>

export const benefitCan = {
  change: ({ allowedActions }: WithActions) => allows(allowedActions, 'setup', 'change-cover'),
  optOut: ({ allowedActions }: WithActions) => allows(allowedActions, 'opt-out'),
  claim: ({ allowedActions }: WithActions) => allows(allowedActions, 'claim'),
  keepDraft: ({ selection }: WithActions) => selection === null || !facts[selection.status].waits,
  discard: ({ selection }: WithActions) => selection !== null && facts[selection.status].canUndo === 'draft',
  withdraw: ({ selection }: WithActions) => selection !== null && facts[selection.status].canUndo === 'application',
}

function allows(allowed: readonly ActionName[], ...names: ActionName[]): boolean {
  return names.some((name) => allowed.includes(name))
}

/** Returns label and link of the call to action: the selection's, or the benefit's if the selection has none (BENEFIT-18). */
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

export type MonthlyCost = { employee: number; employer: number; spread: string | null }

export function currentCost(selection: SelectionView | null): MonthlyCost | null {
  if (!selection) return null
  if (selection.today) return monthlyCost(selection.today.price)
  return selection.runsFrom === undefined ? chargedCost(selection) : null
}

export function chargedCost(selection: SelectionView | null): MonthlyCost | null {
  if (!selection) return null
  if (selection.today) return monthlyCost(selection.today.price)
  if (selection.running) return monthlyCost(selection.running.price)
  return stateFacts(selection.status).runs ? monthlyCost(selection.price) : null
}

export function laterCost(selection: SelectionView | null): (MonthlyCost & { from: IsoDate }) | null {
  if (!selection?.runsFrom) return null
  const cost = monthlyCost(selection.running ? selection.running.price : selection.price)
  return cost && { ...cost, from: selection.runsFrom }
}

function monthlyCost(price: PriceView | null): MonthlyCost | null {
  return price && { employee: price.employee.perMonth, employer: price.employer.perMonth, spread: price.spread }
}

export function firstAnswer([first]: SelectionView['planDetails']): string | null {
  return first ? describeAnswer(first) : null
}

export function isInsurance({ category }: Pick<BenefitView, 'category'>): boolean {
  return category === 'protection' || category === 'health'
}
