import { create } from 'zustand'
import { firstIcons } from './first-icons.ts'
import styles from './Icon.module.css'
import type { moreIcons } from './more-icons.ts'

export type IconName = keyof typeof firstIcons | keyof typeof moreIcons

/** Shapes of the icons. Those not on the login page are added by later screens or by the icon file. */
const useShapes = create<Partial<Record<IconName, string>>>(() => firstIcons)

export function takeShapes(shapes: Partial<Record<IconName, string>>): void {
  useShapes.setState(shapes)
}

/** An icon. Decorative only: the text beside it has the meaning. */
export function Icon({ name, size = 20 }: { name: IconName; size?: 16 | 20 | 24 | 32 }) {
  const shape = useShapes((shapes) => shapes[name])
  return (
    <svg className={styles.icon} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={shape} />
    </svg>
  )
}
