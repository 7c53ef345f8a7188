import { useRef, type KeyboardEvent } from 'react'

/**
 * Ignores a Tab pressed right after the focus moved on by itself. People who type '29 Tab 02 Tab 1996' would otherwise skip a box.
 * Any other key, a click and leaving the box end that.
 */
export function useTabAfterJump() {
  const hasJumped = useRef(false)
  return {
    jumped: () => (hasJumped.current = true),
    /** Returns whether the key was ignored. `alike` are other keys that move on. */
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
