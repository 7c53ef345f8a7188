import { Icon } from './Icon.tsx'
import { Link } from './Link.tsx'
import { uiMessages } from './ui.messages.ts'
import styles from './Breadcrumbs.module.css'

export function Breadcrumbs({
  crumbs,
  label = uiMessages.breadcrumbs,
}: {
  crumbs: readonly { label: string; to?: string }[]
  label?: string
}) {
  return (
    <nav aria-label={label} className={styles.breadcrumbs}>
      <ol role="list">
        {crumbs.map((crumb, index) => (
          <li key={crumb.label}>
            {index > 0 && <Icon name="chevronRight" size={16} />}
            {crumb.to ? <Link to={crumb.to}>{crumb.label}</Link> : <span aria-current="page">{crumb.label}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
