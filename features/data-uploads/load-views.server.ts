import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { LoadSummary, LoadView } from './data-uploads.contract.ts'
import { uploadFailures, uploadProgress as say } from './data-uploads.messages.ts'
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

/** Returns the progress as a sentence while the worker processes the upload, once the rate is known. */
function progressOf({ status, workDone: done, workTotal, workSeconds, rows, counts }: Load): string | null {
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

/** To the millisecond, as the interface says moments. */
function moment(at: string): string {
  return new Date(at).toISOString()
}
