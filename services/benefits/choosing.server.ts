import { addDays, type IsoDate, showDate } from '../../contract/dates.ts'
import { penceFromPounds } from '../../contract/money.ts'
import type { PersonId } from '../../contract/ids.ts'
import { refuse } from '../../contract/refusals.ts'
import { allowedActionsMessages } from '../my-benefits/allowed-actions.messages.ts'
import type { ActionPermission } from '../my-benefits/allowed-actions.rules.ts'
import {
  changedMeanwhile,
  invalidChoice,
  notInThisState,
  notPriced,
  notSelectable,
  priceChanged,
  type SetupValues,
  termsNotAccepted,
} from '../../domain/selections/benefits.contract.ts'
import {
  belowMinimum,
  contributionOption,
  enrolmentFiguresOn,
} from '../../domain/eligibility/minimum-contribution.rules.ts'
import { choosingMessages as say } from './choosing.messages.ts'
import { readChoice } from './choice-values.rules.ts'
import { checkChoice } from '../../domain/selections/choice.rules.ts'
import { keepsOrLowersCover } from './cover-increase.rules.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { needsEvidence } from '../my-benefits/needs-evidence.rules.ts'
import { partnerAnswerFaults } from '../../domain/selections/partner-cover-elsewhere.rules.ts'
import { priceView, storedPrice } from '../my-benefits/price-view.server.ts'
import type { SynchronousCostEngine } from '../../domain/pricing/cost-engine.ts'
import type { Price } from '../../domain/pricing/price.ts'
import { compareDecimals } from '../../domain/pricing/rational.ts'
import { selectionView } from './selection-view.server.ts'
import { submittingAction, inForceAfter, transitionOf } from '../recalculation/selection-states.rules.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import type { SetupStep } from '../../domain/selections/setup-steps.rules.ts'
import type { CoveredPerson, NewVersion } from '../../domain/selections/selection.rules.ts'
import { causeOfCondition } from '../../domain/eligibility/eligibility.rules.ts'
import { firstDayAfterLeaving } from '../../domain/windows/leaving.rules.ts'
import {
  priceOf,
  type BenefitStatus,
  statusOnDay,
  statusForChoosing,
  type StatusForChoosing,
} from '../my-benefits/benefit-status.server.ts'
import type { EarlierPart } from '../../domain/windows/first-day.rules.ts'
import { firstDayMessages } from '../my-benefits/first-day.messages.ts'
import type { SelectionAction } from '../../domain/selections/selection-steps.rules.ts'
import type { ChoiceFaults } from '../../domain/selections/choice-request.ts'
import { benefitTerms } from './benefit-terms.server.ts'

/** Refuses a forbidden action. The refusal has the current selection if its state is the cause, otherwise the reason. */
export function requireAllowed(benefitStatus: BenefitStatus, allowed: ActionPermission): void {
  if (allowed.allowed) return
  if (allowed.cause === 'selection') throw refuse(notInThisState, { body: currentSelectionBody(benefitStatus) })
  const { reason, cause, opensOn } = allowed
  throw refuse(notSelectable, { body: { message: reason, error: reason, cause, opensOn: opensOn ?? null } })
}

/** Leavers may only read, even if the state of their selection would allow more (ACCESS-06). */
export function requireEmployed(benefitStatus: BenefitStatus): void {
  const { choosing } = benefitStatus
  if (!choosing.allowed && choosing.cause === 'employment') requireAllowed(benefitStatus, choosing)
}

export function requireVersion(benefitStatus: BenefitStatus, seen: number | undefined): void {
  if (seen !== undefined && seen !== benefitStatus.selection?.version)
    throw refuse(changedMeanwhile, { body: currentSelectionBody(benefitStatus) })
}

export function requireMayChoose(benefitStatus: BenefitStatus): void {
  const { actions, position } = benefitStatus
  const continues = position.running || position.state === 'pending'
  requireAllowed(benefitStatus, continues ? actions['change-cover'] : actions.setup)
}

export function requireNoIncrease(
  benefitStatus: BenefitStatus,
  { choice, price }: { choice: Choice; price: StoredPrice },
): void {
  const { choosing, benefit, selection } = benefitStatus
  if (choosing.allowed) return
  const running = selection?.running
  if (running && keepsOrLowersCover(benefit.definition, { asked: { choice, price }, running })) return
  requireAllowed(benefitStatus, { ...choosing, reason: say.onlyLower(choosing.reason) })
}

