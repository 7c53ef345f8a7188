import { create } from 'zustand'
import { initialIcons } from './initial-icons.ts'
import styles from './Icon.module.css'
import type { laterIcons } from './later-icons.ts'

export type IconName = keyof typeof initialIcons | keyof typeof laterIcons

/** Icons that are not on the login page are added by later screens or by the icon file. */
const useShapes = create<Partial<Record<IconName, string>>>(() => initialIcons)

export function addShapes(shapes: Partial<Record<IconName, string>>): void {
  useShapes.setState(shapes)
}

/** Decorative only: the text beside it has the meaning. */
export function Icon({ name, size = 20 }: { name: IconName; size?: 16 | 20 | 24 | 32 }) {
  const shape = useShapes((shapes) => shapes[name])
  return (
    <svg className={styles.icon} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={shape} />
    </svg>
  )
}
