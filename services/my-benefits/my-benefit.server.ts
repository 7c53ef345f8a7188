import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import type { BenefitId, SelectionId } from '../../contract/ids.ts'
import type { Call } from '../../platform/handle.ts'
import type { readBenefit, readSelection } from '../../domain/selections/benefits.contract.ts'
import { loadPersonScheme, type PersonScheme } from './person-scheme.server.ts'
import { coverInForceOn } from './cover-in-force.server.ts'
import type { SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import { visibleBenefits, visibleSelection, type BenefitStatus, benefitStatusOf } from './benefit-status.server.ts'

type CallPart = 'tx' | 'clientId' | 'caller' | 'today' | 'params'
export type BenefitCall = Pick<Call<typeof readBenefit>, CallPart>
export type SelectionCall = Pick<Call<typeof readSelection>, CallPart>
export type StatusWithSelection = BenefitStatus & { selection: SelectionWithVersions }

export async function readBenefitStatus({ tx, clientId, caller, today, params }: BenefitCall): Promise<BenefitStatus> {
  return benefitStatusById(await loadPersonScheme(tx, clientId, { ...caller, today }), params.id)
}

/** Returns the status of a benefit; 404 if it is not offered or unknown (S-46). */
export function benefitStatusById(scheme: PersonScheme | undefined, id: BenefitId): BenefitStatus {
  const benefit = scheme && visibleBenefits(scheme).find((one) => one.id === id)
  if (!scheme || !benefit) throw refuse(notFound)
  return benefitStatusOf(scheme, benefit)
}

export async function readSelectionStatus({
  tx,
  clientId,
  caller,
  today,
  params,
}: SelectionCall): Promise<StatusWithSelection> {
  return selectionStatusById(await loadPersonScheme(tx, clientId, { ...caller, today }), params.id)
}

export function selectionStatusById(scheme: PersonScheme | undefined, id: SelectionId): StatusWithSelection {
  const selection = scheme && selectionIn(scheme, id)
  const benefit = selection && visibleBenefits(scheme).find((one) => one.id === selection.benefitId)
  if (!scheme || !selection || !benefit) throw refuse(notFound)
  return { ...benefitStatusOf(scheme, benefit), selection: selection }
}

export function benefitStatusAfterChange(
  { scheme, benefit }: BenefitStatus,
  moved: SelectionWithVersions,
): BenefitStatus {
  const selections = new Map(scheme.selections).set(benefit.id, moved)
  const until = moved.running?.effectiveFrom
  const inForce = coverInForceOn(scheme, scheme.selections.get(benefit.id), scheme.today)
  if (!moved.running || !until || until <= scheme.today || !inForce)
    return benefitStatusOf({ ...scheme, selections }, benefit)
  const ahead = [
    { ...inForce, until },
    { version: moved.running, from: until },
  ]
  return benefitStatusOf({ ...scheme, selections, segments: new Map(scheme.segments).set(moved, ahead) }, benefit)
}

function selectionIn({ selections }: PersonScheme, id: SelectionId): SelectionWithVersions | undefined {
  return visibleSelection([...selections.values()].find((one) => one.id === id))
}
