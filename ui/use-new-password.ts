import { useEffect, useRef, useState } from 'react'
import { formMessages } from '../contract/messages.ts'
import { passwordMessages } from '../contract/password.messages.ts'

/** Milliseconds without typing before a check (FORM-22, CONST-07). */
export const CHECK_AFTER_MS = 500

export type RuleName = keyof typeof passwordMessages.rule
export type RuleCheck = { name: RuleName; status: boolean }
export type CheckPassword = (password: string, signal: AbortSignal) => Promise<readonly RuleCheck[]>

/** `met` is null if unknown. */
export type RuleMark = { name: RuleName; met: boolean | null }

export type NewPasswordProblems = { password?: string; confirmation?: string }

/** `checks` is null if the server could not be reached. */
type Answer = { password: string; checks: readonly RuleCheck[] | null }

type Question = { timer: ReturnType<typeof setTimeout>; taken: AbortController }

export type NewPassword = ReturnType<typeof useNewPassword>

/** State of a new password, its confirmation, and the server's checks, 500 ms after the last key (FORM-35, FORM-36). */
export function useNewPassword({ rules, check }: { rules: readonly RuleName[]; check: CheckPassword }) {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [answer, setAnswer] = useState<Answer | null>(null)
  const asking = useRef<Question | null>(null)

  useEffect(() => () => undoPending(asking), [])

  const ask = async (typed: string, signal: AbortSignal): Promise<Answer | null> => {
    const checks = await check(typed, signal).catch(() => null)
    if (signal.aborted) return null
    const found = { password: typed, checks }
    setAnswer(found)
    return found
  }
  const askIn = (typed: string, ms: number): Promise<Answer | null> => {
    undoPending(asking)
    const taken = new AbortController()
    return new Promise((resolve) => {
      taken.signal.addEventListener('abort', () => resolve(null))
      const timer = setTimeout(() => void ask(typed, taken.signal).then(resolve), ms)
      asking.current = { timer, taken }
    })
  }

  const change = (typed: string) => {
    setPassword(typed)
    if (typed === '') undoPending(asking)
    else void askIn(typed, CHECK_AFTER_MS)
  }

  const problems = async (): Promise<NewPasswordProblems> => {
    const current = answer?.password === password ? answer : password === '' ? null : await askIn(password, 0)
    const blocked = current?.checks?.some(({ status }) => !status)
    return {
      ...(password === '' && { password: formMessages.required }),
      ...(blocked && { password: passwordMessages.blocked }),
      ...(confirmation === '' && { confirmation: formMessages.required }),
      ...(confirmation !== '' &&
        confirmation.normalize('NFC') !== password.normalize('NFC') && { confirmation: passwordMessages.mismatch }),
    }
  }

  return {
    password,
    confirmation,
    change,
    confirm: setConfirmation,
    marks: marksOf(rules, password, answer),
    isSettled: password === '' || answer?.password === password,
    problems,
    show: (checks: readonly RuleCheck[]) => setAnswer({ password, checks }),
  }
}

function undoPending(asking: { current: Question | null }): void {
  clearTimeout(asking.current?.timer)
  asking.current?.taken.abort()
  asking.current = null
}

function marksOf(rules: readonly RuleName[], password: string, answer: Answer | null): RuleMark[] {
  if (password === '') return rules.map((name) => ({ name, met: false }))
  if (answer?.checks) return answer.checks.map(({ name, status }) => ({ name, met: status }))
  return rules.map((name) => ({ name, met: null }))
}
