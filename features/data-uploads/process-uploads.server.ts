import type { Kysely } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { claimWork, listClientsWithWork } from '../../platform/due-work.queries.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { calculateTakeUp } from '../take-up/calculate-take-up.queries.ts'
import { warnOfLaterChoices } from './data-uploads.messages.ts'
import { uploadLimits } from './upload-states.rules.ts'
import { countChoicesSinceCheck, lockAffectedPeople } from './upload-people.queries.ts'
import {
  readDataVersion,
  failStalledUploads,
  tryLockUploadWork,
  lastFactSequence,
  findUpload,
  changeUploadStatus,
  recordUndone,
  startUploadWork,
  uploadWork,
} from './uploads.queries.ts'
import {
  emailChangeEvents,
  uploadEvent,
  changeStatus,
  UploadStatusChanged,
  progressReporter,
  runUploadStep,
} from './upload-status.server.ts'
import { previewUpload } from './preview-upload.server.ts'
import { deleteBenefitEffects, deleteStagedRows, deleteUnappliedResults } from './staged-rows.queries.ts'
import { numberHolders, undoPortion } from './undo-upload.server.ts'
import { writeUpload } from './write-upload.server.ts'

type UploadJob = {
  db: Kysely<Database>
  onFault: (fault: { clientId: ClientId; uploadId: string; error: unknown }) => void
  portion?: number
}

/** Processes uploads until none is due. After a crash, another process repeats or continues the step. */
export async function processUploads(
  { db, onFault, portion = uploadLimits.undone }: UploadJob,
  leaving?: AbortSignal,
): Promise<void> {
  for (const clientId of await listClientsWithWork(db, uploadWork)) {
    for (;;) {
      if (leaving?.aborted) return
      const work = await inClient(db, clientId, (tx) =>
        claimWork(tx, clientId, uploadWork, async () => {
          await failStalledUploads(tx, clientId)
          return (await tryLockUploadWork(tx, clientId)) ? startUploadWork(tx, clientId) : undefined
        }),
      )
      if (!work) break
      const { id: uploadId, status, attempts } = work
      if (attempts > uploadLimits.attempts) {
        await giveUp(db, clientId, { uploadId, from: status })
        continue
      }
      try {
        // The data changed during the check. Check the uploads of other clients before this one is checked again.
        const outcome = await steps[status](db, clientId, uploadId, { portion, leaving })
        if (outcome === 'drifted') break
        if (outcome === 'written') await inClient(db, clientId, (tx, clock) => calculateTakeUp(tx, clientId, clock))
      } catch (error) {
        if (error instanceof UploadStatusChanged) continue
        onFault({ clientId, uploadId, error })
      }
    }
  }
}

const steps = { checking: previewUpload, committing: commit, undoing: undo } as const

async function giveUp(
  db: Kysely<Database>,
  clientId: ClientId,
  { uploadId, from }: { uploadId: string; from: keyof typeof steps },
): Promise<void> {
  await inClient(db, clientId, async (tx, { now }) => {
    if (!(await tryLockUploadWork(tx, clientId))) return
    // If an undo fails, the upload remains in force except for people already undone.
    const isBegun = (await findUpload(tx, clientId, { id: uploadId }))?.takenBack != null
    const change =
      from === 'undoing'
        ? ({ status: 'confirmed', failure: isBegun ? 'partlyUndone' : 'notUndone' } as const)
        : ({ status: 'failed', failure: 'unexpected' } as const)
    if (!(await changeUploadStatus(tx, clientId, { id: uploadId, from, change }))) return
    if (change.status === 'failed') await deleteUnappliedResults(tx, clientId, { uploadId })
    await appendAudit(tx, clientId, [
      uploadEvent({ now, action: 'data-load.failed', details: { uploadId, step: from } }),
    ])
  })
}

async function commit(db: Kysely<Database>, clientId: ClientId, uploadId: string): Promise<'written' | 'unchanged'> {
  return runUploadStep(db, clientId, { uploadId, status: 'committing' }, async (tx, upload, { now, today }) => {
    // Lock first, because a transaction that holds these people may be changing the data of the preview.
    await lockAffectedPeople(tx, clientId, { uploadId })
    if ((await readDataVersion(tx, clientId)) !== upload.baseVersion) {
      await changeStatus(tx, clientId, upload, { status: 'checking', preview: null, madeAnew: true })
      return 'unchanged'
    }
    const { changedBy } = upload
    const choosers = await countChoicesSinceCheck(tx, clientId, { uploadId })
    const { moves, ...written } = await writeUpload(tx, clientId, {
      uploadId,
      recordedBy: changedBy,
      now,
      today,
      progress: progressReporter(db, clientId, uploadId),
    })
    await deleteStagedRows(tx, clientId, { uploadId })
    const lastFact = await lastFactSequence(tx, clientId)
    await changeStatus(tx, clientId, upload, {
      status: 'confirmed',
      preview: null,
      warnings: choosers > 0 ? [warnOfLaterChoices(choosers)] : [],
      confirmed: { lastFact },
    })
    await appendAudit(tx, clientId, [
      uploadEvent({
        now,
        actor: changedBy,
        action: 'data-load.confirmed',
        details: { uploadId, fileHash: upload.fileHash.toString('hex'), ...upload.counts, ...written, choosers },
      }),
      ...emailChangeEvents(moves, { now, actor: changedBy, uploadId }),
    ])
    return upload.counts?.unchanged === upload.rows ? 'unchanged' : 'written'
  })
}

async function undo(
  db: Kysely<Database>,
  clientId: ClientId,
  uploadId: string,
  { portion, leaving }: { portion: number; leaving: AbortSignal | undefined },
): Promise<'written' | 'unfinished'> {
  const progress = progressReporter(db, clientId, uploadId)
  const undoing = { uploadId, status: 'undoing' } as const
  const { lastFact, holders } = await runUploadStep(db, clientId, undoing, async (tx, { lastFact: last }) => {
    if (last === null) throw new Error('An upload that counts has its last fact')
    return { lastFact: last, holders: await numberHolders(tx, clientId, { uploadId, lastFact: last }) }
  })
  for (let done = 0; ;) {
    if (leaving?.aborted) return 'unfinished'
    const undone = await runUploadStep(db, clientId, undoing, async (tx, upload, { now, today }) => {
      const { changedBy: recordedBy } = upload
      const some = await undoPortion(tx, clientId, { uploadId, lastFact, portion, holders, recordedBy, now, today })
      const { isLast, moves, ...counts } = some
      // Reports progress, so that no other process takes over the work.
      await progress(done + counts.takenBack + counts.leftAlone)
      await recordUndone(tx, clientId, { id: uploadId, ...counts })
      if (isLast) {
        await deleteBenefitEffects(tx, clientId, { uploadId })
        await changeStatus(tx, clientId, upload, { status: 'undone', undone: true })
      }
      await appendAudit(tx, clientId, [
        uploadEvent({ now, actor: recordedBy, action: 'data-load.undone', details: { uploadId, ...counts } }),
        ...emailChangeEvents(moves, { now, actor: recordedBy, uploadId }),
      ])
      return some
    })
    if (undone.isLast) return 'written'
    done += undone.takenBack + undone.leftAlone
  }
}
