import type { ReactNode, Ref } from 'react'
import styles from './LinkButton.module.css'

type LinkButtonProps = {
  onClick: () => void
  'aria-label'?: string
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

export function LinkButton({ children, ...button }: LinkButtonProps) {
  return (
    <button {...button} type="button" className={styles.open}>
      {children}
    </button>
  )
}
