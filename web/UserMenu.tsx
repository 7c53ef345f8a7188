import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { paths } from '../contract/paths.ts'
import { Icon } from '../ui/Icon.tsx'
import { Link } from '../ui/Link.tsx'
import styles from './HeaderForUser.module.css'
import { isCurrent } from './navigation-items.ts'
import { menuMessages } from './menu.messages.ts'

const entries = [
  { label: menuMessages.profile, to: paths.profile(), icon: 'user' },
  { label: menuMessages.logout, to: paths.logout(), icon: 'logout' },
] as const

export function UserMenu({ greeting }: { greeting: string }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const [open, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!open) return
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [open])

  const links = () => [...(list.current?.querySelectorAll('a') ?? [])]
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const all = links()
    const at = all.findIndex((link) => link === document.activeElement)
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }
    if (event.key === 'Escape') close()
    else if (event.key in moves) {
      if (!open) setOpen(true)
      requestAnimationFrame(() => all.at((moves[event.key] ?? 0) % all.length)?.focus())
    } else return
    event.preventDefault()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys bubble up from the button and the menu
    <div ref={menu} className={styles.menu} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={styles.menuButton}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls="user-menu"
        onClick={() => setOpen(!open)}
      >
        <span>{greeting}</span>
        <Icon name="chevronDown" size={16} />
      </button>
      <div
        ref={list}
        id="user-menu"
        role="menu"
        aria-label={menuMessages.label}
        className={styles.menuList}
        hidden={!open}
      >
        {entries.map((entry) => (
          <Link
            key={entry.to}
            to={entry.to}
            role="menuitem"
            tabIndex={-1}
            aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
            onClick={() => setOpen(false)}
          >
            <Icon name={entry.icon} />
            {entry.label}
          </Link>
        ))}
      </div>
    </div>
  )
}
