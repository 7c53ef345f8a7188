import { useRef, useSyncExternalStore } from 'react'

/**
 * What the router's store needs of `use-sync-external-store`, which is most of it part of React by now: a selection of a
 * store, made once for each of its states, and the same one for as long as what is selected counts as equal.
 */
export function useSyncExternalStoreWithSelector<State, Selected>(
  subscribe: (onChange: () => void) => () => void,
  read: () => State,
  _readOnServer: unknown,
  select: (state: State) => Selected,
  isEqual: (before: Selected, now: Selected) => boolean,
): Selected {
  const kept = useRef<{ state: State; select: typeof select; selected: Selected } | null>(null)
  const readSelected = () => {
    const state = read()
    const before = kept.current
    // React looks twice, and takes another answer for a change that came in between.
    if (before && before.state === state && before.select === select) return before.selected
    const now = select(state)
    const selected = before && isEqual(before.selected, now) ? before.selected : now
    kept.current = { state, select, selected }
    return selected
  }
  return useSyncExternalStore(subscribe, readSelected)
}
