import type { PersonId } from '../../contract/ids.ts'
import { inForceAfter, type TransitionResult } from './selection-states.rules.ts'
import type { NewVersion, SelectionVersion } from '../../domain/selections/selection.rules.ts'
import type { SelectionAction, SelectionEffect } from '../../domain/selections/selection-steps.rules.ts'

type BenefitStatus = { newest: SelectionVersion; running: SelectionVersion | null }

export function nextVersion({
  selection,
  action,
  step,
  actorId,
  reason,
}: {
  selection: BenefitStatus
  action: SelectionAction
  step: Extract<TransitionResult, { outcome: 'moved' }>
  actorId: PersonId | null
  reason?: string | null
}): NewVersion {
  return {
    ...copiedFields(contentAfter(step.effect, selection)),
    state: step.to,
    action,
    runs: inForceAfter(step.effect),
    actorId,
    reason: reason ?? null,
  }
}

export function copiedFields({
  schemeYearId,
  choice,
  peopleCovered,
  price,
  effectiveFrom,
  effectiveTo,
}: SelectionVersion): Pick<
  SelectionVersion,
  'schemeYearId' | 'choice' | 'peopleCovered' | 'price' | 'effectiveFrom' | 'effectiveTo'
> {
  return { schemeYearId, choice, peopleCovered, price, effectiveFrom, effectiveTo }
}

function contentAfter(effect: SelectionEffect, { newest, running }: BenefitStatus): SelectionVersion {
  return effect === 'keep' ? (running ?? newest) : newest
}
