import { useRef, useSyncExternalStore } from 'react'

/**
 * What the router's store needs of `use-sync-external-store`, which is most of it part of React by now: a selection of a
 * store, and the same one for as long as what is selected counts as equal.
 */
export function useSyncExternalStoreWithSelector<State, Selected>(
  subscribe: (onChange: () => void) => () => void,
  read: () => State,
  _readOnServer: unknown,
  select: (state: State) => Selected,
  isEqual: (before: Selected, now: Selected) => boolean,
): Selected {
  const kept = useRef<{ selected: Selected } | null>(null)
  const readSelected = () => {
    const selected = select(read())
    if (!kept.current || !isEqual(kept.current.selected, selected)) kept.current = { selected }
    return kept.current.selected
  }
  return useSyncExternalStore(subscribe, readSelected)
}
