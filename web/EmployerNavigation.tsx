import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Link } from '../ui/Link.tsx'
import styles from './HeaderForUser.module.css'
import { employerNavigation, isCurrentEmployerItem } from './navigation-items.ts'
import { navMessages } from './menu.messages.ts'

export function EmployerNavigation() {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const list = useRef<HTMLUListElement>(null)
  // Scrolls the row only, not the page. The component renders again for each address.
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (current && list.current) list.current.scrollLeft = current.offsetLeft - list.current.clientWidth / 3
  })
  return (
    <nav className={styles.second} aria-label={navMessages.employer}>
      <ul role="list" ref={list}>
        {employerNavigation.map((item) => (
          <li key={item.to}>
            <Link to={item.to} aria-current={isCurrentEmployerItem(item, pathname) ? 'page' : undefined}>
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
