import type { ReactNode } from 'react'
import styles from './BottomBar.module.css'

export function BottomBar({ price, children }: { price: ReactNode; children: ReactNode }) {
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
