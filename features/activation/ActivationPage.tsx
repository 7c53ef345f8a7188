import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState } from 'react'
import { errorMessages } from '../../contract/messages.ts'
import { paths } from '../../contract/paths.ts'
import { progressMessages } from '../../contract/progress.messages.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { ChoosePassword } from '../../ui/ChoosePassword.tsx'
import { EntryCard, EntryLink } from '../../ui/EntryCard.tsx'
import { Link } from '../../ui/Link.tsx'
import { ProgressSteps } from '../../ui/ProgressSteps.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { loginMessages } from '../session/session.messages.ts'
import { useSession } from '../session/use-session.ts'
import { activationMessages } from './activation.messages.ts'
import { activationIdIn, useActivation, useActivationSteps, type Invited } from './use-activation.ts'

/** B04: by the link of an invitation, first the date of birth, then a password, and with it in. */
export function ActivationPage() {
  const router = useRouter()
  const session = useSession((state) => state.session.step)
  const [id] = useState(() => activationIdIn(router.history.location.pathname))
  useLayoutEffect(() => {
    // The id is out of sight and out of the history before anything else happens (S-12).
    if (id) router.history.replace(`/${router.history.location.pathname.split('/')[1]}/`)
  }, [id, router])
  useEffect(() => {
    if (session === 'in') router.history.replace(paths.home())
  }, [session, router])

  const activation = useActivation(id, { isOut: session === 'out' })
  switch (activation.step) {
    case 'loading':
      return (
        <EntryCard title={activationMessages.loading}>
          <Loading label={activationMessages.loading}>
            <Skeleton shape="block" />
          </Loading>
        </EntryCard>
      )
    case 'loaded':
      return <Steps id={id} invited={activation.invited} />
    case 'terms-error':
      return <TermsError />
  }
}

function TermsError() {
  const router = useRouter()
  const askAnew = () => router.history.push(paths.forgottenPassword(), { isFromActivation: true })
  return (
    <EntryCard title={activationMessages.failed} lead={activationMessages.help}>
      <p>
        <Link to={paths.login()} className={buttonClass()}>
          {errorMessages.returnHome}
        </Link>
      </p>
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

const steps = [progressMessages.verify, loginMessages.passwordLabel]

function Steps({ id, invited }: { id: string; invited: Invited }) {
  const router = useRouter()
  const state = useActivationSteps({ id, invited })
  const current = state.step === 'choose' ? 2 : 1
  return (
    <EntryCard
      title={activationMessages.title(invited.firstName)}
      steps={<ProgressSteps label={progressMessages.label} steps={steps} current={current} painted={state.progress} />}
    >
      <ChoosePassword
        state={state}
        username={invited.email}
        words={{
          verifyLead: activationMessages.lead,
          checking: activationMessages.checking,
          chooseLead: activationMessages.choose,
          submit: activationMessages.submit,
          submitting: activationMessages.submitting,
          next: activationMessages.toForgotten,
        }}
        onCancel={() => router.history.push(paths.login())}
      />
    </EntryCard>
  )
}
