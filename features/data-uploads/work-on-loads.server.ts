import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { inClient, inRehearsal, type Clock, type Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { takeTime } from '../../platform/take-time.queries.ts'
import { appendAudit } from '../audit/audit.queries.ts'
import { populationOn } from '../benefits/population/population.queries.ts'
import { rehearsePeople } from '../employees/rehearse-people.queries.ts'
import { holdEverybody } from '../profile/profile.queries.ts'
import { readSwitches } from './switches.queries.ts'
import { faultsOfRows } from './check-load.server.ts'
import { compareLoad } from './compare-load.server.ts'
import type { DifferenceRow } from './data-uploads.contract.ts'
import { keepDifference } from './difference.queries.ts'
import { differenceBetween } from './difference.rules.ts'
import { uploadLimits } from './limits.ts'
import {
  baseVersionOf,
  failSilentLoads,
  findLoad,
  holdWork,
  lastFactOf,
  listClientsWithUploads,
  moveLoad,
  takeUpWork,
  waitForWork,
  type Load,
  type LoadCounts,
} from './loads.queries.ts'
import { dropFindings, dropRows, keepFaults } from './staged-rows.queries.ts'
import { undoLoad } from './undo-load.server.ts'
import { writeLoad } from './write-load.server.ts'

export type LoadWork = {
  db: Kysely<Database>
  onFault: (fault: { clientId: ClientId; loadId: string; error: unknown }) => void
}

/**
 * Does what uploads of every client wait for: checks them, has them count, takes them back. Each step is a transaction, so
 * that a process that dies leaves the old state or the new one; the next one begins the step again.
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
        await steps[status](db, clientId, loadId)
      } catch (error) {
        if (error instanceof MovedOn) continue
        onFault({ clientId, loadId, error })
      }
    }
  }
}

const steps = { checking: check, committing: commit, undoing: undo } as const

/** Somebody cancelled it, or another process was faster: what was done is dropped. */
class MovedOn extends Error {}

async function giveUp(
  db: Kysely<Database>,
  clientId: ClientId,
  { loadId, from }: { loadId: string; from: keyof typeof steps },
): Promise<void> {
  await inClient(db, clientId, async (tx, { now }) => {
    // Whoever began it last is still at it.
    if (!(await holdWork(tx, clientId))) return
    // What counts already goes on counting.
    const to = from === 'undoing' ? 'confirmed' : 'failed'
    await moveLoad(tx, clientId, { id: loadId, from, change: { status: to, failure: 'unexpected' } })
    if (to === 'failed') await dropRows(tx, clientId, { loadId })
    await appendAudit(tx, clientId, [event({ now, action: 'data-load.failed', details: { loadId, step: from } })])
  })
}

/** A transaction of the work on one load, for as long as that takes, and of one process at a time. */
function working<Result>(
  db: Kysely<Database>,
  clientId: ClientId,
  { loadId, status }: { loadId: string; status: Load['status'] },
  work: (tx: Tx, load: Load, clock: Clock) => Promise<Result>,
  inTransaction: typeof inClient = inClient,
): Promise<Result> {
  return inTransaction(db, clientId, async (tx, clock) => {
    await takeTime(tx)
    await waitForWork(tx, clientId)
    const load = await findLoad(tx, clientId, { id: loadId })
    if (load?.status !== status) throw new MovedOn()
    return work(tx, load, clock)
  })
}

async function check(db: Kysely<Database>, clientId: ClientId, loadId: string): Promise<void> {
  const checking = { loadId, status: 'checking' } as const
  const found = await working(db, clientId, checking, (tx, load, { today }) => compared(tx, clientId, { load, today }))
  if (!found) return
  const difference = found.hasDifference
    ? await working(db, clientId, checking, (tx, load, clock) => rehearsed(tx, clientId, { load, clock }), inRehearsal)
    : []
  await working(db, clientId, checking, async (tx) => {
    // Something it stands on has changed meanwhile: it is checked once more, as it still is `checking`.
    if ((await baseVersionOf(tx, clientId)) !== found.baseVersion) throw new MovedOn()
    await keepDifference(tx, clientId, { loadId, rows: difference })
    const moved = await moveLoad(tx, clientId, {
      id: loadId,
      from: 'checking',
      change: { status: 'ready', preview: randomUUID(), ...found },
    })
    if (!moved) throw new MovedOn()
  })
}

/** Undefined where there are faults: the load is refused then. */
async function compared(
  tx: Tx,
  clientId: ClientId,
  { load, today }: { load: Load; today: Clock['today'] },
): Promise<{ counts: LoadCounts; baseVersion: string; hasDifference: boolean } | undefined> {
  const { id: loadId, columns } = load
  const baseVersion = await baseVersionOf(tx, clientId)
  await dropFindings(tx, clientId, { loadId })
  const { faults, count } = await faultsOfRows(tx, clientId, { loadId, columns, today })
  if (count > 0) {
    await keepFaults(tx, clientId, { loadId, faults })
    await dropRows(tx, clientId, { loadId })
    await move(tx, clientId, load, { status: 'refused', faultCount: count })
    return undefined
  }
  const counts = await compareLoad(tx, clientId, { loadId, columns, today })
  return { counts, baseVersion, hasDifference: (await readSwitches(tx, clientId)).eligibilityImpact }
}

/** Has it count in a transaction that is undone, and tells what that does to people's benefits. */
async function rehearsed(
  tx: Tx,
  clientId: ClientId,
  { load, clock: { today } }: { load: Load; clock: Clock },
): Promise<DifferenceRow[]> {
  await rehearsePeople(tx)
  const before = await populationOn(tx, clientId, { on: today })
  await writeLoad(tx, clientId, { loadId: load.id, columns: load.columns, recordedBy: null, today })
  const after = await populationOn(tx, clientId, { on: today })
  return differenceBetween({ before, after })
}

async function commit(db: Kysely<Database>, clientId: ClientId, loadId: string): Promise<void> {
  await working(db, clientId, { loadId, status: 'committing' }, async (tx, load, { now, today }) => {
    // Whoever holds people by now may be changing what the preview stands on; whoever comes later waits.
    await holdEverybody(tx, clientId)
    if ((await baseVersionOf(tx, clientId)) !== load.baseVersion) {
      await move(tx, clientId, load, { status: 'checking', preview: null, madeAnew: true })
      return
    }
    const { columns, changedBy } = load
    const written = await writeLoad(tx, clientId, { loadId, columns, recordedBy: changedBy, today })
    await dropRows(tx, clientId, { loadId })
    const lastFact = await lastFactOf(tx, clientId)
    await move(tx, clientId, load, { status: 'confirmed', preview: null, confirmed: { lastFact } })
    await appendAudit(tx, clientId, [
      event({
        now,
        actor: changedBy,
        action: 'data-load.confirmed',
        details: { loadId, fileHash: load.fileHash.toString('hex'), ...load.counts, ...written },
      }),
    ])
  })
}

async function undo(db: Kysely<Database>, clientId: ClientId, loadId: string): Promise<void> {
  await working(db, clientId, { loadId, status: 'undoing' }, async (tx, load, { now, today }) => {
    const { changedBy, lastFact } = load
    if (lastFact === null) throw new Error('A load that counts has its last fact')
    const undone = await undoLoad(tx, clientId, { loadId, lastFact, recordedBy: changedBy, today })
    await move(tx, clientId, load, { status: 'undone', undone })
    await appendAudit(tx, clientId, [
      event({ now, actor: changedBy, action: 'data-load.undone', details: { loadId, ...undone } }),
    ])
  })
}

async function move(
  tx: Tx,
  clientId: ClientId,
  { id, status }: Load,
  change: Parameters<typeof moveLoad>[2]['change'],
): Promise<void> {
  if (!(await moveLoad(tx, clientId, { id, from: status, change }))) throw new MovedOn()
}

function event({
  now,
  actor = null,
  action,
  details,
}: {
  now: string
  actor?: string | null
  action: string
  details: Record<string, string | number>
}) {
  return { at: now, actor, subject: null, action, details, requestId: '' }
}
