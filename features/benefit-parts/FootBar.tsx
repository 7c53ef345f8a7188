import type { ReactNode } from 'react'
import styles from './FootBar.module.css'

/** On phones a bar at the foot of the window with the price and the main action; on wide screens only the action. */
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
