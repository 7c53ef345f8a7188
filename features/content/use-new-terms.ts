import { useEffect, useState } from 'react'
import { call } from '../../contract/call.ts'
import { CallFailed, failureText } from '../../contract/call-failed.ts'
import { formErrorMessages } from '../../contract/form-error.messages.ts'
import { updateSignedInPerson } from '../session/use-signed-in-person.ts'
import { acceptTerms, readTermsState, termsChanged } from './new-terms.contract.ts'
import { useSiteContent } from './use-site-content.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'

export function useNewTerms() {
  const { content, reload } = useSiteContent()
  const [ticked, setTicked] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, run } = useOneAtATime()

  useEffect(() => {
    const leaving = new AbortController()
    call(readTermsState, {}, leaving.signal).then(continueIfAccepted, () => undefined)
    return () => leaving.abort()
  }, [])

  const accept = async () => {
    setProblem(null)
    if (!ticked || content.status !== 'success') return refuse(formErrorMessages.reviewPage)
    const { termsRevision } = content
    await run(() => send(termsRevision))
  }

  const send = async (termsRevision: number) => {
    try {
      const body = { termsAccepted: true, termsRevision }
      if (!continueIfAccepted(await call(acceptTerms, { body }))) refuse(formErrorMessages.reviewPage)
    } catch (failure) {
      updateSignedInPerson({ siteTermsUpdated: true })
      if (failure instanceof CallFailed && failure.code === termsChanged.code) {
        setTicked(false)
        reload()
      }
      refuse(failureText(failure))
    }
  }

  const refuse = (why: string) => {
    setProblem(why)
    scrollTo({ top: 0, behavior: 'instant' })
  }

  return { content, reload, ticked, setTicked, problem, busy, accept }
}

function continueIfAccepted({
  termsRevision,
  currentRevision,
}: {
  termsRevision: number | null
  currentRevision: number
}): boolean {
  const isRecorded = termsRevision !== null && termsRevision >= currentRevision
  if (!isRecorded) return false
  // If a heading has the focus, the next screen focuses its own heading.
  document.querySelector('h1')?.focus()
  updateSignedInPerson({ termsRevision, siteTermsUpdated: false })
  return true
}
