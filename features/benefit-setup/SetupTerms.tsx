import { useState, type FormEvent } from 'react'
import { formErrorMessages } from '../../contract/form-error.messages.ts'
import { termsMessages } from '../../contract/terms.messages.ts'
import { failureText } from '../../contract/call-failed.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { FormErrors } from '../../ui/FormErrors.tsx'
import { usePanels } from '../../ui/use-panel.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { setupMessages } from '../../domain/selections/setup.messages.ts'
import { setupTermsMessages } from './review-and-terms.messages.ts'
import styles from '../benefit-parts/Setup.module.css'
import { StepButtons, type StepActions } from '../benefit-parts/StepButtons.tsx'
import { useAcceptTerms } from '../benefit-parts/use-terms.ts'
import type { Setup } from './use-setup.ts'

export function SetupTerms({ benefit, setup, buttons }: { benefit: BenefitView; setup: Setup; buttons: StepActions }) {
  const panels = usePanels()
  const accept = useAcceptTerms(benefit.benefitId)
  const [ticked, setTicked] = useState(false)
  const [asked, setAsked] = useState(false)
  const open = setup.termsAccepted ? [] : benefit.terms.filter((term) => !term.accepted)
  const missing = asked && open.length > 0 && !ticked

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (accept.isPending) return
    setAsked(true)
    if (open.length > 0) {
      if (!ticked) return
      try {
        await accept.mutateAsync(open)
        setup.acceptedTerms(true)
      } catch {
        return
      }
    }
    buttons.next()
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label={setupMessages.steps.terms}
    >
      <FormErrors
        title={formErrorMessages.reviewPage}
        errors={missing ? [{ field: 'accepted', message: termsMessages.required }] : []}
      />
      {accept.error && (
        <Alert kind="error" isAnswer>
          {failureText(accept.error)}
        </Alert>
      )}
      <p>{setupTermsMessages.intro}</p>
      <div>
        <Button
          kind="secondary"
          icon="document"
          onClick={() => panels.open('benefit-terms', { benefitId: benefit.benefitId })}
        >
          {setupTermsMessages.read}
        </Button>
      </div>
      {open.length === 0 ? (
        <Alert kind="success">{setupTermsMessages.done}</Alert>
      ) : (
        <Checkbox
          name="accepted"
          label={termsMessages.checkbox}
          checked={ticked}
          onChange={setTicked}
          required
          error={missing ? termsMessages.required : undefined}
        />
      )}
      <StepButtons {...buttons} busy={accept.isPending} />
    </form>
  )
}
