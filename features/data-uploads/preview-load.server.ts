import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { inRehearsal, isChangedMeanwhile, type Clock, type Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { appendAudit } from '../audit/audit.queries.ts'
import { populationOn } from '../benefits/population/population.queries.ts'
import { rehearsePeople } from '../employees/rehearse-people.queries.ts'
import { holdPeople } from '../profile/profile.queries.ts'
import { checkRows } from './check-load.server.ts'
import type { DifferenceRow } from './data-uploads.contract.ts'
import { keepDifference } from './difference.queries.ts'
import { differenceBetween, inOrder } from './difference.rules.ts'
import { uploadLimits } from './limits.ts'
import { peopleToWrite } from './load-people.queries.ts'
import { baseVersionOf, findLoad, type Load, type LoadCounts } from './loads.queries.ts'
import { event, move, MovedOn, type Progress, progressOf, working } from './one-load.server.ts'
import { dropFindings, dropUncounted, keepFaults } from './staged-rows.queries.ts'
import { readSwitches } from './switches.queries.ts'
import { writeLoad } from './write-load.server.ts'

/** Data that the check has read were changed during the check. */
class Drifted extends Error {}

/**
 * Checks each row of an upload and calculates its effects. The upload is then refused or ready. If data that the check has read
 * change during the check, its results are dropped and the upload waits for another check.
 */
export async function previewLoad(
  db: Kysely<Database>,
  clientId: ClientId,
  loadId: string,
): Promise<'previewed' | 'drifted'> {
  const checking = { loadId, status: 'checking' } as const
  const found = await working(db, clientId, checking, (tx, load, clock) =>
    compared(tx, clientId, { load, clock, progress: progressOf(db, clientId, loadId) }),
  )
  if (!found) return 'previewed'
  try {
    const difference: DifferenceRow[] = []
    const { affected, ...rest } = found
    for (let from = 0; from < affected.length; from += uploadLimits.rehearsed) {
      const lines = affected.slice(from, from + uploadLimits.rehearsed)
      const some = await working(
        db,
        clientId,
        checking,
        (tx, { id }, { today }) => rehearsed(tx, clientId, { loadId: id, lines, today }),
        inRehearsal,
      )
      difference.push(...some)
    }
    await working(db, clientId, checking, async (tx, load) => {
      await requireSameGround(tx, clientId, found)
      await keepDifference(tx, clientId, { loadId, rows: inOrder(difference) })
      await move(tx, clientId, load, { status: 'ready', preview: randomUUID(), ...rest })
    })
    return 'previewed'
  } catch (error) {
    if (!(error instanceof Drifted || isChangedMeanwhile(error))) throw error
    await working(db, clientId, checking, (tx, load, { now }) => checkAgain(tx, clientId, { load, now }))
    return 'drifted'
  }
}

type Found = {
  checkedAt: string
  counts: LoadCounts
  warnings: string[]
  baseVersion: string
  hasDifference: boolean
  /** Lines of known people whose benefits the upload may change. */
  affected: number[]
}

/** Undefined where there are faults: the load is refused then. */
async function compared(
  tx: Tx,
  clientId: ClientId,
  { load, clock: { now: checkedAt, today }, progress }: { load: Load; clock: Clock; progress: Progress },
): Promise<Found | undefined> {
  const { id: loadId, columns } = load
  const baseVersion = await baseVersionOf(tx, clientId)
  await dropFindings(tx, clientId, { loadId })
  const { faults, count, warnings, counts, affected } = await checkRows(tx, clientId, {
    loadId,
    columns,
    today,
    progress,
  })
  if (count > 0) {
    await keepFaults(tx, clientId, { loadId, faults })
    await dropUncounted(tx, clientId, { loadId })
    await move(tx, clientId, load, { status: 'refused', faultCount: count })
    return undefined
  }
  // Whoever cancels it drops what is kept of it: this is kept before that, or not at all.
  const still = await findLoad(tx, clientId, { id: loadId, forChange: true })
  if (still?.status !== 'checking') throw new MovedOn()
  const { eligibilityImpact: hasDifference } = await readSwitches(tx, clientId)
  return { checkedAt, counts, warnings, baseVersion, hasDifference, affected: hasDifference ? affected : [] }
}

/** Writes the changes of some people in a transaction that is rolled back, and returns what becomes of their benefits. */
async function rehearsed(
  tx: Tx,
  clientId: ClientId,
  { loadId, lines, today }: { loadId: string; lines: readonly number[]; today: Clock['today'] },
): Promise<DifferenceRow[]> {
  rehearsePeople(tx)
  const written = await peopleToWrite(tx, clientId, { loadId, lines })
  const people = written.map(({ personId }) => personId)
  await holdPeople(tx, clientId, { people })
  const before = await populationOn(tx, clientId, { on: today, people })
  await writeLoad(tx, clientId, { loadId, people: written, recordedBy: null, today })
  const after = await populationOn(tx, clientId, { on: today, people })
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
