import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { inRehearsal, isChangedMeanwhile, type Clock, type Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { appendAudit } from '../audit/audit.queries.ts'
import { populationOn } from '../benefits/population/population.queries.ts'
import { rehearsePeople } from '../employees/rehearse-people.queries.ts'
import { faultsOfRows } from './check-load.server.ts'
import { compareLoad } from './compare-load.server.ts'
import type { DifferenceRow } from './data-uploads.contract.ts'
import { keepDifference } from './difference.queries.ts'
import { differenceBetween } from './difference.rules.ts'
import { uploadLimits } from './limits.ts'
import { baseVersionOf, findLoad, type Load, type LoadCounts } from './loads.queries.ts'
import { event, move, MovedOn, working } from './one-load.server.ts'
import { readerOfRows } from './row-reading.server.ts'
import { dropFindings, dropUncounted, keepFaults } from './staged-rows.queries.ts'
import { readSwitches } from './switches.queries.ts'
import { writeLoad } from './write-load.server.ts'

/** Something that the check stands on has changed under it. */
class Drifted extends Error {}

/**
 * Checks every row of an upload and works out what it would do: it is refused then, or ready. Where something it stands on
 * changes meanwhile, what was found out says nothing of the upload, and it waits for the next check.
 */
export async function previewLoad(
  db: Kysely<Database>,
  clientId: ClientId,
  loadId: string,
): Promise<'previewed' | 'drifted'> {
  const checking = { loadId, status: 'checking' } as const
  const found = await working(db, clientId, checking, (tx, load, { today }) => compared(tx, clientId, { load, today }))
  if (!found) return 'previewed'
  try {
    const difference = found.hasDifference
      ? await working(
          db,
          clientId,
          checking,
          (tx, load, clock) => rehearsed(tx, clientId, { load, clock, found }),
          inRehearsal,
        )
      : []
    await working(db, clientId, checking, async (tx, load) => {
      await requireSameGround(tx, clientId, found)
      await keepDifference(tx, clientId, { loadId, rows: difference })
      await move(tx, clientId, load, { status: 'ready', preview: randomUUID(), ...found })
    })
    return 'previewed'
  } catch (error) {
    if (!(error instanceof Drifted || isChangedMeanwhile(error))) throw error
    await working(db, clientId, checking, (tx, load, { now }) => checkAgain(tx, clientId, { load, now }))
    return 'drifted'
  }
}

type Found = { counts: LoadCounts; warnings: string[]; baseVersion: string; hasDifference: boolean }

/** Undefined where there are faults: the load is refused then. */
async function compared(
  tx: Tx,
  clientId: ClientId,
  { load, today }: { load: Load; today: Clock['today'] },
): Promise<Found | undefined> {
  const { id: loadId, columns } = load
  const baseVersion = await baseVersionOf(tx, clientId)
  const read = await readerOfRows(tx, clientId, { columns, today })
  await dropFindings(tx, clientId, { loadId })
  const { faults, count, warnings } = await faultsOfRows(tx, clientId, { loadId, columns, today, read })
  if (count > 0) {
    await keepFaults(tx, clientId, { loadId, faults })
    await dropUncounted(tx, clientId, { loadId })
    await move(tx, clientId, load, { status: 'refused', faultCount: count })
    return undefined
  }
  const counts = await compareLoad(tx, clientId, { loadId, columns, today, read })
  // Whoever cancels it drops what is kept of it: this is kept before that, or not at all.
  const still = await findLoad(tx, clientId, { id: loadId, forChange: true })
  if (still?.status !== 'checking') throw new MovedOn()
  return { counts, warnings, baseVersion, hasDifference: (await readSwitches(tx, clientId)).eligibilityImpact }
}

/** Has it count in a transaction that is undone, and tells what that does to people's benefits. */
async function rehearsed(
  tx: Tx,
  clientId: ClientId,
  { load, clock: { today }, found }: { load: Load; clock: Clock; found: Found },
): Promise<DifferenceRow[]> {
  await requireSameGround(tx, clientId, found)
  rehearsePeople(tx)
  const before = await populationOn(tx, clientId, { on: today })
  await writeLoad(tx, clientId, { loadId: load.id, columns: load.columns, recordedBy: null, today })
  const after = await populationOn(tx, clientId, { on: today })
  return differenceBetween({ before, after })
}

async function requireSameGround(tx: Tx, clientId: ClientId, { baseVersion }: Found): Promise<void> {
  if ((await baseVersionOf(tx, clientId)) !== baseVersion) throw new Drifted()
}

async function checkAgain(tx: Tx, clientId: ClientId, { load, now }: { load: Load; now: string }): Promise<void> {
  const rechecks = load.rechecks + 1
  if (rechecks < uploadLimits.rechecks) return move(tx, clientId, load, { status: 'checking', rechecks })
  await move(tx, clientId, load, { status: 'failed', failure: 'unsettled' })
  await dropUncounted(tx, clientId, { loadId: load.id })
  const details = { loadId: load.id, step: 'checking', why: 'unsettled' }
  await appendAudit(tx, clientId, [event({ now, action: 'data-load.failed', details })])
}
