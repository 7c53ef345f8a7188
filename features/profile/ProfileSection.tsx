import { useId, type ReactNode } from 'react'
import { Card } from '../../ui/Card.tsx'
import styles from './ProfilePage.module.css'
import { profileMessages } from './profile.messages.ts'

export function ProfileSection({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <Card as="section" labelledBy={id}>
      <div className={styles.section}>
        <div className={styles.head}>
          <h2 id={id}>{title}</h2>
          {aside}
        </div>
        {children}
      </div>
    </Card>
  )
}

export function DetailList({ facts }: { facts: readonly (readonly [name: string, value: string | null])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-missing={value ? undefined : true}>{value || profileMessages.notGiven}</dd>
        </div>
      ))}
    </dl>
  )
}
