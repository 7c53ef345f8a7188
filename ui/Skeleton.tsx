import type { ReactNode } from 'react'
import styles from './Skeleton.module.css'

export function Skeleton({
  shape = 'line',
  width = 'full',
}: {
  shape?: 'line' | 'heading' | 'block' | 'card'
  width?: 'full' | 'half' | 'third'
}) {
  return <span className={styles.skeleton} data-shape={shape} data-width={width} aria-hidden="true" />
}

/** `isPart`: one of several parts that load at once, of which only the first is announced. */
export function Loading({ label, isPart = false, children }: { label: string; isPart?: boolean; children: ReactNode }) {
  return (
    <div className={styles.loading} role={isPart ? undefined : 'status'} aria-busy="true">
      <span className="visually-hidden">{label}</span>
      {children}
    </div>
  )
}
