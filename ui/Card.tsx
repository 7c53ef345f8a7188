import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './Card.module.css'

type CardProps = {
  as?: 'div' | 'section' | 'article' | 'li' | 'aside'
  labelledBy?: string
  tinted?: boolean
  solid?: boolean
  children: ReactNode
}

export function Card({ as: Element = 'div', labelledBy, tinted = false, solid = false, children }: CardProps) {
  return (
    <Element
      className={classNames(styles.card, tinted && styles.tinted, solid && styles.solid)}
      aria-labelledby={labelledBy}
    >
      {children}
    </Element>
  )
}
