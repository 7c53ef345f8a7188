import { addDays, type IsoDate, showDate } from '../../contract/dates.ts'
import { allowedActionsMessages as say, allowedBecause } from './allowed-actions.messages.ts'
import type { ActionName } from '../../domain/selections/benefits.contract.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import {
  causeOfCondition,
  conditionsOf,
  decideEligibility,
  type DecisionStep,
  type ChoiceIntent,
  isActiveStatus,
  isConditionMet,
} from '../../domain/eligibility/eligibility.rules.ts'
import { lastVoucherMonth } from './voucher-membership.rules.ts'
import { selectionMessages } from '../../domain/selections/selection.messages.ts'
import { selectionCan } from '../../domain/selections/user-transitions.rules.ts'
import {
  isOpenOn,
  longestOpenWindow,
  nextOpening,
  type Openings,
  openingsOf,
  type PersonWindow,
} from '../../domain/windows/windows.rules.ts'
import type { StateBeforeTransition } from '../../domain/selections/selection-steps.rules.ts'

export type ActionsRequest = {
  definition: BenefitDefinition
  withdrawn?: boolean
  selection: StateBeforeTransition
  person: {
    /** ACCESS-03, ACCESS-04: any status except 'left' and 'inactive' is active, even a missing one. */
    employmentStatus?: string | null
    dateOfBirth: IsoDate
    probationEndsOn?: IsoDate | null
    joinedOn?: IsoDate | null
    holds: boolean
    memberUntil?: IsoDate
    noticeOn?: IsoDate | null
    location?: string | null
    payroll?: string | null
    weeklyHours?: string | null
    hasStatement: boolean
  }
  paidForOn?: IsoDate | null
  windows: readonly PersonWindow[]
  startsOn?: IsoDate
  year?: { from: IsoDate; to: IsoDate }
  lastDay?: IsoDate
  excludedBy?: string
  today: IsoDate
}

export type NotAllowed = {
  allowed: false
  cause: 'employment' | 'probation' | 'eligibility' | 'window' | 'selection'
  reason: string
  opensOn?: IsoDate
}
export type ActionPermission = { allowed: true; closesOn?: IsoDate; reason?: string } | NotAllowed

/** Returns which actions are allowed today, or why not (BENEFIT-07, BENEFIT-20). Leavers only read statements (ACCESS-06). */
export function allowedActions(request: ActionsRequest): Record<ActionName, ActionPermission> {
  const { definition, withdrawn = false, selection, person } = request
  const choosing = mayChooseMore(request)
  const left = leftTheEmployer(person.employmentStatus)
  const hasCover = selection.running || selection.state === 'pending'
  const fitting = closed('selection', say.notInThisState(selectionMessages.status[selection.state]))

  return {
    setup: !choosing.allowed
      ? choosing
      : hasCover
        ? closed('selection', say.alreadyChosen)
        : selectionCan.submit(selection)
          ? choosing
          : fitting,
    manage: left ?? (hasCover ? { allowed: true } : closed('selection', say.nothingChosen)),
    'change-cover': changeCover(),
    'opt-out': optOut(),
    claim:
      left ??
      (!selection.running
        ? closed('selection', say.nothingChosen)
        : definition.provider.claim
          ? { allowed: true }
          : closed('eligibility', say.noClaim)),
    statement: person.hasStatement ? { allowed: true } : closed('selection', say.noStatement),
  }

  function changeCover(): ActionPermission {
    const order = orderInPay(request)
    if (order) return choosing
    const lowering = selection.running ? permissionOf(decisionFor(request, 'lower')) : choosing
    if (!choosing.allowed && !lowering.allowed) return choosing
    if (!hasCover) return closed('selection', say.nothingChosen)
    if (definition.options.length === 0) return closed('eligibility', say.nothingToChange)
    if (!selectionCan.submit(selection)) return fitting
    return choosing.allowed ? choosing : lowering
  }

  function optOut(): ActionPermission {
    if (left) return left
    if (!definition.optOut && !withdrawn) return closed('eligibility', say.noOptOut)
    const order = orderInPay(request)
    if (order) return order
    if (!selection.running) return closed('selection', say.nothingChosen)
    if (!selectionCan.optOut(selection)) return fitting
    // A withdrawn benefit has no more windows. Pensions and payroll giving can be left in any month.
    if (withdrawn || leavesInAnyMonth.has(definition.category)) return { allowed: true }
    const openings = openingsOf(definition, request.windows)
    const { today } = request
    if (isOpenOn(openings, today)) return choosing.allowed ? choosing : { allowed: true }
    const opensOn = nextOpening(openings, today)
    if (opensOn) return { ...closed('window', say.leaveFrom(showDate(opensOn))), opensOn }
    return closed('window', openings.afterEvent ? say.leaveInWindowOrEvent : say.leaveInWindow)
  }
}

const leavesInAnyMonth: ReadonlySet<BenefitDefinition['category']> = new Set(['pension', 'giving'])

/** Decides by employment, probation, eligibility and windows whether a person may join today. Ignores current cover. */
export function mayChoose(request: Omit<ActionsRequest, 'selection'>): ActionPermission {
  return permissionOf(decisionFor(request))
}

