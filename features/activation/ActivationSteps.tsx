import { useRouter } from '@tanstack/react-router'
import { paths } from '../../contract/paths.ts'
import { progressMessages } from '../../contract/progress.messages.ts'
import { ChoosePassword } from '../../ui/ChoosePassword.tsx'
import { LoginCard } from '../../ui/LoginCard.tsx'
import { ProgressSteps } from '../../ui/ProgressSteps.tsx'
import { ConsentButtons } from '../session/ConsentButtons.tsx'
import { loginMessages } from '../../services/session/session.messages.ts'
import { useCookieConsent } from '../session/use-cookie-consent.ts'
import { activationMessages } from './activation.messages.ts'
import type { InvitedPerson } from './use-activation.ts'
import { useActivationSteps } from './use-activation-steps.ts'

const steps = [progressMessages.verify, loginMessages.passwordLabel]

export function ActivationSteps({ id, invited }: { id: string; invited: InvitedPerson }) {
  const router = useRouter()
  const found = useActivationSteps({ id, invited })
  const cookiesAccepted = useCookieConsent((consent) => consent.cookiesAccepted)
  const asksForCookies = found.refused.banner === loginMessages.cookies
  const state = asksForCookies && cookiesAccepted ? { ...found, refused: { times: found.refused.times } } : found
  const current = state.step === 'choose' ? 2 : 1
  const title = activationMessages.title(invited.firstName)
  return (
    <LoginCard
      title={title}
      tabTitle={`${steps[current - 1]} - ${title}`}
      steps={<ProgressSteps label={progressMessages.label} steps={steps} current={current} painted={state.progress} />}
    >
      <ChoosePassword
        state={state}
        action={asksForCookies && <ConsentButtons />}
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
    </LoginCard>
  )
}
