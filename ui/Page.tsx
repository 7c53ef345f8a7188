import './icon-shapes.ts'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import styles from './Page.module.css'
import { useTabTitle } from './use-tab-title.ts'

type PageProps = {
  /** The page's one h1, and its name in the browser's tab, where the brand follows it. */
  title: string
  /** Where the tab should read otherwise than the heading. */
  tabTitle?: string
  crumbs?: readonly { label: string; to?: string }[]
  lead?: ReactNode
  actions?: ReactNode
  /** As wide as text is read well, instead of the whole page. */
  narrow?: boolean
  children: ReactNode
}

// Between a screen's loading face and the screen itself the heading is another element: it inherits the focus.
let headingHadFocus = false

/** The frame of every screen below the header: where you are, what it is, what you can do. */
export function Page({ title, tabTitle = title, crumbs, lead, actions, narrow = false, children }: PageProps) {
  useTabTitle(tabTitle)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const element = heading.current
    if (headingHadFocus && document.activeElement === document.body) element?.focus({ preventScroll: true })
    headingHadFocus = false
    return () => {
      headingHadFocus = element !== null && document.activeElement === element
    }
  }, [])
  return (
    <div className={styles.page} data-narrow={narrow || undefined}>
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      <div className={styles.head}>
        <div className={styles.words}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  )
}
