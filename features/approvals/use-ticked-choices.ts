import { useState } from 'react'
import type { QueuedSelection } from './approval-queue.contract.ts'

export function useTickedChoices(shown: readonly QueuedSelection[], open: QueuedSelection | undefined) {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const mayTick = shown.filter(({ own }) => !own)
  const ticked = mayTick.filter(({ selectionId }) =>
    chosen ? chosen.has(selectionId) : selectionId === open?.selectionId,
  )
  const ids = new Set<string>(ticked.map(({ selectionId }) => selectionId))
  return {
    ticked,
    isTicked: ({ selectionId }: QueuedSelection) => ids.has(selectionId),
    areAllTicked: ticked.length > 0 && ticked.length === mayTick.length,
    mayTick,
    toggle: ({ selectionId, own }: QueuedSelection) => {
      if (own) return
      const next = new Set(ids)
      if (!next.delete(selectionId)) next.add(selectionId)
      setChosen(next)
    },
    tickAll: (all: boolean) => setChosen(new Set(all ? mayTick.map(({ selectionId }) => selectionId) : [])),
    clear: () => setChosen(null),
    opened: () => {
      if (chosen?.size === 0) setChosen(null)
    },
  }
}
