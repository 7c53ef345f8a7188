import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { nextVersion } from '../../services/recalculation/next-version.server.ts'
import type { SelectionStep } from '../benefit-mails/selection-mails.queries.ts'
import { pricesIfDecidedNow, writeDeductionsOfMany } from '../../services/recalculation/selection-pay.queries.ts'
import { approvalAction } from '../../services/recalculation/approval-actions.rules.ts'
import { inForceAfter, transitionOf } from '../../services/recalculation/selection-states.rules.ts'
import type { SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import { appendVersions } from '../../services/my-benefits/selections.queries.ts'

export type Decision = {
  selections: readonly SelectionWithVersions[]
  approved: boolean
  reason?: string | null
  actorId: PersonId
  today: IsoDate
}

/** The caller must lock the selections. Throws before any write if one is no longer pending. */
export async function decideSelections(
  tx: Tx,
  clientId: ClientId,
  { selections, approved, reason, actorId, today }: Decision,
): Promise<Omit<SelectionStep, 'benefit'>[]> {
  const decided = selections.map((selection) => {
    const action = approved ? approvalAction(selection.newest.price) : 'reject'
    const step = transitionOf(
      { state: selection.state, running: selection.versionInForce !== null },
      action,
      'employer',
    )
    if (step.outcome === 'refused') throw new Error(`The selection ${selection.id} does not await a decision`)
    const next = nextVersion({ selection, action, step, actorId, reason: reason ?? null })
    return { selection, next, starts: inForceAfter(step.effect) === 'this' }
  })
  const starting = decided.filter(({ starts }) => starts)
  // After a passed cut-off, fewer pay days are left and more may have been deducted.
  const asked = starting.flatMap(({ selection: { id, personId }, next: { schemeYearId, price, effectiveFrom } }) =>
    price && effectiveFrom ? [{ selectionId: id, personId, schemeYearId, price, effectiveFrom }] : [],
  )
  const prices = await pricesIfDecidedNow(tx, clientId, { asked, today, hold: true })
  await appendVersions(tx, clientId, {
    continuations: decided.map(({ selection, next }) => ({
      selection,
      steps: [{ ...next, price: prices.get(selection.id) ?? next.price }],
    })),
  })
  await writeDeductionsOfMany(tx, clientId, { selections: starting.map(({ selection }) => selection), today })
  return decided.map(({ selection, next }) => ({
    selection: { ...selection, version: selection.version + 1 },
    step: next,
    before: { state: selection.state, running: selection.versionInForce !== null },
  }))
}
