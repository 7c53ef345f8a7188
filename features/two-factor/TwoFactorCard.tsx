import type { ReactNode } from 'react'
import frame from '../../ui/LoginCard.module.css'
import { useTabTitle } from '../../ui/use-tab-title.ts'

/** Looks like `LoginCard`, but loads less code. */
export function TwoFactorCard({ title, above, children }: { title: string; above?: ReactNode; children: ReactNode }) {
  useTabTitle(title)
  return (
    <div className={frame.page}>
      {above}
      <div className={frame.card}>
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </div>
    </div>
  )
}
