import type { ReactNode } from 'react'
import styles from './Chip.module.css'

type ChipProps = { pressed: boolean; onPress: () => void; children: ReactNode }

export function Chip({ pressed, onPress, children }: ChipProps) {
  return (
    <button type="button" className={styles.chip} aria-pressed={pressed} onClick={onPress}>
      {children}
    </button>
  )
}
