import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { concernKinds, type UploadSummary, type UploadView } from './data-uploads.contract.ts'
import { concernAdvice, concernTitles } from './upload-concerns.messages.ts'
import { uploadFailures, uploadProgress as say } from './data-uploads.messages.ts'
import { allowsUploadAction, uploadLimits } from './upload-states.rules.ts'
import type { Upload } from './uploads.queries.ts'
import { faultsOfUpload } from './staged-rows.queries.ts'

export function uploadSummaryOf(upload: Upload): UploadSummary {
  return {
    id: upload.id,
    fileName: upload.fileName,
    status: upload.status,
    uploadedAt: moment(upload.uploadedAt),
    uploadedBy: upload.uploadedBy,
    rows: upload.rows,
    counts: upload.counts,
    errorCount: upload.faultCount,
    confirmedAt: upload.confirmedAt && moment(upload.confirmedAt),
    undoneAt: upload.undoneAt && moment(upload.undoneAt),
    failure: upload.failure && uploadFailures[upload.failure],
  }
}

export async function uploadViewOf(
  tx: Tx,
  clientId: ClientId,
  { upload, page, range }: { upload: Upload; page: number; range: number },
): Promise<UploadView> {
  const total = Math.min(upload.faultCount, uploadLimits.faults)
  return {
    ...uploadSummaryOf(upload),
    preview: upload.status === 'ready' ? upload.preview : null,
    progress: progressOf(upload),
    madeAnew: upload.madeAnew,
    howRead: upload.howRead,
    warnings: upload.warnings,
    concerns: upload.status === 'ready' ? concernsIn(upload) : [],
    hasDifference: upload.hasDifference,
    canBeConfirmed: allowsUploadAction(upload.status, 'confirmed'),
    canBeCancelled: allowsUploadAction(upload.status, 'cancelled'),
    canBeUndone: allowsUploadAction(upload.status, 'undone'),
    undone: upload.undoneAt === null ? null : { takenBack: upload.takenBack ?? 0, left: upload.leftAlone ?? 0 },
    errors: {
      data: await faultsOfUpload(tx, clientId, { uploadId: upload.id, page, range }),
      last_page: Math.max(1, Math.ceil(total / range)),
      per_page: range,
      total,
    },
  }
}

function concernsIn({ concerns }: Upload): UploadView['concerns'] {
  return concernKinds.flatMap((kind) => {
    const found = concerns.find((group) => group.kind === kind)
    return found ? [{ ...found, title: concernTitles[kind], advice: concernAdvice[kind] ?? null }] : []
  })
}

function progressOf({ status, workDone: done, workTotal, workSeconds, rows, counts }: Upload): string | null {
  if ((status !== 'checking' && status !== 'committing') || done === 0 || !workSeconds) return null
  const people = status === 'checking' || !counts ? workTotal : counts.new + counts.changed + counts.leaving
  const total = people ?? rows
  const perSecond = done / workSeconds
  const left = Math.ceil((total - done) / perSecond)
  const shown = (count: number) => Math.round(count).toLocaleString('en-GB')
  return say.going({
    done: shown(done),
    total: shown(total),
    unit: people === null ? 'rows' : status === 'checking' ? 'people’s benefits' : 'people',
    perSecond: shown(perSecond),
    left: left <= 0 ? say.ending : left < 120 ? say.seconds(shown(left)) : say.minutes(shown(left / 60)),
  })
}

function moment(at: string): string {
  return new Date(at).toISOString()
}
