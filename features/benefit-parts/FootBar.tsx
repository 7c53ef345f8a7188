import type { ReactNode } from 'react'
import styles from './FootBar.module.css'

export function FootBar({ price, children }: { price: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.bar}>
      {/* Hidden from screen readers, because the page also has the price. */}
      <div className={styles.price} aria-hidden="true">
        {price}
      </div>
      {children}
    </div>
  )
}
