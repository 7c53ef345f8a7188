import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../contract/call.ts'
import { paths } from '../../contract/paths.ts'
import { allowedRedirect } from '../../contract/redirects.ts'
import { useChoosePassword } from '../../ui/use-choose-password.ts'
import { forgetSession, isSignedIn, leaveSession } from '../session/use-session.ts'
import { resetFailureOf } from './link-failures.rules.ts'
import { checkPassword, resetPassword, validateLink, verifyDateOfBirth } from './password.contract.ts'
import { allPasswordRules, rulesIn } from './password.rules.ts'

/** What the address of a reset link brought (RESET-01); the date is empty unless it is a whole one. */
export type ResetLink = { token: string; dateOfBirth: string }

/** Reads the address; undefined without a token. */
export function resetLinkIn(search: string): ResetLink | undefined {
  const query = new URLSearchParams(search)
  const token = query.get('token')
  if (!token) return undefined
  const [, day, month, year] = /^(\d{2})-(\d{2})-(\d{4})$/.exec(query.get('dob') ?? '') ?? []
  return { token, dateOfBirth: day ? `${year}-${month}-${day}` : '' }
}

type Validation = { step: 'asking' } | { step: 'valid' } | { step: 'invalid'; why: string | null } | { step: 'failed' }

/** Whether the link may still be used; asked again when told. */
export function useValidation(token: string): Validation & { again: () => void } {
  const [attempt, setAttempt] = useState(1)
  const [answer, setAnswer] = useState<{ to: number; validation: Validation } | null>(null)
  useEffect(() => {
    const gone = new AbortController()
    const ask = async () => {
      const validation = await validate(token, gone.signal)
      if (!gone.signal.aborted) setAnswer({ to: attempt, validation })
    }
    void ask()
    return () => gone.abort()
  }, [token, attempt])
  const validation: Validation = answer?.to === attempt ? answer.validation : { step: 'asking' }
  return { ...validation, again: () => setAttempt(attempt + 1) }
}

async function validate(resetToken: string, signal: AbortSignal): Promise<Validation> {
  try {
    const { valid, message, error } = await call(validateLink, { params: { resetToken } }, signal)
    return valid ? { step: 'valid' } : { step: 'invalid', why: message ?? error }
  } catch {
    return { step: 'failed' }
  }
}

/** The two steps of the link, and where they lead. */
export function useResetLink({ token, dateOfBirth }: ResetLink) {
  const router = useRouter()
  return useChoosePassword({
    rules: rulesIn(allPasswordRules),
    prefilled: dateOfBirth,
    verify: async (date) => {
      const { passwordRules } = await call(verifyDateOfBirth, { body: { token, date_of_birth: date } })
      return rulesIn(passwordRules)
    },
    check: async (password, signal) => (await call(checkPassword, { body: { password, token } }, signal)).checks,
    set: async (chosen) => {
      const { redirectURL, redirectOrigins, message } = await call(resetPassword, { body: { token, ...chosen } })
      // Every session has ended with the old password, this browser's as well.
      if (isSignedIn()) forgetSession(null)
      const address = allowedRedirect(redirectURL, { own: location.origin, origins: redirectOrigins })
      if (address && !address.startsWith('/')) return location.replace(address)
      leaveSession(null, { ...(message && { notice: message }) })
      router.history.replace(address ?? paths.login())
    },
    explain: resetFailureOf,
    onOver: () => router.history.replace(`${paths.forgottenPassword()}?message=token-expired`),
  })
}
