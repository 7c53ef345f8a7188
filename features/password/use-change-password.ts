import { useState } from 'react'
import { call } from '../../contract/call.ts'
import { CallFailed, failureText } from '../../contract/call-failed.ts'
import { formMessages } from '../../contract/messages.ts'
import { useNewPassword, type CheckPassword } from '../../ui/use-new-password.ts'
import { useSession } from '../session/use-session.ts'
import { changePassword, checkPassword, type PasswordChecks } from './password.contract.ts'
import { allPasswordRules, rulesIn } from '../../services/session/password.rules.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'

export type ChangeProblems = { current?: string; password?: string; confirmation?: string }

const check: CheckPassword = async (password, signal) =>
  (await call(checkPassword, { body: { password } }, signal)).checks

export function useChangePassword() {
  const rules = useSession(({ session }) => (session.step === 'in' ? session.client.passwordRules : undefined))
  const fresh = useNewPassword({ rules: rulesIn(rules ?? allPasswordRules), check })
  const [current, setCurrent] = useState('')
  const [problems, setProblems] = useState<ChangeProblems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const { busy, run } = useOneAtATime()

  const submit = async (): Promise<boolean> => (await run(change)) ?? false

  const change = async (): Promise<boolean> => {
    setFailure(null)
    try {
      const found = { ...(current === '' && { current: formMessages.required }), ...(await fresh.problems()) }
      setProblems(found)
      if (Object.keys(found).length > 0) return false
      await call(changePassword, {
        body: { current_password: current, password: fresh.password, password_confirmation: fresh.confirmation },
      })
      return true
    } catch (error) {
      explain(error)
      return false
    }
  }

  const explain = (error: unknown) => {
    const { fieldErrors, body } = error instanceof CallFailed ? error : { fieldErrors: {}, body: {} }
    const refused = problemsOf(fieldErrors)
    setProblems(refused)
    if (Object.keys(refused).length === 0) setFailure(failureText(error))
    // The contract declares this type for the refusal.
    if ('checks' in body) fresh.show(body['checks'] as PasswordChecks)
  }

  return { current, setCurrent, fresh, problems, failure, busy, submit }
}

function problemsOf(errors: Record<string, string[]>): ChangeProblems {
  const [current] = errors['current_password'] ?? []
  const [password] = errors['password'] ?? []
  const [confirmation] = errors['password_confirmation'] ?? []
  return { ...(current && { current }), ...(password && { password }), ...(confirmation && { confirmation }) }
}
