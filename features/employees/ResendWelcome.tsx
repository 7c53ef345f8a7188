import { useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { welcomeMessages } from './welcome.messages.ts'
import styles from './Employees.module.css'

type ResendWelcomeProps = { name: string; again: { send: () => void; busy: boolean; isSent: boolean } }

/** Button that sends an unregistered employee another activation link (EMP-21). */
export function ResendWelcome({ name, again }: ResendWelcomeProps) {
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h3 id={titleId}>{welcomeMessages.title}</h3>
      {again.isSent ? (
        <Sent />
      ) : (
        <>
          <p className={styles.soft}>{welcomeMessages.one(name)}</p>
          <div>
            <Button kind="secondary" busy={again.busy} busyLabel={welcomeMessages.resending} onClick={again.send}>
              {welcomeMessages.resend}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

/** Replaces the clicked button, so it takes the focus. */
function Sent() {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <p ref={words} role="status" tabIndex={-1}>
      {welcomeMessages.resent}
    </p>
  )
}
