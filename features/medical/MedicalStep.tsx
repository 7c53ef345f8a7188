import { useState, type FormEvent } from 'react'
import { formErrorMessages } from '../../contract/form-error.messages.ts'
import { showPounds } from '../../contract/money.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormErrors } from '../../ui/FormErrors.tsx'
import { usePanels } from '../../ui/use-panel.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import styles from '../benefit-parts/Setup.module.css'
import { StepButtons, type StepActions } from '../benefit-parts/StepButtons.tsx'
import { medicalMessages as say } from './medical.messages.ts'

export function MedicalStep({
  benefit: { benefitId, freeCoverLimit, medicalQuestions },
  refused,
  buttons,
}: {
  benefit: Pick<BenefitView, 'benefitId' | 'freeCoverLimit' | 'medicalQuestions'>
  refused: string | null
  buttons: StepActions
}) {
  const panels = usePanels()
  const [asked, setAsked] = useState(false)
  const isAnswered = medicalQuestions !== 'open'
  const openPanel = () => panels.open('medical-questions', { benefitId })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (isAnswered) buttons.next()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={say.title}>
      <FormErrors
        title={formErrorMessages.reviewPage}
        errors={asked && !isAnswered ? [{ field: 'questions', message: say.missing }] : []}
      />
      {refused && !isAnswered && (
        <Alert kind="error" isAnswer>
          {refused}
        </Alert>
      )}
      <p>{freeCoverLimit ? say.intro(showPounds(freeCoverLimit)) : say.introToAll}</p>
      <p>{say.who}</p>
      {isAnswered && <Alert kind="success">{say.done}</Alert>}
      <div>
        <Button kind={isAnswered ? 'secondary' : 'primary'} name="questions" icon="document" onClick={openPanel}>
          {isAnswered ? say.again : say.open}
        </Button>
      </div>
      <StepButtons {...buttons} quiet={!isAnswered} />
    </form>
  )
}
