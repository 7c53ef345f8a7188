import type { Kysely } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { appendAudit } from '../audit/audit.queries.ts'
import { calculateTakeUp } from '../take-up/calculate-take-up.queries.ts'
import { choseSinceCheck } from './data-uploads.messages.ts'
import { uploadLimits } from './limits.ts'
import { choosersSinceCheck, holdConcerned } from './load-people.queries.ts'
import {
  baseVersionOf,
  failSilentLoads,
  holdWork,
  lastFactOf,
  listClientsWithUploads,
  moveLoad,
  takeUpWork,
} from './loads.queries.ts'
import { event, move, MovedOn, progressOf, working } from './one-load.server.ts'
import { previewLoad } from './preview-load.server.ts'
import { dropRows, dropUncounted, forgetUndone } from './staged-rows.queries.ts'
import { undoLoad } from './undo-load.server.ts'
import { writeLoad } from './write-load.server.ts'

type LoadWork = {
  db: Kysely<Database>
  onFault: (fault: { clientId: ClientId; loadId: string; error: unknown }) => void
}

/**
 * Checks, confirms and undoes the uploads of every client that are due. Each step is one transaction, so a killed process leaves
 * either the old state or the new one, and another process repeats the step.
 */
export async function workOnLoads({ db, onFault }: LoadWork, leaving?: AbortSignal): Promise<void> {
  for (const clientId of await listClientsWithUploads(db)) {
    for (;;) {
      if (leaving?.aborted) return
      const work = await inClient(db, clientId, async (tx) => {
        await failSilentLoads(tx, clientId)
        return (await holdWork(tx, clientId)) ? takeUpWork(tx, clientId) : undefined
      })
      if (!work) break
      const { id: loadId, status, attempts } = work
      if (attempts > uploadLimits.attempts) {
        await giveUp(db, clientId, { loadId, from: status })
        continue
      }
      try {
        // The data changed during the check. Other clients come first; the new status notifies the next round.
        const outcome = await steps[status](db, clientId, loadId)
        if (outcome === 'drifted') break
        if (outcome === 'written') await inClient(db, clientId, (tx, clock) => calculateTakeUp(tx, clientId, clock))
      } catch (error) {
        if (error instanceof MovedOn) continue
        onFault({ clientId, loadId, error })
      }
    }
  }
}

const steps = { checking: previewLoad, committing: commit, undoing: undo } as const

async function giveUp(
  db: Kysely<Database>,
  clientId: ClientId,
  { loadId, from }: { loadId: string; from: keyof typeof steps },
): Promise<void> {
  await inClient(db, clientId, async (tx, { now }) => {
    // Another process is still working on it.
    if (!(await holdWork(tx, clientId))) return
    // A confirmed upload remains in force if its undo fails.
    const change =
      from === 'undoing'
        ? ({ status: 'confirmed', failure: 'notUndone' } as const)
        : ({ status: 'failed', failure: 'unexpected' } as const)
    // Another process has finished the step.
    if (!(await moveLoad(tx, clientId, { id: loadId, from, change }))) return
    if (change.status === 'failed') await dropUncounted(tx, clientId, { loadId })
    await appendAudit(tx, clientId, [event({ now, action: 'data-load.failed', details: { loadId, step: from } })])
  })
}

async function commit(db: Kysely<Database>, clientId: ClientId, loadId: string): Promise<'written' | 'unchanged'> {
  return working(db, clientId, { loadId, status: 'committing' }, async (tx, load, { now, today }) => {
    // Lock first: a transaction that holds these people may be changing data that the preview was calculated from.
    await holdConcerned(tx, clientId, { loadId })
    if ((await baseVersionOf(tx, clientId)) !== load.baseVersion) {
      await move(tx, clientId, load, { status: 'checking', preview: null, madeAnew: true })
      return 'unchanged'
    }
    const { changedBy } = load
    const choosers = await choosersSinceCheck(tx, clientId, { loadId })
    const written = await writeLoad(tx, clientId, {
      loadId,
      recordedBy: changedBy,
      today,
      progress: progressOf(db, clientId, loadId),
    })
    await dropRows(tx, clientId, { loadId })
    const lastFact = await lastFactOf(tx, clientId)
    await move(tx, clientId, load, {
      status: 'confirmed',
      preview: null,
      warnings: choosers > 0 ? [choseSinceCheck(choosers)] : [],
      confirmed: { lastFact },
    })
    await appendAudit(tx, clientId, [
      event({
        now,
        actor: changedBy,
        action: 'data-load.confirmed',
        details: { loadId, fileHash: load.fileHash.toString('hex'), ...load.counts, ...written, choosers },
      }),
    ])
    return load.counts?.unchanged === load.rows ? 'unchanged' : 'written'
  })
}

async function undo(db: Kysely<Database>, clientId: ClientId, loadId: string): Promise<'written'> {
  return working(db, clientId, { loadId, status: 'undoing' }, async (tx, load, { now, today }) => {
    const { changedBy, lastFact } = load
    if (lastFact === null) throw new Error('A load that counts has its last fact')
    const undone = await undoLoad(tx, clientId, { loadId, lastFact, recordedBy: changedBy, today })
    await forgetUndone(tx, clientId, { loadId })
    await move(tx, clientId, load, { status: 'undone', undone })
    await appendAudit(tx, clientId, [
      event({ now, actor: changedBy, action: 'data-load.undone', details: { loadId, ...undone } }),
    ])
    return 'written' as const
  })
}
