import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { LoadSummary, LoadView } from './data-uploads.contract.ts'
import { uploadFailures, uploadProgress } from './data-uploads.messages.ts'
import { loadCan } from './load-states.rules.ts'
import type { Load } from './loads.queries.ts'
import { uploadLimits } from './limits.ts'
import { faultsOf } from './staged-rows.queries.ts'

/** An upload as the list shows it. */
export function summaryOf(load: Load): LoadSummary {
  return {
    id: load.id,
    fileName: load.fileName,
    status: load.status,
    uploadedAt: moment(load.uploadedAt),
    uploadedBy: load.uploadedBy,
    rows: load.rows,
    counts: load.counts,
    errorCount: load.faultCount,
    confirmedAt: load.confirmedAt && moment(load.confirmedAt),
    undoneAt: load.undoneAt && moment(load.undoneAt),
    failure: load.failure && uploadFailures[load.failure],
  }
}

/** One upload with a page of its faults. */
export async function viewOf(
  tx: Tx,
  clientId: ClientId,
  { load, page, range }: { load: Load; page: number; range: number },
): Promise<LoadView> {
  const total = Math.min(load.faultCount, uploadLimits.faults)
  return {
    ...summaryOf(load),
    preview: load.status === 'ready' ? load.preview : null,
    progress: progressOf(load),
    madeAnew: load.madeAnew,
    warnings: load.warnings,
    hasDifference: load.hasDifference,
    canBeConfirmed: loadCan(load.status, 'confirmed'),
    canBeCancelled: loadCan(load.status, 'cancelled'),
    canBeUndone: loadCan(load.status, 'undone'),
    undone: load.takenBack === null ? null : { takenBack: load.takenBack, left: load.leftAlone ?? 0 },
    errors: {
      data: await faultsOf(tx, clientId, { loadId: load.id, page, range }),
      last_page: Math.max(1, Math.ceil(total / range)),
      per_page: range,
      total,
    },
  }
}

/** A sentence while the worker is at it, once a rate is known. */
function progressOf({ status, workDone: done, workSeconds, rows, counts }: Load): string | null {
  if (done === 0 || !workSeconds || workSeconds <= 0) return null
  if (status === 'checking') return uploadProgress({ done, total: rows, unit: 'rows', seconds: workSeconds })
  if (status !== 'committing' || !counts) return null
  const total = counts.new + counts.changed + counts.leaving
  return uploadProgress({ done, total, unit: 'people', seconds: workSeconds })
}

/** To the millisecond, as the interface says moments. */
function moment(at: string): string {
  return new Date(at).toISOString()
}
