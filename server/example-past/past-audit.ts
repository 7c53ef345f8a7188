import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { SimulatedSelection } from '../../features/selections/simulated-selection.server.ts'
import { isApproval } from '../../services/recalculation/approval-actions.rules.ts'
import { appendAudit, type AuditEvent } from '../../services/audit/audit.queries.ts'
import type { PastRun } from './past-runs.ts'

export async function writePastAudit(
  tx: Tx,
  clientId: ClientId,
  { lived, runs, lockedBy }: { lived: readonly SimulatedSelection[]; runs: readonly PastRun[]; lockedBy: PersonId },
): Promise<void> {
  const events = [
    ...lived.flatMap((one) => one.versions.flatMap((version) => eventOf(one, version) ?? [])),
    ...runs.map(({ period, lockedAt, payroll, lineCount }): AuditEvent => ({
      at: lockedAt,
      actor: lockedBy,
      subject: null,
      action: 'payroll-run.locked',
      details: { periodId: period.periodId, payroll, period: period.label, lines: lineCount },
    })),
  ]
  await appendAudit(
    tx,
    clientId,
    events.toSorted((a, b) => (a.at < b.at ? -1 : 1)),
  )
}

function eventOf(
  { selection: { id, personId, benefitId } }: SimulatedSelection,
  { version, state, action, actorId, reason, recordedAt }: SimulatedSelection['versions'][number],
): AuditEvent | undefined {
  if (actorId === null) return undefined
  const event = { at: recordedAt, actor: actorId, subject: personId }
  if (actorId === personId) {
    const chosen = version === 1 ? 'selection.created' : 'selection.changed'
    return {
      ...event,
      action: action.startsWith('opt-out') ? 'selection.opted-out' : chosen,
      details: { selectionId: id, benefitId, version, state },
    }
  }
  const details = { approved: isApproval(action), selectionIds: [id], people: [personId], reason }
  return { ...event, action: 'selections.decided', details }
}
