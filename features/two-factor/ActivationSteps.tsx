import { ProgressSteps } from '../../ui/ProgressSteps.tsx'
import { setUpMessages } from './set-up.messages.ts'
import styles from './SetUp.module.css'

const TWO_FACTOR_STEP = 3

export function ActivationSteps() {
  return (
    <div className={styles.steps}>
      <ProgressSteps label={setUpMessages.progress} steps={setUpMessages.steps} current={TWO_FACTOR_STEP} />
    </div>
  )
}
