import { useEffect, useState } from 'react'
import { call } from '../../contract/call.ts'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { openActivation } from './activation.contract.ts'

/** Whose account it is. */
export type Invited = { firstName: string; email: string }

/** The screen is loading, loaded or terms error (ACTIV-03). */
export type Activation = { step: 'loading' } | { step: 'loaded'; invited: Invited } | { step: 'terms-error' }

/** '/activation/{id}': the second segment, whatever the first is called (ACTIV-01). */
export function activationIdIn(pathname: string): string {
  return pathname.split('/')[2] ?? ''
}

/** Asks whose account the link activates; nothing is asked while somebody is logged in, or may be. */
export function useActivation(id: string, { isOut }: { isOut: boolean }): Activation {
  const [activation, setActivation] = useState<Activation>({ step: 'loading' })
  useEffect(() => {
    if (!isOut) return
    const gone = new AbortController()
    const ask = async () => {
      const found = await open(id, gone.signal)
      if (!gone.signal.aborted) setActivation(found)
    }
    void ask()
    return () => gone.abort()
  }, [id, isOut])
  return activation
}

async function open(id: string, signal: AbortSignal): Promise<Activation> {
  if (id === '') return { step: 'terms-error' }
  try {
    const reply: Partial<ReplyOf<typeof openActivation>> = await call(openActivation, { params: { id } }, signal)
    const { error, status, first_name: firstName = '', email = '' } = reply
    // An answer that says of itself that it is none (ACTIV-05).
    if (error || status !== 'ok') return { step: 'terms-error' }
    return { step: 'loaded', invited: { firstName, email } }
  } catch {
    return { step: 'terms-error' }
  }
}
