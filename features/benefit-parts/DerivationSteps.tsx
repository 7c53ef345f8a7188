import { showDate } from '../../contract/dates.ts'
import { derivationMessages as say } from './derivation.messages.ts'
import { calculationSentence, shownInputs } from './derivation.rules.ts'
import styles from './DerivationSteps.module.css'
import pairs from './AmountList.module.css'
import type { TraceStep } from '../../domain/selections/trace-step.contract.ts'

export function DerivationSteps({ trace }: { trace: readonly TraceStep[] }) {
  return (
    <ol className={styles.trace}>
      {trace.map((step, index) => (
        // Steps have no id and never change places, so the index is a stable key.
        <li key={`${index}-${step.rule}`} className={styles.step}>
          <StepSum step={step} />
          <p className={styles.source}>
            {say.source}: {step.source}
            {step.effectiveDate && `, ${say.from(showDate(step.effectiveDate))}`}
          </p>
        </li>
      ))}
    </ol>
  )
}

function StepSum({ step }: { step: TraceStep }) {
  const inputs = shownInputs(step)
  const how = calculationSentence(step)
  if (inputs.length === 0) {
    return (
      <p className={styles.fact}>
        <span className={styles.label}>{step.label}</span> <span className={styles.figure}>{step.output}</span>
      </p>
    )
  }
  return (
    <>
      <p className={styles.label}>{step.label}</p>
      <dl className={pairs.pairs}>
        {inputs.map((input) => (
          <div key={input.label}>
            <dt>{input.label}</dt>
            <dd>{input.value}</dd>
          </div>
        ))}
      </dl>
      {how && <p className={styles.how}>{how}</p>}
      <p className={styles.output}>
        <span aria-hidden="true">= </span>
        {step.output}
      </p>
    </>
  )
}
