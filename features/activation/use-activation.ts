import { useEffect, useState } from 'react'
import { call } from '../../contract/call.ts'
import { CallFailed, failureText } from '../../contract/call-failed.ts'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { openActivation } from './activation.contract.ts'

export type InvitedPerson = { firstName: string; email: string }

/** State of the screen (ACTIV-03). `unanswered` is set if the server failed, because the link may still be valid. */
type Activation =
  | { step: 'loading' }
  | { step: 'loaded'; invited: InvitedPerson }
  | { step: 'terms-error'; unanswered: string | null }

/** Returns the second segment of the path. The first segment does not matter (ACTIV-01). */
export function activationIdIn(pathname: string): string {
  return pathname.split('/')[2] ?? ''
}

export function useActivation(id: string, { isOut }: { isOut: boolean }): Activation & { again: () => void } {
  const [attempt, setAttempt] = useState(1)
  const [answer, setAnswer] = useState<{ to: number; activation: Activation } | null>(null)
  useEffect(() => {
    if (!isOut) return
    const gone = new AbortController()
    const ask = async () => {
      const activation = await open(id, gone.signal)
      if (!gone.signal.aborted) setAnswer({ to: attempt, activation })
    }
    void ask()
    return () => gone.abort()
  }, [id, isOut, attempt])
  const activation: Activation = answer?.to === attempt ? answer.activation : { step: 'loading' }
  return { ...activation, again: () => setAttempt(attempt + 1) }
}

const refused = { step: 'terms-error', unanswered: null } as const

async function open(id: string, signal: AbortSignal): Promise<Activation> {
  if (id === '') return refused
  try {
    const reply: Partial<ReplyOf<typeof openActivation>> = await call(openActivation, { params: { id } }, signal)
    const { error, status, first_name: firstName = '', email = '' } = reply
    if (error || status !== 'ok') return refused
    return { step: 'loaded', invited: { firstName, email } }
  } catch (failure) {
    const isRefused = failure instanceof CallFailed && (failure.status ?? 500) < 500 && failure.status !== 429
    return isRefused ? refused : { step: 'terms-error', unanswered: failureText(failure) }
  }
}