export function requireMinimumContribution(
  { benefit, facts, effectiveFrom, scheme }: BenefitStatus,
  { choice, price }: { choice: Choice; price: StoredPrice },
): void {
  const figures = enrolmentFiguresOn(scheme.taxTables, effectiveFrom)
  const field = contributionOption(benefit.definition)
  if (!figures || field === undefined) return
  const employer = BigInt(price.employerYearly)
  const below = belowMinimum(benefit.definition, {
    choice,
    inAll: BigInt(price.employeeYearly) + employer,
    employer,
    salaries: facts.salaries,
    figures,
  })
  if (below !== undefined) requireNone({ [field]: below })
}

/** Returns the status on the first day of a choice. Refuses a day after employment, in the next year or not offered. */
export function statusForChoice(
  benefitStatus: BenefitStatus,
  { values, effectiveFrom: requestedDay }: { values: SetupValues; effectiveFrom?: IsoDate | undefined },
): StatusForChoosing {
  const { choice } = readChoice(benefitStatus.benefit.definition, values)
  const status = statusForChoosing(benefitStatus, choice, requestedDay)
  if (requestedDay !== undefined && !status.firstDays?.days.some(({ day }) => day === requestedDay))
    throw refuse(invalidChoice, { errors: { effectiveFrom: [firstDayMessages.notOffered] } })
  const { year, facts } = benefitStatus.scheme
  const dayAfterLeaving = firstDayAfterLeaving(facts)
  if (dayAfterLeaving && status.effectiveFrom >= dayAfterLeaving) {
    const reason = allowedActionsMessages.afterLastDay(
      showDate(status.effectiveFrom),
      showDate(addDays(dayAfterLeaving, -1)),
    )
    requireAllowed(benefitStatus, { allowed: false, cause: causeOfCondition['starts-in-employment'], reason })
  }
  if (status.firstDays && status.effectiveFrom > year.to) {
    const opensOn = addDays(year.to, 1)
    const reason = allowedActionsMessages.inNextYear(showDate(status.effectiveFrom), showDate(opensOn))
    requireAllowed(benefitStatus, { allowed: false, cause: 'window', reason, opensOn })
  }
  return status
}

/** Reads a valid choice from the values sent. Refuses invalid values with a sentence for each field (S-74). */
export function requireChoice(benefitStatus: BenefitStatus, values: SetupValues): Choice {
  const { choice, faults } = readChoice(benefitStatus.benefit.definition, values)
  requireNone({ ...faultsOf(benefitStatus, choice), ...faults })
  return choice
}

export function requireComplete(benefitStatus: BenefitStatus, choice: Choice): void {
  requireNone(faultsOf(benefitStatus, choice))
}

/** A price can be quoted without the answer about a spouse's other cover; confirming the choice needs it. */
export function requirePartnerAnswer({ scheme }: BenefitStatus, choice: Choice): void {
  requireNone(partnerAnswerFaults(choice, scheme.family))
}

export function isComplete(benefitStatus: BenefitStatus, choice: Choice): boolean {
  return Object.keys(faultsOf(benefitStatus, choice)).length === 0
}

/** A part of a choice that would cover two partners has no price, so it is left out. */
export function earlierParts(status: StatusForChoosing, partner?: SynchronousCostEngine): readonly EarlierPart[] {
  return (status.firstDays?.earlier ?? []).filter(
    ({ day, choice }) => priceSoFar(statusOnDay(status, day), choice, partner) !== null,
  )
}

function faultsOf({ benefit, facts, effectiveFrom, scheme }: BenefitStatus, choice: Choice): ChoiceFaults {
  const startChoice = scheme.heldAtYearStart.get(benefit.id)
  return checkChoice({
    definition: benefit.definition,
    choice,
    facts,
    on: effectiveFrom,
    ...(startChoice && { heldAtYearStart: startChoice }),
  })
}

export function requireDraft({ benefit }: BenefitStatus, values: SetupValues): Choice {
  const { choice, faults } = readChoice(benefit.definition, values)
  requireNone(faults)
  return choice
}

