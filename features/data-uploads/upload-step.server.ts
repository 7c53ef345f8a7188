import type { Kysely } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { inClient, type Clock, type Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { raiseTimeLimitsInBackground } from '../../platform/time-limits.queries.ts'
import type { AuditEvent } from '../../services/audit/audit.queries.ts'
import {
  findUpload,
  changeUploadStatus,
  recordProgress,
  lockWork,
  type Upload,
  type UploadChange,
} from './uploads.queries.ts'

/** Rolls back this process's work, because the upload was cancelled or another process finished the step. */
export class StatusChanged extends Error {}

/** In a transaction with longer time limits. Other processes wait until it ends. */
export function runUploadStep<Result>(
  db: Kysely<Database>,
  clientId: ClientId,
  { uploadId, status }: { uploadId: string; status: Upload['status'] },
  work: (tx: Tx, upload: Upload, clock: Clock) => Promise<Result>,
  inTransaction: typeof inClient = inClient,
): Promise<Result> {
  return inTransaction(db, clientId, async (tx, clock) => {
    await raiseTimeLimitsInBackground(tx)
    await lockWork(tx, clientId)
    const upload = await findUpload(tx, clientId, { id: uploadId })
    if (upload?.status !== status) throw new StatusChanged()
    return work(tx, upload, clock)
  })
}

export type ReportProgress = (done: number) => Promise<void>

/** At most once a second, in a separate transaction, so that progress shows before the work is committed. */
export function progressReporter(db: Kysely<Database>, clientId: ClientId, uploadId: string): ReportProgress {
  let notedAt = performance.now()
  return async (done) => {
    if (performance.now() - notedAt < 1_000) return
    notedAt = performance.now()
    await inClient(db, clientId, (tx) => recordProgress(tx, clientId, { id: uploadId, done }))
  }
}

/** Throws `StatusChanged` if another process has changed it. */
export async function changeStatus(
  tx: Tx,
  clientId: ClientId,
  { id, status }: Upload,
  change: UploadChange,
): Promise<void> {
  if (!(await changeUploadStatus(tx, clientId, { id, from: status, change }))) throw new StatusChanged()
}

/** In the name of the person who requested the action. */
export function uploadEvent({
  now,
  actor = null,
  action,
  details,
}: Pick<AuditEvent, 'action' | 'details'> & { now: string; actor?: string | null }): AuditEvent {
  return { at: now, actor, subject: null, action, details }
}
