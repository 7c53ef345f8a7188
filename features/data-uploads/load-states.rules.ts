import type { LoadStatus } from './data-uploads.contract.ts'

/** What an employer can ask for, and what then stands there. */
export type LoadWish = 'confirmed' | 'cancelled' | 'undone'

type Step = { to: LoadStatus; from: readonly LoadStatus[]; already: readonly LoadStatus[] }

/** From where it may be asked for, and where it was asked for before: then nothing happens and all is well. */
const steps: Record<LoadWish, Step> = {
  confirmed: { to: 'committing', from: ['ready'], already: ['committing', 'confirmed'] },
  cancelled: { to: 'cancelled', from: ['checking', 'ready'], already: ['cancelled'] },
  undone: { to: 'undoing', from: ['confirmed'], already: ['undoing', 'undone'] },
}

type LoadStep = { outcome: 'moves'; to: LoadStatus } | { outcome: 'already' } | { outcome: 'refused' }

export function loadStep(status: LoadStatus, wish: LoadWish): LoadStep {
  const { to, from, already } = steps[wish]
  if (from.includes(status)) return { outcome: 'moves', to }
  return { outcome: already.includes(status) ? 'already' : 'refused' }
}

export const loadCan = (status: LoadStatus, wish: LoadWish): boolean => loadStep(status, wish).outcome === 'moves'

/** Work that the portal does by itself; whatever brings it down, it is begun again. */
export const workStatuses = ['checking', 'committing', 'undoing'] as const satisfies readonly LoadStatus[]
