import { useRouter } from '@tanstack/react-router'
import { progressMessages } from '../../contract/progress.messages.ts'
import { paths } from '../../contract/paths.ts'
import { ChoosePassword } from '../../ui/ChoosePassword.tsx'
import { LoginCard } from '../../ui/LoginCard.tsx'
import { ProgressSteps } from '../../ui/ProgressSteps.tsx'
import { loginMessages } from '../../services/session/session.messages.ts'
import { forgotMessages, resetMessages } from './password.messages.ts'
import { usePasswordReset } from './use-password-reset.ts'
import type { ResetLink } from './use-link-validation.ts'

const steps = [progressMessages.verify, loginMessages.passwordLabel]

export function PasswordResetSteps({ link }: { link: ResetLink }) {
  const router = useRouter()
  const state = usePasswordReset(link)
  const current = state.step === 'choose' ? 2 : 1
  return (
    <LoginCard
      title={forgotMessages.title}
      tabTitle={`${steps[current - 1]} - ${forgotMessages.title}`}
      steps={<ProgressSteps label={progressMessages.label} steps={steps} current={current} painted={state.progress} />}
    >
      <ChoosePassword
        state={state}
        words={{
          verifyLead: resetMessages.lead,
          checking: resetMessages.checking,
          chooseLead: resetMessages.choose,
          submit: resetMessages.submit,
          submitting: resetMessages.submitting,
          next: resetMessages.toForgotten,
        }}
        onCancel={() => router.history.push(paths.login())}
      />
    </LoginCard>
  )
}
