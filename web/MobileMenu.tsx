import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { paths } from '../contract/paths.ts'
import { Icon } from '../ui/Icon.tsx'
import { Link } from '../ui/Link.tsx'
import styles from './HeaderForUser.module.css'
import { isCurrent, mobileNavigation, type NavigationItem } from './navigation-items.ts'
import { menuMessages, navMessages } from './menu.messages.ts'

/** Menu below 768 px. A native dialog keeps the focus inside and closes with Escape. */
export function MobileMenu({ items }: { items: readonly NavigationItem[] }) {
  const overlay = useRef<HTMLDialogElement>(null)
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const close = () => overlay.current?.close()
  // Close the menu when the window becomes wide: it would be invisible, but block the page.
  useEffect(() => {
    const desktop = matchMedia('(min-width: 768px)')
    const closeOverlay = () => overlay.current?.close()
    desktop.addEventListener('change', closeOverlay)
    return () => desktop.removeEventListener('change', closeOverlay)
  }, [])
  const entries: NavigationItem[] = [
    ...mobileNavigation(items),
    { label: menuMessages.logout, to: paths.logout(), icon: 'logout' },
  ]
  return (
    <>
      <button
        type="button"
        className={styles.burger}
        aria-haspopup="dialog"
        onClick={() => overlay.current?.showModal()}
      >
        <Icon name="menu" size={24} />
        <span>{navMessages.open}</span>
      </button>
      <dialog ref={overlay} className={styles.overlay} aria-label={navMessages.open}>
        <div className={styles.overlayHead}>
          <button type="button" className={styles.menuButton} onClick={close}>
            <Icon name="close" size={24} />
            <span>{navMessages.close}</span>
          </button>
        </div>
        <nav aria-label={navMessages.label}>
          <ul role="list">
            {entries.map((item) => (
              <li key={item.to}>
                <Link to={item.to} onClick={close} aria-current={isCurrent(item, pathname) ? 'page' : undefined}>
                  <Icon name={item.icon} size={24} />
                  {item.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </dialog>
    </>
  )
}
