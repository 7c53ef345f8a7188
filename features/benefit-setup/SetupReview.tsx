import { useEffect, useRef } from 'react'
import { formErrorMessages } from '../../contract/form-error.messages.ts'
import { buttonMessages } from '../../contract/messages.ts'
import { paths } from '../../contract/paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { LostResponse } from '../../ui/LostResponse.tsx'
import { useDeliberateClick } from '../../ui/use-deliberate-click.ts'
import { usePanels } from '../../ui/use-panel.ts'
import { benefitCan, chargedCost } from '../../domain/selections/benefit-state.rules.ts'
import type { BenefitView, SetupField, SetupValue } from '../../domain/selections/benefits.contract.ts'
import { setupMessages } from '../../domain/selections/setup.messages.ts'
import { reviewMessages, setupTermsMessages } from './review-and-terms.messages.ts'
import type { Cost } from './CostPanel.tsx'
import { BottomBar } from '../benefit-parts/BottomBar.tsx'
import layout from '../benefit-parts/Layout.module.css'
import type { StepActions } from '../benefit-parts/StepButtons.tsx'
import styles from '../benefit-parts/Setup.module.css'
import { visibleFields, type FieldProblem, showNumber } from '../../domain/selections/setup.rules.ts'
import { StartDate } from './StartDate.tsx'
import { stepPath, useGoToBenefit } from '../benefit-parts/use-benefit-address.ts'
import { useConfirm } from './use-confirm.ts'
import type { Setup } from './use-setup.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'

type SetupReviewProps = {
  benefit: BenefitView
  setup: Setup
  cost: Cost
  asksMedical: boolean
  buttons: Pick<StepActions, 'onBack' | 'price'>
  onConfirmed: () => void
}

export function SetupReview({ benefit, setup, cost, asksMedical, buttons, onConfirmed }: SetupReviewProps) {
  const panels = usePanels()
  const isMeant = useDeliberateClick()
  const goTo = useGoToBenefit()
  const { benefitId } = benefit
  const { confirm: confirmChoice, check } = useConfirm(benefit, setup)
  const ready = cost.step === 'ready' ? cost : null
  const runs = chargedCost(benefit.selection) !== null

  const confirm = async () => {
    if (ready && (await confirmChoice(ready.price.employee.perPeriod)) && goTo.isAtSetup(benefitId)) onConfirmed()
  }

  const keep = async () => {
    if ((await setup.keep()) && goTo.isAtSetup(benefitId)) goTo.path(paths.basket())
  }

  return (
    <div className={styles.form}>
      <Failure
        setup={setup}
        benefit={benefit}
        refused={cost.step === 'failed' ? cost.refused : []}
        check={check}
        onSaved={() => goTo.isAtSetup(benefitId) && onConfirmed()}
      />
      <Card as="section" labelledBy="your-choice">
        <h3 id="your-choice" className={styles.cardTitle}>
          {reviewMessages.yourChoice}
        </h3>
        <dl className={styles.choices}>
          {visibleFields(benefit.setupFields, setup.setupValues).map((field) => (
            <div key={field.name}>
              <dt>{field.label}</dt>
              <dd>{showValue(field, setup.setupValues[field.name])}</dd>
              <dd className={styles.changeLink}>
                <Link to={stepPath(benefitId, field.step)} aria-label={reviewMessages.changeOf(field.label)}>
                  {setupMessages.change}
                </Link>
              </dd>
            </div>
          ))}
          {asksMedical && (
            <div>
              <dt>{reviewMessages.medical}</dt>
              <dd>{reviewMessages.medicalDone}</dd>
              <dd className={styles.changeLink}>
                <Link to={stepPath(benefitId, 'medical')} aria-label={reviewMessages.changeOf(reviewMessages.medical)}>
                  {setupMessages.change}
                </Link>
              </dd>
            </div>
          )}
        </dl>
      </Card>
      {(cost.step === 'ready' || cost.step === 'updating') && (
        <StartDate firstDay={cost.firstDay} onChange={setup.startOn} />
      )}
      {cost.step === 'ready' && cost.warning && <Alert kind="warning">{cost.warning}</Alert>}
      {benefit.needsApproval && (
        <Alert kind="info">{runs ? reviewMessages.approvalOfChange : reviewMessages.approvalNote}</Alert>
      )}
      {benefit.termsAndConditionsShown && (
        <p className={layout.iconLine}>
          <Icon name="check" />
          <button
            type="button"
            className={styles.textButton}
            onClick={() => panels.open('benefit-terms', { benefitId })}
          >
            {setupTermsMessages.done}
          </button>
        </p>
      )}
      <div className={styles.stepButtons}>
        <Button kind="secondary" onClick={buttons.onBack} disabled={setup.confirming}>
          {buttonMessages.back}
        </Button>
        {benefitCan.keepDraft(benefit) && (
          <Button kind="quiet" onClick={() => void keep()} disabled={setup.confirming}>
            {reviewMessages.keep}
          </Button>
        )}
        <BottomBar price={buttons.price}>
          <Button
            onClick={(event) => isMeant(event) && void confirm()}
            busy={setup.confirming}
            busyLabel={reviewMessages.confirming}
            aria-disabled={!ready}
          >
            {benefit.needsApproval ? reviewMessages.confirmApproval : reviewMessages.confirm}
          </Button>
        </BottomBar>
      </div>
    </div>
  )
}

function Failure({
  setup,
  benefit,
  refused,
  check,
  onSaved,
}: {
  setup: Setup
  benefit: BenefitView
  refused: readonly FieldProblem[]
  check: () => Promise<boolean>
  onSaved: () => void
}) {
  const failure = setup.wizardResult?.outcome === 'error' ? setup.wizardResult : null
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) box.current?.scrollIntoView({ block: 'center' })
  }, [failure])
  const problems = [...(failure ? setup.problems : []), ...refused]
  const toMend = visibleFields(benefit.setupFields, setup.setupValues).flatMap((field) => {
    const problem = problems.find(({ field: name }) => name === field.name)
    return problem ? [{ ...problem, step: field.step }] : []
  })
  if (!failure && toMend.length === 0) return null
  return (
    <div ref={box}>
      <Alert
        kind={failure?.kind === 'price' ? 'warning' : 'error'}
        title={failure && toMend.length === 0 ? failure.message : formErrorMessages.reviewPage}
      >
        {failure?.kind === 'unanswered' && (
          <LostResponse isTitled {...reviewMessages.unanswered} check={check} onSaved={onSaved} />
        )}
        {toMend.length > 0 && (
          <ul className={layout.plain}>
            {toMend.map(({ field, step, message }) => (
              <li key={field}>
                <Link to={stepPath(benefit.benefitId, step)}>{message}</Link>
              </li>
            ))}
          </ul>
        )}
        {failure?.kind === 'changed' && benefit.selection && (
          <p>
            {reviewMessages.currentChoice} {benefit.selection.statusLabel}
            {benefit.selection.planDetails.length > 0 &&
              `: ${benefit.selection.planDetails.map((detail) => detail.value).join(', ')}`}
          </p>
        )}
      </Alert>
    </div>
  )
}

function showValue({ input }: SetupField, value: SetupValue | undefined): string {
  switch (input.kind) {
    case 'options':
      return input.options.find((option) => option.value === value)?.label ?? ''
    case 'people': {
      const chosen = Array.isArray(value) ? value : []
      return [
        benefitMessages.you,
        ...input.people.filter((person) => chosen.includes(person.value)).map((person) => person.label),
      ].join(', ')
    }
    case 'number':
      return typeof value === 'number' ? showNumber(input, value) : ''
  }
}
