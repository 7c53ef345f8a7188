import { useRouter } from '@tanstack/react-router'
import { paths } from '../../contract/paths.ts'
import { progressMessages } from '../../contract/progress.messages.ts'
import { ChoosePassword } from '../../ui/ChoosePassword.tsx'
import { EntryCard } from '../../ui/EntryCard.tsx'
import { ProgressSteps } from '../../ui/ProgressSteps.tsx'
import { loginMessages } from '../../services/session/session.messages.ts'
import { activationMessages } from './activation.messages.ts'
import type { InvitedPerson } from './use-activation.ts'
import { useActivationSteps } from './use-activation-steps.ts'

const steps = [progressMessages.verify, loginMessages.passwordLabel]

export function ActivationSteps({ id, invited }: { id: string; invited: InvitedPerson }) {
  const router = useRouter()
  const state = useActivationSteps({ id, invited })
  const current = state.step === 'choose' ? 2 : 1
  const title = activationMessages.title(invited.firstName)
  return (
    <EntryCard
      title={title}
      tabTitle={`${steps[current - 1]} - ${title}`}
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
