import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { errorMessages } from '../../contract/messages.ts'
import { paths } from '../../contract/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { EntryButtons, EntryCard, EntryLink } from '../../ui/EntryCard.tsx'
import { Link } from '../../ui/Link.tsx'
import { sessionNow, useSession } from '../session/use-session.ts'
import { activationMessages } from './activation.messages.ts'
import { activationIdIn, useActivation } from './use-activation.ts'
import { Retry } from '../../ui/Retry.tsx'

// Fetched while the server looks at the link.
const fetchSteps = () => import('./ActivationSteps.tsx').then((m) => ({ default: m.ActivationSteps }))
const ActivationSteps = lazy(fetchSteps)

/** B04: by the link of an invitation, first the date of birth, then a password, and with it in. */
export function ActivationPage({ fetchWelcome }: { fetchWelcome: () => Promise<unknown> }) {
  const router = useRouter()
  const session = useSession((state) => state.session.step)
  const [id] = useState(() => activationIdIn(router.history.location.pathname))
  useLayoutEffect(() => {
    // The id is out of sight and out of the history before anything else happens (S-12).
    if (id) router.history.replace(`/${router.history.location.pathname.split('/')[1]}/`)
  }, [id, router])
  useEffect(() => {
    if (session !== 'in') return
    let isHere = true
    // Without the slides Home asks for them once more.
    const welcomed = isOwedWelcome() ? fetchWelcome().catch(() => undefined) : Promise.resolve()
    void welcomed.then(() => isHere && router.history.replace(paths.home()))
    return () => void (isHere = false)
  }, [session, router, fetchWelcome])

  useEffect(() => {
    // Offline now; drawing them says so.
    fetchSteps().catch(() => undefined)
  }, [])
  const activation = useActivation(id, { isOut: session === 'out' })
  const isAgain = useRef(false)
  useEffect(() => {
    // The button that had the focus is gone.
    if (isAgain.current && activation.step !== 'loading') document.querySelector('h1')?.focus()
  }, [activation.step])
  const again = () => {
    isAgain.current = true
    activation.again()
  }
  // On the way to Home, which the slides of a first login may still hold up (ACTIV-12).
  if (session === 'in') return <Opening />
  switch (activation.step) {
    case 'loading':
      return <Opening />
    case 'loaded':
      return (
        <Suspense fallback={<Opening />}>
          <ActivationSteps id={id} invited={activation.invited} />
        </Suspense>
      )
    case 'terms-error':
      return <TermsError unanswered={activation.unanswered} onRetry={again} />
  }
}

/** Whoever looks at somebody else's portal is not welcomed in their place. */
function isOwedWelcome(): boolean {
  const session = sessionNow()
  return session.step === 'in' && session.user.firstLogin && !session.masquerade
}

function Opening() {
  return (
    <EntryCard title={activationMessages.loading}>
      <p role="status">{activationMessages.checking}</p>
    </EntryCard>
  )
}

/** The address holds the id no more: where nobody answered, the way to the link is to ask again here. */
function TermsError({ unanswered, onRetry }: { unanswered: string | null; onRetry: () => void }) {
  const router = useRouter()
  const askAnew = () => router.history.push(paths.forgottenPassword(), { isFromActivation: true })
  return (
    <EntryCard title={activationMessages.failed} lead={unanswered ?? activationMessages.help}>
      <EntryButtons>
        <Link to={paths.login()} className={buttonClass()}>
          {errorMessages.returnHome}
        </Link>
        {unanswered !== null && <Retry onRetry={onRetry} />}
      </EntryButtons>
      <EntryLink
        to={paths.forgottenPassword()}
        onClick={(event) => {
          event.preventDefault()
          askAnew()
        }}
      >
        {activationMessages.another}
      </EntryLink>
    </EntryCard>
  )
}
