import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { NewVersion, SelectionWithVersions } from './selection.rules.ts'
import { appendVersion } from './selections.queries.ts'
import { writePay } from './selection-pay.queries.ts'
import { takeStep } from './selection-states.rules.ts'
import { nextVersion } from './next-version.server.ts'

export type Decision = {
  selection: SelectionWithVersions
  approved: boolean
  reason?: string | null
  actorId: PersonId
  today: IsoDate
}

/**
 * Approves or rejects one selection that was locked in this transaction: appends the decision as a version and, when
 * something starts to run, writes what it means for pay. Undefined when it no longer waits for a decision.
 */
export async function decideSelection(
  tx: Tx,
  clientId: ClientId,
  { selection, approved, reason, actorId, today }: Decision,
): Promise<SelectionWithVersions | undefined> {
  const action = approved ? 'approve' : 'reject'
  const step = takeStep({ state: selection.state, running: selection.runningVersion !== null }, action, 'employer')
  if (step.outcome === 'refused') return undefined
  const next: NewVersion = nextVersion({ selection, action, step, actorId, reason: reason ?? null })
  const decided = await appendVersion(tx, clientId, { selection, next })
  if (decided && step.effect === 'start') await writePay(tx, clientId, { selection: decided, today })
  return decided
}
