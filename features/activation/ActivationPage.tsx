import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { errorMessages } from '../../contract/messages.ts'
import { paths } from '../../contract/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { LoginCardButtons, LoginCard, LoginCardLink } from '../../ui/LoginCard.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { Link } from '../../ui/Link.tsx'
import { sessionNow, useSession } from '../session/use-session.ts'
import { activationMessages } from './activation.messages.ts'
import { activationIdIn, useActivation } from './use-activation.ts'
import { Retry } from '../../ui/Retry.tsx'

const ActivationSteps = loadOnDemand(
  () => import('./ActivationSteps.tsx').then((m) => m.ActivationSteps),
  undefined,
  <OpeningMessage isAgain />,
)

/** B04: the page of an invitation link. It asks for the date of birth, then for a password, then logs the person in. */
export function ActivationPage({ fetchWelcome }: { fetchWelcome: () => Promise<unknown> }) {
  const router = useRouter()
  const session = useSession((state) => state.session.step)
  const [id] = useState(() => activationIdIn(router.history.location.pathname))
  useLayoutEffect(() => {
    // Remove the id from the address and the history before anything else happens (S-12).
    if (id) router.history.replace(`/${router.history.location.pathname.split('/')[1]}/`)
  }, [id, router])
  useEffect(() => {
    if (session !== 'in') return
    let isHere = true
    // If the slides cannot be loaded here, Home requests them again.
    const welcomed = hasWelcomeSlides() ? fetchWelcome().catch(() => undefined) : Promise.resolve()
    void welcomed.then(() => isHere && router.history.replace(paths.home()))
    return () => void (isHere = false)
  }, [session, router, fetchWelcome])

  useEffect(() => {
    void ActivationSteps.ahead()
  }, [])
  const activation = useActivation(id, { isOut: session === 'out' })
  const isAgain = useRef(false)
  useEffect(() => {
    if (isAgain.current && activation.step !== 'loading') document.querySelector('h1')?.focus()
  }, [activation.step])
  const again = () => {
    isAgain.current = true
    activation.again()
  }
  if (session === 'in') return <OpeningMessage />
  switch (activation.step) {
    case 'loading':
      return <OpeningMessage />
    case 'loaded':
      return <ActivationSteps id={id} invited={activation.invited} />
    case 'terms-error':
      return <TermsError unanswered={activation.unanswered} onRetry={again} />
  }
}

function hasWelcomeSlides(): boolean {
  const session = sessionNow()
  return session.step === 'in' && session.user.firstLogin && !session.masquerade
}

/** `isAgain`: the message was announced before, and stays on the screen. */
function OpeningMessage({ isAgain = false }: { isAgain?: boolean }) {
  return (
    <LoginCard title={activationMessages.loading}>
      <p role={isAgain ? undefined : 'status'}>{activationMessages.checking}</p>
    </LoginCard>
  )
}

/** The address no longer contains the id, so a retry here is the only way back to the link. */
function TermsError({ unanswered, onRetry }: { unanswered: string | null; onRetry: () => void }) {
  const router = useRouter()
  const askAnew = () => router.history.push(paths.forgottenPassword(), { isFromActivation: true })
  return (
    <LoginCard title={activationMessages.failed} lead={unanswered ?? activationMessages.help}>
      <LoginCardButtons>
        <Link to={paths.login()} className={buttonClass()}>
          {errorMessages.returnHome}
        </Link>
        {unanswered !== null && <Retry onRetry={onRetry} />}
      </LoginCardButtons>
      <LoginCardLink
        to={paths.forgottenPassword()}
        onClick={(event) => {
          event.preventDefault()
          askAnew()
        }}
      >
        {activationMessages.another}
      </LoginCardLink>
    </LoginCard>
  )
}
