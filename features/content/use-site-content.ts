import { useEffect, useState } from 'react'
import { call } from '../../contract/call.ts'
import { readCookiePolicy, readPrivacyPolicy, readTerms } from './content.contract.ts'

export type SiteContent =
  | { status: false }
  | { status: 'success'; terms: string; policy: string; cookie: string; termsRevision: number }
  | { status: 'error' }

export function useSiteContent(): { content: SiteContent; reload: () => void } {
  const [content, setContent] = useState<SiteContent>({ status: false })
  const missing = content.status === false
  useEffect(() => {
    if (!missing) return
    const leaving = new AbortController()
    readAll(leaving.signal).then(setContent, () => {
      if (!leaving.signal.aborted) setContent({ status: 'error' })
    })
    return () => leaving.abort()
  }, [missing])
  return { content, reload: () => setContent({ status: false }) }
}

async function readAll(signal: AbortSignal): Promise<SiteContent> {
  const [terms, policy, cookie] = await Promise.all([
    call(readTerms, {}, signal),
    call(readPrivacyPolicy, {}, signal),
    call(readCookiePolicy, {}, signal),
  ])
  return {
    status: 'success',
    terms: terms.content,
    policy: policy.content,
    cookie: cookie.content,
    termsRevision: terms.revision,
  }
}
