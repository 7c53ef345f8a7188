import { Icon } from './Icon.tsx'
import { uiMessages } from './ui.messages.ts'
import styles from './ProgressSteps.module.css'

type ProgressStepsProps = {
  label: string
  steps: readonly string[]
  current: number
  painted?: number
}

export function ProgressSteps({ label, steps, current, painted = current }: ProgressStepsProps) {
  return (
    <nav aria-label={label} className={styles.nav}>
      <ol role="list" className={styles.steps}>
        {steps.map((step, index) => {
          const state = index + 1 < current ? 'done' : index + 1 === current ? 'current' : 'ahead'
          return (
            <li
              key={step}
              className={styles.step}
              data-state={state}
              data-painted={index < painted}
              aria-current={state === 'current' ? 'step' : undefined}
            >
              <span className={styles.mark}>{state === 'done' ? <Icon name="check" size={16} /> : index + 1}</span>
              <span className={styles.name}>
                {step}
                {state === 'done' && <span className="visually-hidden">{uiMessages.stepDone}</span>}
              </span>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
