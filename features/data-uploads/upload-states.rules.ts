import type { UploadStatus } from './data-uploads.contract.ts'

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

export const uploadCan = (status: UploadStatus, wish: UploadAction): boolean =>
  uploadStep(status, wish).outcome === 'moves'

/** The worker retries these after any failure. */
export const workerStatuses = ['checking', 'committing', 'undoing'] as const satisfies readonly UploadStatus[]
