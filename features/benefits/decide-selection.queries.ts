import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { NewVersion, SelectionWithVersions } from './selection.rules.ts'
import { appendVersion } from './selections.queries.ts'
import { pricesIfDecidedNow, writePay } from './selection-pay.queries.ts'
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
  const asked: NewVersion = nextVersion({ selection, action, step, actorId, reason: reason ?? null })
  const next = step.effect === 'start' ? await asPaidFrom(tx, clientId, { selection, asked, today }) : asked
  const decided = await appendVersion(tx, clientId, { selection, next })
  if (decided && step.effect === 'start') await writePay(tx, clientId, { selection: decided, today })
  return decided
}

/** A cut-off may have passed since it was asked for: fewer pay days are left, and pays may have taken more of what runs. */
async function asPaidFrom(
  tx: Tx,
  clientId: ClientId,
  {
    selection: { id: selectionId, personId, schemeYearId },
    asked,
    today,
  }: { selection: SelectionWithVersions; asked: NewVersion; today: IsoDate },
): Promise<NewVersion> {
  const { price, effectiveFrom } = asked
  if (!price || !effectiveFrom) return asked
  const waits = { selectionId, personId, schemeYearId, price, effectiveFrom }
  const prices = await pricesIfDecidedNow(tx, clientId, { asked: [waits], today, hold: true })
  return { ...asked, price: prices.get(selectionId) ?? price }
}
