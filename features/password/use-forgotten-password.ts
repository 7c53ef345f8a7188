import { useRef, useState } from 'react'
import { call } from '../../contract/call.ts'
import { CallFailed } from '../../contract/call-failed.ts'
import { emailProblem } from '../../contract/email.ts'
import { emailBeforeReload } from '../sign-in-protection/use-email-before-reload.ts'
import { linkRequestFailure } from './link-failures.rules.ts'
import { askForLink } from './password.contract.ts'
import { forgotMessages } from './password.messages.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'

type Refused = { email?: string; banner?: string; isRobot?: boolean; times: number }

export function useForgottenPassword({ isForActivation }: { isForActivation: boolean }) {
  const [email, setEmail] = useState(() => emailBeforeReload() ?? '')
  const [sent, setSent] = useState(false)
  const [refused, setRefused] = useState<Refused>({ times: 0 })
  const { busy, run } = useOneAtATime()
  const [asked, setAsked] = useState(0)
  const proof = useRef<Promise<string | null> | null>(null)

  const refuse = (found: Omit<Refused, 'times'>) => setRefused(({ times }) => ({ ...found, times: times + 1 }))

  const send = async (): Promise<void> => {
    const problem = emailProblem(email)
    if (problem) return refuse({ email: problem })
    await run(ask)
  }

  const ask = async (): Promise<void> => {
    try {
      const recaptcha = await proof.current
      if (!recaptcha) return refuse({ isRobot: true })
      await call(askForLink, { body: { email: email.trim(), recaptcha, isRecaptchaEnabled: true } })
      setSent(true)
    } catch (failure) {
      const errors = failure instanceof CallFailed ? failure.fieldErrors : {}
      const [found] = errors['email'] ?? []
      setAsked(asked + 1)
      const otherwise = isForActivation ? forgotMessages.issueActivation : forgotMessages.issueReset
      if (errors['recaptcha']) refuse({ isRobot: true })
      else refuse(found ? { email: found } : { banner: linkRequestFailure(failure, otherwise) })
    }
  }

  const prove = (next: Promise<string | null> | null): void => {
    proof.current = next
  }
  return { email, setEmail, sent, refused, busy, send, asked, prove }
}
