import type { ReactNode } from 'react'
import styles from './Gallery.module.css'

type FaceProps = {
  name: string
  /** Shows the hover or focus style. */
  force?: 'hover' | 'focus'
  /** Uses the whole width: tables, pages, charts. */
  wide?: boolean
  children: ReactNode
}

export function Face({ name, force, wide = false, children }: FaceProps) {
  return (
    <figure className={styles.face} data-wide={wide || undefined} data-force={force}>
      <figcaption className={styles.faceName}>{name}</figcaption>
      <div className={styles.stage}>{children}</div>
    </figure>
  )
}
