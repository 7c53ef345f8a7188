import type { ReactNode } from 'react'
import styles from './Gallery.module.css'

type FaceProps = {
  /** The state, in a few words. */
  name: string
  /** Shows what a pointer over it, or the keyboard on it, would. */
  force?: 'hover' | 'focus'
  /** Takes the whole width: tables, pages, charts. */
  wide?: boolean
  children: ReactNode
}

/** One state of a part. */
export function Face({ name, force, wide = false, children }: FaceProps) {
  return (
    <figure className={styles.face} data-wide={wide || undefined} data-force={force}>
      <figcaption className={styles.faceName}>{name}</figcaption>
      <div className={styles.stage}>{children}</div>
    </figure>
  )
}