export function mayChooseMore(request: ActionsRequest): ActionPermission {
  const answer = permissionOf(decisionToChooseMore(request))
  return (answer.allowed && (orderInPay(request) ?? excluded(request))) || answer
}

export function decisionToChooseMore(request: ActionsRequest): DecisionStep[] {
  return decisionFor(request, request.selection.running ? 'change' : 'join')
}

/** Returns the conditions checked, each with its deciding facts. Only the last one can have failed. */
export function decisionFor(
  { definition, withdrawn = false, person, windows, startsOn, year, lastDay, today }: Omit<ActionsRequest, 'selection'>,
  to: ChoiceIntent = 'join',
): DecisionStep[] {
  const { employmentStatus = null, probationEndsOn = null, joinedOn = null, ...otherFacts } = person
  const openings = openingsOf(definition, windows)
  const facts = {
    ...otherFacts,
    employmentStatus,
    probationEndsOn,
    joinedOn,
    openings,
    today,
    ...(startsOn && { startsOn }),
  }
  return decideEligibility(
    conditionsOf(definition, { withdrawn, to, ...(year && { year }), ...(lastDay && { lastDay }) }),
    facts,
  )
}

export function permissionOf(steps: readonly DecisionStep[]): ActionPermission {
  const last = steps.at(-1)
  if (!last) return { allowed: true }
  if (isConditionMet(last)) {
    const open = steps.find((step) => step.rule === 'open-now')
    const window = open && longestOpenWindow(open.openings, open.today)
    const reason = window?.cause === 'life-event' && allowedBecause.afterLifeEvent(showDate(window.closesOn))
    return { allowed: true, ...(window && { closesOn: window.closesOn }), ...(reason && { reason }) }
  }
  const cause = causeOfCondition[last.rule]
  switch (last.rule) {
    case 'employed':
      return closed(cause, say.left)
    case 'year-published':
      return closed(cause, say.notPublished)
    case 'still-offered':
      return closed(cause, say.noLongerOffered)
    case 'holds-already':
      return closed(cause, last.memberUntil ? say.notRestarted(lastVoucherMonth(last.memberUntil)) : say.existingOnly)
    case 'no-childcare-account':
      return closed(cause, say.childcareAccount(showDate(last.noticeOn ?? last.today)))
    case 'age-from':
      return closed(cause, say.ageFrom(last.years))
    case 'age-to':
      return closed(cause, last.endsRelief ? say.reliefEnds : say.ageTo(last.years))
    case 'in-location':
      return closed(cause, say.inLocation(last.locations.join(', ')))
    case 'on-payroll':
      return closed(cause, say.onPayroll)
    case 'hours-from':
      return closed(cause, say.hoursFrom(last.hours))
    case 'past-probation': {
      const opensOn = addDays(last.probationEndsOn ?? last.today, 1)
      return { ...closed(cause, afterProbation(opensOn, last.openings)), opensOn }
    }
    case 'open-now': {
      const opensOn = nextOpening(last.openings, last.today)
      if (opensOn) return { ...closed(cause, say.opensOn(showDate(opensOn))), opensOn }
      return closed(cause, last.openings.afterEvent ? say.nextWindowOrEvent : say.nextWindow)
    }
    case 'counts-in-year': {
      const opensOn = addDays(last.yearEnds, 1)
      return { ...closed(cause, say.inNextYear(showDate(last.countsFrom), showDate(opensOn))), opensOn }
    }
    case 'starts-in-employment':
      return closed(cause, say.afterLastDay(showDate(last.countsFrom), showDate(last.lastDay)))
  }
}

function afterProbation(opensOn: IsoDate, openings: Openings): string {
  const opens = say.afterProbation(showDate(opensOn))
  if (isOpenOn(openings, opensOn)) return opens
  const window = nextOpening(openings, opensOn)
  return `${opens}. ${window ? say.chooseFrom(showDate(window)) : openings.afterEvent ? say.nextWindowOrEvent : say.nextWindow}`
}

function leftTheEmployer(employmentStatus: string | null | undefined): NotAllowed | undefined {
  return isActiveStatus(employmentStatus) ? undefined : closed('employment', say.left)
}

/** Refuses to change or leave an approved order: the hire agreement continues to its last instalment. */
function orderInPay({ definition, selection, paidForOn = null, today }: ActionsRequest): NotAllowed | undefined {
  if (!selection.running || !isPaidInInstalments(definition)) return undefined
  if (paidForOn === null) return closed('eligibility', say.orderStays)
  if (paidForOn < today) return undefined
  const opensOn = addDays(paidForOn, 1)
  return { ...closed('eligibility', say.orderStaysUntil(showDate(opensOn))), opensOn }
}

function excluded({ selection, excludedBy }: ActionsRequest): NotAllowed | undefined {
  if (excludedBy === undefined || selection.running || selection.state === 'pending') return undefined
  return closed('eligibility', say.excludedBy(excludedBy))
}

function isPaidInInstalments({ price }: Pick<BenefitDefinition, 'price'>): boolean {
  return price.some(({ price: each }) => each.method === 'order' && each.spread !== 'each-month')
}

function closed(cause: NotAllowed['cause'], reason: string): NotAllowed {
  return { allowed: false, cause, reason }
}
