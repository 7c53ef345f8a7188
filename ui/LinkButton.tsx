import type { ReactNode } from 'react'
import styles from './LinkButton.module.css'

type LinkButtonProps = {
  onClick: () => void
  'aria-label'?: string
  children: ReactNode
}

/** A word or figure in a line or a table that opens something over the page: it reads like a link, and is a button. */
export function LinkButton({ children, ...button }: LinkButtonProps) {
  return (
    <button {...button} type="button" className={styles.open}>
      {children}
    </button>
  )
}
