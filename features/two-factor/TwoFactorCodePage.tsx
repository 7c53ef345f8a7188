import { Button } from '../../ui/Button.tsx'
import { loginMessages } from '../../services/session/session.messages.ts'
import { SecurityCodeForm } from './SecurityCodeForm.tsx'
import { codeEntryMessages } from './two-factor.messages.ts'
import { TwoFactorCard } from './TwoFactorCard.tsx'
import { useSecondFactorStep } from './use-second-factor-step.ts'

export function TwoFactorCodePage() {
  const { isHalfWay, busy, refused, leave, send } = useSecondFactorStep()
  if (!isHalfWay) return null
  const logIn = (code: string) => send((current, { logInByCode }) => logInByCode({ code, credentials: current }))
  return (
    <TwoFactorCard title={codeEntryMessages.code}>
      <SecurityCodeForm
        lead={codeEntryMessages.loginLead}
        submitLabel={loginMessages.submit}
        busy={busy}
        refused={refused}
        onSubmit={(code) => void logIn(code)}
        withRecovery
        focusAtOnce
        others={
          <Button kind="secondary" onClick={() => void leave(null)} disabled={busy}>
            {codeEntryMessages.back}
          </Button>
        }
      />
    </TwoFactorCard>
  )
}
