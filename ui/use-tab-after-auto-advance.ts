import { useRef, type KeyboardEvent } from 'react'

/** Ignores a Tab right after a full box moved the focus: people who type '29 Tab 02 Tab 1996' would skip a box. */
export function useTabAfterAutoAdvance() {
  const hasJumped = useRef(false)
  return {
    jumped: () => (hasJumped.current = true),
    /** Returns true if the key was ignored. `alike` are other keys that also move the focus to the next box. */
    ignoreTab: (event: KeyboardEvent, alike: readonly string[] = []): boolean => {
      if (event.key === 'Shift') return false
      const moves = ['Tab', ...alike].includes(event.key) && !event.shiftKey
      const ignored = hasJumped.current && moves
      hasJumped.current = false
      if (ignored) event.preventDefault()
      return ignored
    },
    forgetJump: () => (hasJumped.current = false),
  }
}
