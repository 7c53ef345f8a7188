import { type Refused, refuse } from '../../contract/refusals.ts'
import type { Call } from '../../platform/handle.ts'
import { changedMeanwhile, type readSelection } from '../../domain/selections/benefits.contract.ts'
import { currentSelectionBody } from './choosing.server.ts'
import { benefitStatusAfterChange } from '../my-benefits/my-benefit.server.ts'
import type { NewVersion, SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import { appendVersion, selectionById } from '../my-benefits/selections.queries.ts'
import type { BenefitStatus } from '../my-benefits/benefit-status.server.ts'

export type VersionCall = Pick<Call<typeof readSelection>, 'tx' | 'clientId' | 'caller' | 'today' | 'audit'>

/** If the selection has changed since it was read, refuses the call and sends the current selection. */
export async function appendIfUnchanged(
  call: VersionCall,
  benefitStatus: BenefitStatus,
  next: NewVersion,
  selection = benefitStatus.selection,
): Promise<SelectionWithVersions> {
  const moved = selection && (await appendVersion(call.tx, call.clientId, { selection, next }))
  if (!moved) throw await conflictRefusal(call, benefitStatus)
  call.audit({ selectionId: moved.id, benefitId: benefitStatus.benefit.id, version: moved.version, state: moved.state })
  return moved
}

export async function conflictRefusal(
  { tx, clientId, caller }: VersionCall,
  benefitStatus: BenefitStatus,
): Promise<Refused> {
  const current = benefitStatus.scheme.selections.get(benefitStatus.benefit.id)
  const now = current && (await selectionById(tx, clientId, { selectionId: current.id, personId: caller.personId }))
  return refuse(changedMeanwhile, {
    body: currentSelectionBody(now ? benefitStatusAfterChange(benefitStatus, now) : benefitStatus),
  })
}
