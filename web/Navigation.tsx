import { useRouterState } from '@tanstack/react-router'
import { Link } from '../ui/Link.tsx'
import styles from './HeaderForUser.module.css'
import { isCurrent, type NavigationItem } from './navigation-items.ts'
import { navMessages } from './menu.messages.ts'

export function Navigation({ items }: { items: readonly NavigationItem[] }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  return (
    <nav className={styles.nav} aria-label={navMessages.label}>
      <ul role="list">
        {items.map((item) => (
          <li key={item.to}>
            <Link to={item.to} aria-current={isCurrent(item, pathname) ? 'page' : undefined}>
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
