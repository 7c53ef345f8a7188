import type { ReactNode } from 'react'
import styles from './Skeleton.module.css'

/** Placeholder for loading content. Put several into one `<Loading>`. */
export function Skeleton({
  shape = 'line',
  width = 'full',
}: {
  shape?: 'line' | 'heading' | 'block' | 'card'
  width?: 'full' | 'half' | 'third'
}) {
  return <span className={styles.skeleton} data-shape={shape} data-width={width} aria-hidden="true" />
}

export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.loading} role="status" aria-busy="true">
      <span className="visually-hidden">{label}</span>
      {children}
    </div>
  )
}
