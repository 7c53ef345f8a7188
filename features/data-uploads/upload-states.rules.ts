import type { UploadStatus } from './data-uploads.contract.ts'

/** What an employer can ask for, and what then stands there. */
export type UploadWish = 'confirmed' | 'cancelled' | 'undone'

type Step = { to: UploadStatus; from: readonly UploadStatus[]; already: readonly UploadStatus[] }

/** From where it may be asked for, and where it was asked for before: then nothing happens and all is well. */
const steps: Record<UploadWish, Step> = {
  confirmed: { to: 'committing', from: ['ready'], already: ['committing', 'confirmed'] },
  cancelled: { to: 'cancelled', from: ['checking', 'ready'], already: ['cancelled'] },
  undone: { to: 'undoing', from: ['confirmed'], already: ['undoing', 'undone'] },
}

type UploadStep = { outcome: 'moves'; to: UploadStatus } | { outcome: 'already' } | { outcome: 'refused' }

export function uploadStep(status: UploadStatus, wish: UploadWish): UploadStep {
  const { to, from, already } = steps[wish]
  if (from.includes(status)) return { outcome: 'moves', to }
  return { outcome: already.includes(status) ? 'already' : 'refused' }
}

export const uploadCan = (status: UploadStatus, wish: UploadWish): boolean =>
  uploadStep(status, wish).outcome === 'moves'

/** Work that the portal does by itself; whatever brings it down, it is begun again. */
export const workStatuses = ['checking', 'committing', 'undoing'] as const satisfies readonly UploadStatus[]
