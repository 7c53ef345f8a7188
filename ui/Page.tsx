import './icon-shapes.ts'
import { useEffect, type ReactNode } from 'react'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import styles from './Page.module.css'

type PageProps = {
  /** The page's one h1, and its name in the browser's tab, where the brand follows it. */
  title: string
  /** Where the tab should read otherwise than the heading. */
  tabTitle?: string
  crumbs?: readonly { label: string; to?: string }[]
  lead?: ReactNode
  /** At the end of the heading's line: the page's main action. */
  actions?: ReactNode
  /** As wide as text is read well, instead of the whole page. */
  narrow?: boolean
  children: ReactNode
}

/** The frame of every screen below the header: where you are, what it is, what you can do. */
export function Page({ title, tabTitle = title, crumbs, lead, actions, narrow = false, children }: PageProps) {
  useEffect(() => {
    document.title = [tabTitle, document.documentElement.dataset['brand']].filter(Boolean).join(' - ')
  }, [tabTitle])
  return (
    <div className={styles.page} data-narrow={narrow || undefined}>
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      <div className={styles.head}>
        <div className={styles.words}>
          <h1 tabIndex={-1}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  )
}
