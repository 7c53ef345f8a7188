import { useEffect, type ReactNode } from 'react'
import styles from './TwoFactor.module.css'

/** The frame of the screens between password and Home. */
export function TwoFactorCard({ title, above, children }: { title: string; above?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} - ${document.documentElement.dataset['brand']}`
  }, [title])
  return (
    <div className={styles.page}>
      {above}
      <div className={styles.card}>
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </div>
    </div>
  )
}
