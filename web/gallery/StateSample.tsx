import { isValidElement, type ReactNode } from 'react'
import styles from './Gallery.module.css'

type StateSampleProps = {
  name: string
  wide?: boolean
  children: ReactNode
}

export function StateSample({ name, wide = false, children }: StateSampleProps) {
  const force = /pointed at/i.test(name) ? 'hover' : /with the focus/i.test(name) ? 'focus' : undefined
  return (
    <figure className={styles.face} data-wide={wide || undefined} data-force={force}>
      <figcaption className={styles.faceName}>{name}</figcaption>
      <div className={styles.stage}>{children}</div>
    </figure>
  )
}

export function stateSamples(all: Record<string, ReactNode | { wide: ReactNode }>): ReactNode {
  return Object.entries(all).map(([name, shown]) =>
    isWide(shown) ? (
      <StateSample key={name} name={name} wide>
        {shown.wide}
      </StateSample>
    ) : (
      <StateSample key={name} name={name}>
        {shown}
      </StateSample>
    ),
  )
}

function isWide(shown: ReactNode | { wide: ReactNode }): shown is { wide: ReactNode } {
  return typeof shown === 'object' && shown !== null && 'wide' in shown && !isValidElement(shown)
}
