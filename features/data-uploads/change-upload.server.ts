import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { uploadPage, type UploadStatus, type UploadView } from './data-uploads.contract.ts'
import { uploadStep, type UploadAction } from './upload-states.rules.ts'
import { viewOf } from './upload-views.server.ts'
import {
  baseVersionOf,
  findUpload,
  lockUploadCreation,
  uploadUnderWayOf,
  changeUploadStatus,
} from './uploads.queries.ts'
import { dropUnapplied } from './staged-rows.queries.ts'

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

/**
 * A repeated request changes nothing. An outdated preview isn't confirmed. If the data have changed since the check, the upload
 * is checked again (S-56).
 */
export async function changeUpload(tx: Tx, clientId: ClientId, asked: ChangeRequest): Promise<ChangeOutcome> {
  const changed = await change(tx, clientId, asked)
  if (changed !== 'done') return changed
  const upload = await findUpload(tx, clientId, asked)
  if (!upload) throw new Error('An upload that was there is gone')
  return { outcome: 'done', view: await viewOf(tx, clientId, { upload, page: 1, range: uploadPage.usual }) }
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
    if ((await baseVersionOf(tx, clientId)) !== upload.baseVersion) {
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
  if (wish === 'cancelled') await dropUnapplied(tx, clientId, { uploadId: id })
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
