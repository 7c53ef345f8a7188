import { useState } from 'react'
import type { UserReply } from '../services/session/session.contract.ts'
import { useTheme } from '../features/theme/use-theme.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './HeaderForUser.module.css'

/** Shows the person's picture, the client's plain picture, or the initials (THEME-23). */
export function Avatar({ user }: { user: Pick<UserReply, 'avatar' | 'firstName' | 'surname'> }) {
  const plain = useTheme((theme) => theme.plainAvatar)
  const [broken, setBroken] = useState<readonly string[]>([])
  const picture = [user.avatar, plain].find((address) => address && !broken.includes(address))
  if (picture)
    return (
      <img className={styles.avatar} src={picture} alt="" onError={() => setBroken((before) => [...before, picture])} />
    )
  return (
    <span className={styles.avatar} aria-hidden="true">
      {initials(user) || <Icon name="user" />}
    </span>
  )
}

function initials({ firstName, surname }: { firstName: string; surname: string }): string {
  return `${firstName.slice(0, 1)}${surname.slice(0, 1)}`.toUpperCase()
}
