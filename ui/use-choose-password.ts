import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isResponseLost } from '../contract/lost-response.ts'
import { dobProblem } from '../contract/date-of-birth.ts'
import { londonDate, numericDate } from '../contract/dates.ts'
import {
  useNewPassword,
  type CheckPassword,
  type NewPasswordProblems,
  type RuleCheck,
  type RuleName,
} from './use-new-password.ts'
import { useOneAtATime } from './use-one-at-a-time.ts'

/** Milliseconds after which the screen leaves the message about an expired link (CONST-12). */
export const LEAVE_AFTER_MS = 3000

/** dd/mm/yyyy. */
type ChosenPassword = { date_of_birth: string; password: string; password_confirmation: string }

/** Messages at the fields or above the form. `goes` is 'back' to return to the first step, 'over' if the link has ended. */
export type PasswordRefused = NewPasswordProblems & {
  date?: string
  banner?: string
  checks?: readonly RuleCheck[]
  goes?: 'back' | 'over'
}

type ChoiceCalls = {
  verify: (dateOfBirth: string) => Promise<readonly RuleName[]>
  check: CheckPassword
  set: (chosen: ChosenPassword) => Promise<void>
  /** `wasLost` is true if an earlier request was not answered, so that the password may be set already. */
  explain: (failure: unknown, state: { wasLost: boolean }) => PasswordRefused
  standsInTheWay?: () => string | null
}

type Step = 'verify' | 'choose' | 'over'
type ChoosePasswordInput = ChoiceCalls & {
  rules: readonly RuleName[]
  prefilled?: string
  onOver: (state: { wasLost: boolean }) => void
}

export type ChoosePassword = ReturnType<typeof useChoosePassword>

/** State of a form of two steps: an identity check, then a new password. Typed values stay after every response. */
export function useChoosePassword({ rules: rulesAtFirst, prefilled = '', onOver, ...calls }: ChoosePasswordInput) {
  const [step, setStep] = useState<Step>('verify')
  const [date, setDate] = useState(prefilled)
  const [isVerified, setVerified] = useState(false)
  const [rules, setRules] = useState(rulesAtFirst)
  const fresh = useNewPassword({ rules, check: calls.check })
  const [refused, setRefused] = useState<PasswordRefused & { times: number }>({ times: 0 })
  const { busy, run } = useOneAtATime()
  const wasLost = useRef(false)

  const leave = useRef(onOver)
  useEffect(() => {
    leave.current = onOver
  })
  useEffect(() => {
    if (step !== 'over') return
    const timer = setTimeout(() => leave.current({ wasLost: wasLost.current }), LEAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [step])

  const refuse = (found: PasswordRefused) => {
    setRefused(({ times }) => ({ ...found, times: times + 1 }))
    if (found.checks) fresh.show(found.checks)
    if (!found.goes) return
    setVerified(false)
    setStep(found.goes === 'over' ? 'over' : 'verify')
  }

  const send = (work: () => Promise<void>): Promise<void> =>
    run(() => work().catch((failure: unknown) => refuse(calls.explain(failure, { wasLost: wasLost.current }))))

  const verify = () =>
    send(async () => {
      const problem = dobProblem(date, londonDate(new Date()))
      if (problem) return refuse({ date: problem })
      setRules(await calls.verify(numericDate(date)))
      setRefused({ times: 0 })
      // First render the bar with one step done, and then with two, after the date was verified (RESET-17).
      flushSync(() => setStep('choose'))
      setVerified(true)
    })

  const set = () =>
    send(async () => {
      const found = await fresh.problems()
      if (Object.keys(found).length > 0) return refuse(found)
      const banner = calls.standsInTheWay?.()
      if (banner) return refuse({ banner })
      setRefused({ times: 0 })
      const { password, confirmation } = fresh
      const chosen = { date_of_birth: numericDate(date), password, password_confirmation: confirmation }
      await calls.set(chosen).catch((failure: unknown) => {
        wasLost.current ||= isResponseLost(failure)
        throw failure
      })
    })

  const isInvalid = Boolean(refused.password ?? refused.confirmation) || fresh.marks.some(isUnmet(fresh.password))
  return {
    step,
    date,
    setDate,
    fresh,
    refused,
    busy,
    verify,
    set,
    progress: stepsDone({ step, isVerified, isInvalid }),
  }
}

const isUnmet =
  (password: string) =>
  ({ met }: { met: boolean | null }) =>
    password !== '' && met === false

/** Returns the number of steps that the bar shows as done. An invalid field reduces it (RESET-17 to RESET-19). */
export function stepsDone({
  step,
  isVerified,
  isInvalid,
}: {
  step: Step
  isVerified: boolean
  isInvalid: boolean
}): number {
  if (step !== 'choose') return 0
  const done = isVerified ? 2 : 1
  return isInvalid ? done - 1 : done
}
