import { useRouter } from '@tanstack/react-router'
import { buttonMessages } from '../../contract/messages.ts'
import { paths } from '../../contract/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { SecurityCodeForm } from './SecurityCodeForm.tsx'
import { SetUpCard } from './SetUpCard.tsx'
import { setUpMessages } from './set-up.messages.ts'
import { codeEntryMessages } from './two-factor.messages.ts'
import styles from './TwoFactor.module.css'
import { useSetUpState, useSecretAtLogin } from './use-set-up-state.ts'
import { useSecondFactorStep } from './use-second-factor-step.ts'

/** B10. Asks for two codes in a row. The second code logs in (TWOFA-11). */
export function CodeSetupPage() {
  const router = useRouter()
  const step = useSecondFactorStep()
  const { isFirst, isFromActivation } = useSetUpState()
  const { mfaData } = useSecretAtLogin(step)
  if (!step.isHalfWay) return null

  const pass = (code: string) =>
    step.send(async (credentials, { fetchSecret, sendFirstCode, sendSecondCode }) => {
      const secret = (mfaData ?? (await fetchSecret(credentials)))?.secret
      if (!secret) return router.history.replace(paths.twoFactorCode())
      if (!isFirst) return sendSecondCode({ code, secret, credentials })
      await sendFirstCode({ code, secret, credentials })
      router.history.replace(paths.twoFactorCodeSetup(), { isFirst: false, isFromActivation })
    })
  return (
    <SetUpCard isFromActivation={isFromActivation}>
      <p className={styles.soft} role="status">
        {isFirst ? setUpMessages.firstPass : setUpMessages.secondPass}
      </p>
      <SecurityCodeForm
        key={isFirst ? 'first' : 'second'}
        submitLabel={isFirst ? buttonMessages.next : setUpMessages.steps[0]}
        busy={step.busy}
        refused={step.refused}
        onSubmit={(code) => void pass(code)}
        focusAtOnce
        others={
          <Button kind="secondary" onClick={() => router.history.back()} disabled={step.busy}>
            {codeEntryMessages.back}
          </Button>
        }
      />
    </SetUpCard>
  )
}
