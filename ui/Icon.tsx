import { create } from 'zustand'
import { firstIcons } from './first-icons.ts'
import styles from './Icon.module.css'
import type { moreIcons } from './more-icons.ts'

export type IconName = keyof typeof firstIcons | keyof typeof moreIcons

/** What each icon looks like. The others come with the first screen that is more than the login, or from the icon file. */
const useShapes = create<Partial<Record<IconName, string>>>(() => firstIcons)

export function takeShapes(shapes: Partial<Record<IconName, string>>): void {
  useShapes.setState(shapes)
}

/** One set in one stroke. An icon is decoration: the word beside it carries the meaning. */
export function Icon({ name, size = 20 }: { name: IconName; size?: 16 | 20 | 24 | 32 }) {
  const shape = useShapes((shapes) => shapes[name])
  return (
    <svg className={styles.icon} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={shape} />
    </svg>
  )
}