function requireNone(faults: ChoiceFaults): void {
  const entries = Object.entries(faults)
  if (entries.length > 0)
    throw refuse(invalidChoice, { errors: Object.fromEntries(entries.map(([field, sentence]) => [field, [sentence]])) })
}

export function requirePrice(benefitStatus: BenefitStatus, choice: Choice, partner?: SynchronousCostEngine): Price {
  const outcome = priceOf(benefitStatus, choice, partner)
  if (outcome.outcome === 'priced') return outcome.price
  const { sentence, reason, field } = outcome
  throw refuse(notPriced, {
    body: { message: sentence, error: sentence, cause: reason },
    ...(field !== undefined && { errors: { [field]: [sentence] } }),
  })
}

/** Refuses to confirm at a price that differs from the price the person saw, and sends the new price. */
export function requireSamePrice({ facts }: BenefitStatus, price: Price, expectedPerPeriod: number | undefined): void {
  if (expectedPerPeriod === undefined || penceFromPounds(expectedPerPeriod) === (price.employeePerPeriod[0] ?? 0n))
    return
  throw refuse(priceChanged, { body: { price: priceView(storedPrice(price, facts.payPeriods)) } })
}

export function requireTerms(benefitStatus: BenefitStatus): void {
  if (benefitTerms(benefitStatus).some((term) => !term.accepted)) throw refuse(termsNotAccepted)
}

export function confirmedVersion(
  benefitStatus: BenefitStatus,
  { choice, price, actorId }: { choice: Choice; price: Price; actorId: PersonId },
): NewVersion {
  const { definition } = benefitStatus.benefit
  const action = submittingAction({
    needsApproval: needsApproval(definition, choice),
    needsEvidence: needsEvidence(price),
  })
  return version(benefitStatus, { action, choice, price, actorId })
}

export function draftVersion(
  benefitStatus: BenefitStatus,
  {
    choice,
    step,
    actorId,
    partner,
  }: {
    choice: Choice
    step?: SetupStep | undefined
    actorId: PersonId
    partner?: SynchronousCostEngine | undefined
  },
): NewVersion {
  const price = priceSoFar(benefitStatus, choice, partner)
  return { ...version(benefitStatus, { action: 'save-draft', choice, price, actorId }), draftStep: step ?? null }
}

/** Null for invalid choices, because price methods rely on checked limits. */
function priceSoFar(benefitStatus: BenefitStatus, choice: Choice, partner?: SynchronousCostEngine): Price | null {
  if (!isComplete(benefitStatus, choice)) return null
  const outcome = priceOf(benefitStatus, choice, partner)
  return outcome.outcome === 'priced' ? outcome.price : null
}

function version(
  benefitStatus: BenefitStatus,
  {
    action,
    choice,
    price,
    actorId,
  }: { action: SelectionAction; choice: Choice; price: Price | null; actorId: PersonId },
): NewVersion {
  const step = transitionOf(benefitStatus.position, action, 'employee')
  if (step.outcome === 'refused') throw refuse(notInThisState, { body: currentSelectionBody(benefitStatus) })
  return {
    schemeYearId: benefitStatus.scheme.year.id,
    state: step.to,
    action,
    choice,
    peopleCovered: peopleIn(benefitStatus, choice),
    price: price && storedPrice(price, benefitStatus.facts.payPeriods),
    effectiveFrom: benefitStatus.effectiveFrom,
    runs: inForceAfter(step.effect),
    actorId,
  }
}

export function currentSelectionBody(benefitStatus: BenefitStatus): { selection: unknown } {
  return { selection: benefitStatus.selection ? selectionView(benefitStatus, benefitStatus.selection) : null }
}

export function needsApproval({ approval }: Pick<BenefitDefinition, 'approval'>, choice: Choice): boolean {
  if (typeof approval === 'string') return approval === 'required'
  const value = choice.values[approval.when.option]
  return value !== undefined && compareDecimals(value, approval.when.above) > 0
}

function peopleIn({ scheme }: BenefitStatus, choice: Choice): CoveredPerson[] {
  return scheme.family
    .filter((person) => choice.people.includes(person.id))
    .map(({ id, firstName, surname, relationship }) => ({ id, name: `${firstName} ${surname}`, relationship }))
}
