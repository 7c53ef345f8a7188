import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { buttonMessages } from '../../contract/messages.ts'
import { paths } from '../../contract/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { EntryCard, EntryLink } from '../../ui/EntryCard.tsx'
import { forgotMessages, resetMessages } from './password.messages.ts'
import { resetLinkIn, useValidation, type ResetLink } from './use-validation.ts'

// Fetched while the server looks at the link.
const fetchSteps = () => import('./ResetSteps.tsx').then((m) => ({ default: m.ResetSteps }))
const ResetSteps = lazy(fetchSteps)

/** B03: by the link of a mail, first the date of birth, then a new password. */
export function ResetPasswordPage() {
  const router = useRouter()
  const [link] = useState(() => resetLinkIn(router.history.location.search))
  useLayoutEffect(() => {
    // Token and date of birth are out of sight and out of the history before anything else happens (S-12).
    if (link) router.history.replace(router.history.location.pathname)
  }, [link, router])
  useEffect(() => {
    if (!link) router.history.replace(paths.forgottenPassword())
  }, [link, router])
  return link ? <ByLink link={link} /> : null
}

function ByLink({ link }: { link: ResetLink }) {
  useEffect(() => void fetchSteps(), [])
  const validation = useValidation(link.token)
  switch (validation.step) {
    case 'asking':
      return <Checking />
    case 'valid':
      return (
        <Suspense fallback={<Checking />}>
          <ResetSteps link={link} />
        </Suspense>
      )
    case 'invalid':
      return (
        <EntryCard title={resetMessages.invalid}>
          {validation.why && <p>{validation.why}</p>}
          <EntryLink to={paths.forgottenPassword()}>{resetMessages.another}</EntryLink>
        </EntryCard>
      )
    case 'failed':
      return (
        <EntryCard title={resetMessages.validateFailed}>
          <p>
            <Button onClick={validation.again}>{buttonMessages.retry}</Button>
          </p>
        </EntryCard>
      )
  }
}

function Checking() {
  return (
    <EntryCard title={forgotMessages.title}>
      <p role="status">{resetMessages.checking}</p>
    </EntryCard>
  )
}
