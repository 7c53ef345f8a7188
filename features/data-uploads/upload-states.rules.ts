import type { UploadStatus } from './data-uploads.contract.ts'

const SECOND = 1000

export const uploadLimits = {
  faults: 10_000,
  together: 2_000,
  recalculated: 200,
  undone: 500,
  /** Interval of progress reports. After `silentMs` without one, an upload being received counts as interrupted. */
  livesEveryMs: 5 * SECOND,
  silentMs: 30 * SECOND,
  attempts: 3,
  againAfterMs: 5 * SECOND,
  /** Maximum number of repeated checks. Then the upload fails. */
  rechecks: 20,
  lookEveryMs: 10 * SECOND,
  stopWithinMs: 10 * SECOND,
} as const

export const sourceOfUpload = (uploadId: string): string => `data-load ${uploadId}`

export type UploadAction = 'confirmed' | 'cancelled' | 'undone'

type Step = { to: UploadStatus; from: readonly UploadStatus[]; already: readonly UploadStatus[] }

/** `from`: statuses that allow the action; `already`: statuses in which a repeat has no effect. */
const steps: Record<UploadAction, Step> = {
  confirmed: { to: 'committing', from: ['ready'], already: ['committing', 'confirmed'] },
  cancelled: { to: 'cancelled', from: ['checking', 'ready'], already: ['cancelled'] },
  undone: { to: 'undoing', from: ['confirmed'], already: ['undoing', 'undone'] },
}

type UploadStep = { outcome: 'moves'; to: UploadStatus } | { outcome: 'already' } | { outcome: 'refused' }

export function uploadStep(status: UploadStatus, wish: UploadAction): UploadStep {
  const { to, from, already } = steps[wish]
  if (from.includes(status)) return { outcome: 'moves', to }
  return { outcome: already.includes(status) ? 'already' : 'refused' }
}

export const allowsUploadAction = (status: UploadStatus, wish: UploadAction): boolean =>
  uploadStep(status, wish).outcome === 'moves'

export const workerStatuses = ['checking', 'committing', 'undoing'] as const satisfies readonly UploadStatus[]
