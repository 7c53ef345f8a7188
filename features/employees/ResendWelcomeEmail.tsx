import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { welcomeMessages } from './welcome-email.messages.ts'

type ResendWelcomeProps = { send: () => void; busy: boolean; isSent: boolean }

export function ResendWelcomeEmail({ send, busy, isSent }: ResendWelcomeProps) {
  if (isSent) return <Sent />
  return (
    <Button kind="secondary" busy={busy} busyLabel={welcomeMessages.resending} onClick={send}>
      {welcomeMessages.resend}
    </Button>
  )
}

function Sent() {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <p ref={words} role="status" tabIndex={-1}>
      {welcomeMessages.resent}
    </p>
  )
}
