import type { ComponentProps, ReactNode } from 'react'
import { Link } from './Link.tsx'
import styles from './LoginCard.module.css'
import { useTabTitle } from './use-tab-title.ts'

type LoginCardProps = {
  title: string
  tabTitle?: string
  steps?: ReactNode
  lead?: ReactNode
  children?: ReactNode
}

export function LoginCard({ title, tabTitle = title, steps, lead, children }: LoginCardProps) {
  useTabTitle(tabTitle)
  return (
    <div className={styles.page}>
      {steps && <div className={styles.steps}>{steps}</div>}
      <div className={styles.card}>
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p className={styles.soft}>{lead}</p>}
        {children}
      </div>
    </div>
  )
}

export function LoginCardForm(form: Omit<ComponentProps<'form'>, 'className' | 'style'>) {
  return <form noValidate {...form} className={styles.form} />
}

export function LoginCardButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>
}

export function LoginCardNote({ children }: { children: ReactNode }) {
  return <p className={styles.soft}>{children}</p>
}

export function LoginCardLink({ children, ...link }: ComponentProps<typeof Link>) {
  return (
    <Link {...link} className={styles.link}>
      {children}
    </Link>
  )
}
