import { useEffect, useEffectEvent, useState } from 'react'
import { storeItem } from '../../ui/store-item.ts'
import { useOpenModals } from '../../ui/use-open-modals.ts'

const KEY = 'approval-shortcuts'

type Shortcuts = Readonly<Record<string, () => void>>

/** Runs the action of a key pressed outside inputs. The keys can be switched off (WCAG 2.1.4). */
export function useKeyboardShortcuts(actions: Shortcuts) {
  const [isOn, setOn] = useState(() => storedSwitch() !== 'off')
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actions[event.key.toLowerCase()]
    if (!action || !isOn || useOpenModals.getState() > 0 || isForControl(event)) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return {
    isOn,
    turn: (on: boolean) => {
      setOn(on)
      storeItem(localStorage, KEY, on ? 'on' : 'off')
    },
  }
}

function isForControl({ target, repeat, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (repeat || ctrlKey || metaKey || altKey || shiftKey) return true
  return (
    target instanceof Element && target.closest('input:not([type=checkbox]), select, textarea, [role=menu]') !== null
  )
}

function storedSwitch(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
