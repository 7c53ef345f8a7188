import type { ReactNode } from 'react'
import styles from './LinkButton.module.css'

type LinkButtonProps = {
  onClick: () => void
  'aria-label'?: string
  children: ReactNode
}

export function LinkButton({ children, ...button }: LinkButtonProps) {
  return (
    <button {...button} type="button" className={styles.open}>
      {children}
    </button>
  )
}
