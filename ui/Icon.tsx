import { create } from 'zustand'
import { loginPageIcons } from './login-page-icons.ts'
import styles from './Icon.module.css'
import type { otherIcons } from './other-icons.ts'

export type IconName = keyof typeof loginPageIcons | keyof typeof otherIcons

/** Starts with the icons of the login page. Later screens and the icon file add others. */
const useShapes = create<Partial<Record<IconName, string>>>(() => loginPageIcons)

export function addIcons(shapes: Partial<Record<IconName, string>>): void {
  useShapes.setState(shapes)
}

/** Decorative: the text beside the icon has its meaning. */
export function Icon({ name, size = 20 }: { name: IconName; size?: 16 | 20 | 24 | 32 }) {
  const shape = useShapes((shapes) => shapes[name])
  return (
    <svg className={styles.icon} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={shape} />
    </svg>
  )
}
