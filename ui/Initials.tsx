import { classNames } from './class-names.ts'
import styles from './Initials.module.css'

type InitialsProps = { firstName: string; surname: string; large?: boolean }

const TINTS = 3

export function Initials({ firstName, surname, large = false }: InitialsProps) {
  const text = `${firstName.slice(0, 1)}${surname.slice(0, 1)}`.toUpperCase()
  return (
    <span
      className={classNames(styles.initials, large && styles.large)}
      data-tint={(firstName.length + surname.length) % TINTS}
      aria-hidden="true"
    >
      {text}
    </span>
  )
}
