import { addDays, type IsoDate, showDate } from '../../contract/dates.ts'
import { allowedActionsMessages as say } from './allowed-actions.messages.ts'
import type { ActionName } from './benefits.contract.ts'
import type { BenefitDefinition } from './definition.ts'
import { ageOn } from './pricing/age.ts'
import { selectionMessages } from './selection.messages.ts'
import { type SelectionPosition, selectionCan } from './selection-states.rules.ts'
import { type PersonWindow, nextOpening, openingFor } from './windows.rules.ts'

export type ActionsRequest = {
  definition: BenefitDefinition
  selection: SelectionPosition
  person: {
    /** ACCESS-03, ACCESS-04: anything but 'left' and 'inactive' is active, also when missing. */
    employmentStatus?: string | null
    dateOfBirth: IsoDate
    /** The last day of probation. */
    probationEndsOn?: IsoDate | null
    /** Whether the benefit is or was held, for benefits closed to new members. */
    holds: boolean
    hasStatement: boolean
  }
  windows: readonly PersonWindow[]
  today: IsoDate
}

export type Closed = {
  allowed: false
  cause: 'employment' | 'probation' | 'eligibility' | 'window' | 'selection'
  reason: string
  opensOn?: IsoDate
}
export type Allowed = { allowed: true; closesOn?: IsoDate } | Closed

/**
 * What a person may do with a benefit today, and why not, in words (BENEFIT-07, BENEFIT-20). People who have left may read
 * their statements and nothing else (ACCESS-06). Terms are not asked here: they are accepted on the way, and saving asks for them.
 */
export function allowedActions(request: ActionsRequest): Record<ActionName, Allowed> {
  const { definition, selection, person } = request
  const choosing = mayChoose(request)
  const left = leftTheEmployer(person.employmentStatus)
  const held = selection.running || selection.state === 'pending'
  const fitting = closed('selection', say.notInThisState(selectionMessages.status[selection.state]))

  return {
    setup: !choosing.allowed
      ? choosing
      : held
        ? closed('selection', say.alreadyChosen)
        : selectionCan.submit(selection)
          ? choosing
          : fitting,
    manage: left ?? (held ? { allowed: true } : closed('selection', say.nothingChosen)),
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

  function changeCover(): Allowed {
    if (!choosing.allowed) return choosing
    if (!held) return closed('selection', say.nothingChosen)
    if (definition.options.length === 0) return closed('eligibility', say.nothingToChange)
    return selectionCan.submit(selection) ? choosing : fitting
  }

  function optOut(): Allowed {
    if (left) return left
    if (!definition.optOut) return closed('eligibility', say.noOptOut)
    if (isPaidInInstalments(definition)) return closed('eligibility', say.orderStays)
    if (!selection.running) return closed('selection', say.nothingChosen)
    if (!selectionCan.optOut(selection)) return fitting
    return choosing
  }
}

/** Whether a benefit may be chosen or changed at all today, whatever stands: employment, probation, eligibility, windows. */
export function mayChoose({ definition, person, windows, today }: Omit<ActionsRequest, 'selection'>): Allowed {
  const left = leftTheEmployer(person.employmentStatus)
  if (left) return left

  const notEligible = eligibilityFault(definition, person, today)
  if (notEligible) return closed('eligibility', notEligible)

  if (!definition.openInProbation && person.probationEndsOn && today <= person.probationEndsOn) {
    const opensOn = addDays(person.probationEndsOn, 1)
    return { ...closed('probation', say.afterProbation(showDate(opensOn))), opensOn }
  }

  const opening = openingFor(definition, windows, today)
  if (opening) return { allowed: true, ...(opening.closesOn && { closesOn: opening.closesOn }) }
  const opensOn = nextOpening(definition, windows, today)
  if (opensOn) return { ...closed('window', say.opensOn(showDate(opensOn))), opensOn }
  return closed('window', definition.changeIn.includes('life-event') ? say.nextWindowOrEvent : say.nextWindow)
}

/** ACCESS-03: active is whoever is neither left nor inactive. */
export function isActive(employmentStatus: string | null | undefined): boolean {
  return employmentStatus !== 'left' && employmentStatus !== 'inactive'
}

function leftTheEmployer(employmentStatus: string | null | undefined): Closed | undefined {
  return isActive(employmentStatus) ? undefined : closed('employment', say.left)
}

function eligibilityFault(
  { requires, ages }: BenefitDefinition,
  { holds, dateOfBirth }: ActionsRequest['person'],
  today: IsoDate,
): string | undefined {
  if (requires.includes('existing-holding') && !holds) return say.existingOnly
  const age = ageOn(dateOfBirth, today)
  if (ages?.from !== undefined && age < ages.from) return say.ageFrom(ages.from)
  if (ages?.to !== undefined && age > ages.to) return say.ageTo(ages.to)
  return undefined
}

/** What was bought is paid to the end: leaving it would leave the rest to the employer. */
function isPaidInInstalments({ price }: Pick<BenefitDefinition, 'price'>): boolean {
  return price.some(({ price: each }) => each.method === 'order' && each.spread !== 'each-month')
}

function closed(cause: Closed['cause'], reason: string): Closed {
  return { allowed: false, cause, reason }
}
