import { useRouter } from '@tanstack/react-router'
import { paths } from '../../contract/paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { SetUpCard } from './SetUpCard.tsx'
import { setUpMessages } from './set-up.messages.ts'
import styles from './TwoFactor.module.css'
import { useSetUpState, useSecretAtLogin } from './use-set-up-state.ts'
import { useSecondFactorStep } from './use-second-factor-step.ts'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { Retry } from '../../ui/Retry.tsx'

const QrStep = loadOnDemand(() => import('./QrStep.tsx').then((m) => m.QrStep), undefined, <Waiting />)

export function QrSetupPage() {
  const router = useRouter()
  const step = useSecondFactorStep()
  const { isFromActivation } = useSetUpState()
  const { mfaData, again } = useSecretAtLogin(step)
  if (!step.isHalfWay) return null
  return (
    <SetUpCard isFromActivation={isFromActivation}>
      {step.refused && (
        <Alert kind="error" isAnswer>
          {step.refused.sentence}
        </Alert>
      )}
      {mfaData ? <QrStep {...mfaData} /> : step.refused && !step.busy ? <Retry onRetry={again} /> : <Waiting />}
      <div className={styles.buttons}>
        <Button
          disabled={!mfaData}
          onClick={() => router.history.push(paths.twoFactorCodeSetup(), { isFirst: true, isFromActivation })}
        >
          {setUpMessages.enterCode}
        </Button>
        <Button kind="secondary" onClick={() => void step.leave(null)}>
          {setUpMessages.close}
        </Button>
      </div>
    </SetUpCard>
  )
}

function Waiting() {
  return (
    <div className={styles.awaited}>
      <p className={styles.soft} role="status">
        {setUpMessages.loading}
      </p>
    </div>
  )
}
