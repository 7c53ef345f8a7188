import './icon-shapes.ts'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import styles from './Page.module.css'
import { useTabTitle } from './use-tab-title.ts'

type PageProps = {
  title: string
  tabTitle?: string
  crumbs?: readonly { label: string; to?: string }[]
  lead?: ReactNode
  actions?: ReactNode
  narrow?: boolean
  renderHead?: (heading: ReactNode) => ReactNode
  children: ReactNode
}

// Loading and loaded screens have different heading elements. The second one takes the focus from the first.
let headingHadFocus = false

export function Page({
  title,
  tabTitle = title,
  crumbs,
  lead,
  actions,
  narrow = false,
  renderHead,
  children,
}: PageProps) {
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
  const h1 = (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  )
  return (
    <div className={styles.page} data-narrow={narrow || undefined}>
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      {renderHead ? (
        renderHead(h1)
      ) : (
        <div className={styles.head}>
          <div className={styles.words}>
            {h1}
            {lead && <p className={styles.lead}>{lead}</p>}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </div>
  )
}
