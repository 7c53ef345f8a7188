import { useEffect, useState } from 'react'
import { call } from '../../contract/call.ts'
import { validateLink } from './password.contract.ts'

/** Token and date of birth from the address of a reset link (RESET-01). The date is '' unless complete. */
export type ResetLink = { token: string; dateOfBirth: string }

export function resetLinkIn(search: string): ResetLink | undefined {
  const query = new URLSearchParams(search)
  const token = query.get('token')
  if (!token) return undefined
  const [, day, month, year] = /^(\d{2})-(\d{2})-(\d{4})$/.exec(query.get('dob') ?? '') ?? []
  return { token, dateOfBirth: day ? `${year}-${month}-${day}` : '' }
}

type Validation = { step: 'asking' } | { step: 'valid' } | { step: 'invalid'; why: string | null } | { step: 'failed' }

export function useLinkValidation(token: string): Validation & { again: () => void } {
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
