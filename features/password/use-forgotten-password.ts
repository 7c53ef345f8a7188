import { useRef, useState } from 'react'
import { call } from '../../contract/call.ts'
import { CallFailed } from '../../contract/call-failed.ts'
import { emailProblem } from '../../contract/email.ts'
import { askFailureOf } from './link-failures.rules.ts'
import { askForLink } from './password.contract.ts'
import { forgotMessages } from './password.messages.ts'

type Refused = { email?: string; banner?: string; times: number }

/** Asking for a link by email address. Whether anybody has that address is not said. */
export function useForgottenPassword({ isForActivation }: { isForActivation: boolean }) {
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  const [refused, setRefused] = useState<Refused>({ times: 0 })
  const [busy, setBusy] = useState(false)
  // A second Enter can be faster than the button that would ignore it.
  const running = useRef(false)

  const refuse = (found: Omit<Refused, 'times'>) => setRefused(({ times }) => ({ ...found, times: times + 1 }))

  const send = async (): Promise<void> => {
    if (running.current) return
    const problem = emailProblem(email)
    if (problem) return refuse({ email: problem })
    running.current = true
    setBusy(true)
    try {
      // No check that it is no robot is asked for yet, and none is claimed.
      await call(askForLink, { body: { email: email.trim(), recaptcha: null, isRecaptchaEnabled: false } })
      setSent(true)
    } catch (failure) {
      const [found] = failure instanceof CallFailed ? (failure.fieldErrors['email'] ?? []) : []
      const otherwise = isForActivation ? forgotMessages.issueActivation : forgotMessages.issueReset
      refuse(found ? { email: found } : { banner: askFailureOf(failure, otherwise) })
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return { email, setEmail, sent, refused, busy, send }
}
