import type { Kysely } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { inClient, type Clock, type Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { raiseTimeLimitsInBackground } from '../../platform/time-limits.queries.ts'
import { type AuditEvent, appendAudit } from '../../services/audit/audit.queries.ts'
import type { NewAddress } from '../../services/session/account.queries.ts'
import {
  findUpload,
  changeUploadStatus,
  recordProgress,
  lockUploadWork,
  type Upload,
  type StatusChange,
  readDataVersion,
  lockUploadCreation,
  uploadUnderWayOf,
} from './uploads.queries.ts'
import { uploadPage, type UploadStatus, type UploadView } from './data-uploads.contract.ts'
import { uploadStep, type UploadAction } from './upload-states.rules.ts'
import { uploadViewOf } from './upload-views.server.ts'
import { deleteUnappliedResults } from './staged-rows.queries.ts'

/** Thrown to roll back, because the upload was cancelled or another process finished the step. */
export class UploadStatusChanged extends Error {}

/** Runs one step in a transaction with longer time limits. Other processes wait until it ends. */
export function runUploadStep<Result>(
  db: Kysely<Database>,
  clientId: ClientId,
  { uploadId, status }: { uploadId: string; status: Upload['status'] },
  work: (tx: Tx, upload: Upload, clock: Clock) => Promise<Result>,
  inTransaction: typeof inClient = inClient,
): Promise<Result> {
  return inTransaction(db, clientId, async (tx, clock) => {
    await raiseTimeLimitsInBackground(tx)
    await lockUploadWork(tx, clientId)
    const upload = await findUpload(tx, clientId, { id: uploadId })
    if (upload?.status !== status) throw new UploadStatusChanged()
    return work(tx, upload, clock)
  })
}

export type ReportProgress = (done: number) => Promise<void>

/** Returns a function that stores progress for the screen in a separate transaction, at most once a second. */
export function progressReporter(db: Kysely<Database>, clientId: ClientId, uploadId: string): ReportProgress {
  let notedAt = performance.now()
  return async (done) => {
    if (performance.now() - notedAt < 1_000) return
    notedAt = performance.now()
    await inClient(db, clientId, (tx) => recordProgress(tx, clientId, { id: uploadId, done }))
  }
}

/** Changes an upload's status. Throws `UploadStatusChanged` if another process has changed it since it was read. */
export async function changeStatus(
  tx: Tx,
  clientId: ClientId,
  { id, status }: Upload,
  change: StatusChange,
): Promise<void> {
  if (!(await changeUploadStatus(tx, clientId, { id, from: status, change }))) throw new UploadStatusChanged()
}

export function uploadEvent({
  now,
  actor = null,
  action,
  details,
}: Pick<AuditEvent, 'action' | 'details'> & { now: string; actor?: string | null }): AuditEvent {
  return { at: now, actor, subject: null, action, details }
}

export function emailChangeEvents(
  moves: readonly NewAddress[],
  { now, actor, uploadId }: { now: string; actor: PersonId | null; uploadId: string },
): AuditEvent[] {
  return moves.map(({ personId, ...addresses }) => ({
    at: now,
    actor,
    subject: personId,
    action: 'account.address-changed',
    details: { uploadId, ...addresses },
  }))
}

type ChangeRequest = {
  id: string
  status: UploadAction
  preview?: string | undefined
  by: PersonId
  now: Date
  requestId: string
}

type ChangeOutcome =
  | { outcome: 'done'; view: UploadView }
  | { outcome: 'not-there' }
  | { outcome: 'moved-on'; status: UploadStatus }
  | { outcome: 'drifted'; status: UploadStatus }
  | { outcome: 'under-way'; id: string }

/** Confirms, cancels or undoes an upload. If data have changed since the check, it is checked again instead (S-56). */
export async function changeUpload(tx: Tx, clientId: ClientId, asked: ChangeRequest): Promise<ChangeOutcome> {
  const changed = await change(tx, clientId, asked)
  if (changed !== 'done') return changed
  const upload = await findUpload(tx, clientId, asked)
  if (!upload) throw new Error('The upload no longer exists')
  return { outcome: 'done', view: await uploadViewOf(tx, clientId, { upload, page: 1, range: uploadPage.usual }) }
}

async function change(
  tx: Tx,
  clientId: ClientId,
  { id, status: wish, preview, by, now, requestId }: ChangeRequest,
): Promise<Exclude<ChangeOutcome, { outcome: 'done' }> | 'done'> {
  const upload = await findUpload(tx, clientId, { id, forChange: true })
  if (!upload) return { outcome: 'not-there' }
  const { status } = upload
  const step = uploadStep(status, wish)
  if (step.outcome === 'already') return 'done'
  if (step.outcome === 'refused') return { outcome: 'moved-on', status }
  if (wish === 'confirmed') {
    if (preview !== undefined && preview !== upload.preview) return { outcome: 'drifted', status }
    if ((await readDataVersion(tx, clientId)) !== upload.baseVersion) {
      const anew = { status: 'checking', preview: null, madeAnew: true } as const
      await changeUploadStatus(tx, clientId, { id, from: status, change: anew })
      return { outcome: 'drifted', status: 'checking' }
    }
  }
  if (wish === 'undone') {
    await lockUploadCreation(tx, clientId)
    const underWay = await uploadUnderWayOf(tx, clientId)
    if (underWay) return { outcome: 'under-way', id: underWay.id }
  }
  await changeUploadStatus(tx, clientId, { id, from: status, change: { status: step.to, changedBy: by } })
  if (wish === 'cancelled') await deleteUnappliedResults(tx, clientId, { uploadId: id })
  await appendAudit(tx, clientId, [
    {
      at: now.toISOString(),
      actor: by,
      subject: by,
      action: 'data-load.changed',
      details: { uploadId: id, status: wish },
      requestId,
    },
  ])
  return 'done'
}
