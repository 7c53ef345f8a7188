import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { meetsConditionsOn, findEligibilityLoss, type Member } from '../../domain/eligibility/eligibility-loss.rules.ts'
import { endingVersion, restoredVersions, isInForceAfter } from './leaving.server.ts'
import { conditionMessages as say } from './eligibility-loss.messages.ts'
import { statesBeforeStart } from '../../domain/selections/cover-periods.rules.ts'
import type { NewVersion, SelectionVersion } from '../../domain/selections/selection.rules.ts'
import { type SelectionWithHistory, applyVersion } from './apply-version.rules.ts'
import type { Condition } from '../../domain/eligibility/condition.ts'

export function eligibilityLossSteps(
  history: SelectionWithHistory,
  {
    definition,
    member,
    since,
    today,
  }: { definition: BenefitDefinition; member: Member; since: IsoDate; today: IsoDate },
): NewVersion[] {
  const steps: NewVersion[] = []
  let current = history
  const take = (next: NewVersion) => {
    steps.push(next)
    current = applyVersion(current, next, today)
  }

  const before = expiryOf(history)
  const ended = before?.effectiveFrom ?? null
  if (ended !== null) {
    if (since > ended) return []
    const stays = !meetsConditionsOn(definition, member, ended)
    // A correction, or a job that ran late, may show that the condition stopped holding before.
    if (stays && !findEligibilityLoss(definition, member, { since, to: addDays(ended, -1), today })) return []
    for (const next of restoredVersions(history, { action: 'expire', endedFrom: ended, reason: say.holdsAgain }))
      take(next)
  }
  const lost = findEligibilityLoss(definition, member, { since, to: today, today })
  if (lost && isInForceAfter(current, lost.from))
    take(endingVersion(current, { action: 'expire', day: lost.from, reason: conditionReason(lost.condition) }))
  return steps
}

function expiryOf({ versions }: SelectionWithHistory): SelectionVersion | undefined {
  const end = versions.findLastIndex(({ action }) => action === 'expire')
  const since = versions.slice(end + 1)
  return since.every(({ state }) => state === 'ended' || statesBeforeStart.has(state)) ? versions[end] : undefined
}

/** Returns the reason for history, payroll and mails. It describes the benefit's condition and not the person (S-53). */
export function conditionReason(condition: Condition): string {
  switch (condition.rule) {
    case 'age-to':
      return condition.endsRelief ? say.reliefEnds : say.lastAge(condition.years)
    case 'in-location':
      return say.locations(condition.locations.join(', '))
    case 'on-payroll':
      return say.payrolls
    case 'hours-from':
      return say.hours(condition.hours)
    case 'past-probation':
      return say.probation
    case 'no-childcare-account':
      return say.childcareAccount
    default:
      return say.employed
  }
}
