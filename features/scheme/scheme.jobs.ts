import type { Kysely } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { listClients } from '../../database/clients.ts'
import { inClient, type Clock, type Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { raiseTimeLimitsInBackground } from '../../platform/time-limits.queries.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { provideCoreCover } from '../recalculation/core-cover.queries.ts'
import { nextPeople } from '../profile/job-portions.queries.ts'
import { lockPeople } from '../../services/people/profile.queries.ts'
import { calculateTakeUp } from '../take-up/calculate-take-up.queries.ts'
import { recalculateForScheme } from './recalculate-scheme.queries.ts'
import {
  deleteUnfinishedApplication,
  lockUnfinishedApplication,
  recordRecalculated,
  unfinishedSince,
  type UnfinishedApplication,
} from './unfinished-application.queries.ts'

type Finishing = {
  db: Kysely<Database>
  onFault: (fault: { clientId: ClientId; error: unknown }) => void
  /** Called if only applying the folder again can finish the work, because some people are missing. */
  onUnfinished: (unfinished: { clientId: ClientId; beganAt: string }) => void
}

export async function finishApplications(
  { db, onFault, onUnfinished }: Finishing,
  leaving?: AbortSignal,
): Promise<void> {
  for (const clientId of await listClients(db)) {
    if (leaving?.aborted) return
    try {
      await recalculateEverybody(db, clientId, {}, leaving)
      const beganAt = await inClient(db, clientId, (tx) => unfinishedSince(tx, clientId))
      if (beganAt !== undefined) onUnfinished({ clientId, beganAt })
    } catch (error) {
      onFault({ clientId, error })
    }
  }
}

export async function recalculateEverybody(
  db: Kysely<Database>,
  clientId: ClientId,
  { portion = 500 }: { portion?: number },
  leaving?: AbortSignal,
): Promise<number> {
  let versions = 0
  for (;;) {
    if (leaving?.aborted) return versions
    const written = await inClient(db, clientId, async (tx, clock) => {
      await raiseTimeLimitsInBackground(tx)
      const application = await lockUnfinishedApplication(tx, clientId)
      if (!application || application.isRecalculated) return 'done'
      return recalculatePortion(tx, clientId, { application, portion, clock })
    })
    if (written === 'done') return versions
    versions += written
  }
}

async function recalculatePortion(
  tx: Tx,
  clientId: ClientId,
  { application, portion, clock }: { application: UnfinishedApplication; portion: number; clock: Clock },
): Promise<number> {
  const { today } = clock
  const people = await nextPeople(tx, clientId, { after: application.doneUpTo, most: portion })
  await lockPeople(tx, clientId, { people })
  const selections =
    (await provideCoreCover(tx, clientId, { people, today })) +
    (await recalculateForScheme(tx, clientId, { change: application.change, people, today }))
  const last: PersonId | undefined = people.at(-1)
  if (last !== undefined && people.length === portion) await recordRecalculated(tx, clientId, { doneUpTo: last })
  else if (application.hasPeople) await recordRecalculated(tx, clientId, 'everybody')
  else {
    await deleteUnfinishedApplication(tx, clientId)
    await calculateTakeUp(tx, clientId, clock)
  }
  // The audit event comes last, because its lock blocks other writers of the client.
  if (selections > 0)
    await appendAudit(tx, clientId, [
      { at: clock.now, actor: null, subject: null, action: 'selections.followed', details: { selections } },
    ])
  return selections
}
