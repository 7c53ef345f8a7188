import './icon-shapes.ts'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { buttonClass, type ButtonKind } from './Button.tsx'
import { Icon, type IconName } from './Icon.tsx'
import { Link } from './Link.tsx'
import { placePopover } from './place-popover.ts'
import styles from './Menu.module.css'

export type MenuItem = { label: string; icon?: IconName; disabled?: boolean } & (
  | { onChoose: () => void }
  | { to: string }
)

type MenuProps = {
  label: string
  /** Added to the label for assistive technology: 'Amelia Hart' for the 'Actions' of her row. */
  about?: string
  items: readonly MenuItem[]
  kind?: ButtonKind
}

export function Menu({ label, about, items, kind = 'secondary' }: MenuProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const from = useRef<'first' | 'last'>('first')

  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  const openFrom = (end: 'first' | 'last') => {
    from.current = end
    list.current?.showPopover()
  }
  const close = () => list.current?.hidePopover()

  const onButtonKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    openFrom(event.key === 'ArrowDown' ? 'first' : 'last')
  }
  const onListKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return close()
    if (event.key === 'Escape') {
      // Stop the event, because Escape would also close a surrounding dialog.
      event.stopPropagation()
      close()
    } else if (!moveFocus(event.key, entries())) return
    event.preventDefault()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={buttonClass(kind)}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        onKeyDown={onButtonKey}
      >
        <span>
          {label}
          {about && <span className="visually-hidden">{` ${about}`}</span>}
        </span>
        <Icon name="chevronDown" size={16} />
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={about ? `${label} ${about}` : label}
        className={styles.menu}
        onKeyDown={onListKey}
        onBeforeToggle={(event) => {
          if (event.newState === 'open') requestAnimationFrame(() => placePopover(list.current, button.current))
        }}
        onToggle={(event) => {
          setOpen(event.newState === 'open')
          if (event.newState !== 'open') return
          entries()
            .at(from.current === 'first' ? 0 : -1)
            ?.focus()
          from.current = 'first'
        }}
      >
        {items.map((item) => (
          <Entry key={item.label} item={item} close={close} />
        ))}
      </div>
    </>
  )
}

function Entry({ item, close }: { item: MenuItem; close: () => void }) {
  const inside = (
    <>
      {item.icon && <Icon name={item.icon} />}
      {item.label}
    </>
  )
  if ('to' in item)
    return (
      <Link to={item.to} role="menuitem" tabIndex={-1} className={styles.item} onClick={close}>
        {inside}
      </Link>
    )
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={styles.item}
      aria-disabled={item.disabled || undefined}
      onClick={() => {
        if (item.disabled) return
        close()
        item.onChoose()
      }}
    >
      {inside}
    </button>
  )
}

function moveFocus(key: string, entries: readonly HTMLElement[]): boolean {
  const at = entries.findIndex((entry) => entry === document.activeElement)
  const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }
  const to = moves[key]
  if (to !== undefined) {
    entries.at(to % entries.length)?.focus()
    return true
  }
  if (key.length !== 1 || key === ' ') return false
  const startsWith = (entry: HTMLElement) => entry.textContent.trim().toLowerCase().startsWith(key.toLowerCase())
  const found = [...entries.slice(at + 1), ...entries.slice(0, at + 1)].find(startsWith)
  found?.focus()
  return found !== undefined
}
