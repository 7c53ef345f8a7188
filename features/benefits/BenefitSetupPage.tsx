import { useEffect, useRef, useState, type FormEvent } from 'react'
import { buttonMessages, formMessages } from '../../contract/messages.ts'
import { paths } from '../../contract/paths.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { FormErrors } from '../../ui/FormErrors.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { ProgressSteps } from '../../ui/ProgressSteps.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { benefitCan, stateFacts, whyNot } from './benefit-state.rules.ts'
import { BenefitLoading } from './BenefitLoading.tsx'
import { BenefitProblem } from './BenefitProblem.tsx'
import { notPriced, type BenefitView, type SetupValues } from './benefits.contract.ts'
import { benefitMessages, benefitsMessages } from './benefits.messages.ts'
import { setupMessages } from './setup.messages.ts'
import { CallFailed } from '../../contract/call-failed.ts'
import { CostPanel, type Cost } from './CostPanel.tsx'
import styles from './Setup.module.css'
import { SetupConfirmation } from './SetupConfirmation.tsx'
import { SetupFieldInput } from './SetupFieldInput.tsx'
import { SetupReview } from './SetupReview.tsx'
import { SetupTerms } from './SetupTerms.tsx'
import { setupSteps, type SetupStep } from './setup-steps.rules.ts'
import { fieldsOfStep, problemsIn, stepOf, stepsFor, valuesToSend } from './setup.rules.ts'
import { useBenefitIdInAddress, useGoTo, useStepInAddress } from './use-benefit-address.ts'
import { useBenefit, useQuote } from './use-benefits.ts'
import { useSetup, type Setup } from './use-setup.ts'

export function BenefitSetupPage() {
  const id = useBenefitIdInAddress()
  const benefit = useBenefit(id)
  if (benefit.data) return <WhenOpen key={id} benefit={benefit.data} />
  if (benefit.isPending) return <BenefitLoading />
  return <BenefitProblem error={benefit.error} onRetry={() => void benefit.refetch()} />
}

function WhenOpen({ benefit }: { benefit: BenefitView }) {
  // Decided on arrival: what is confirmed here may close the benefit to further changes, and its last step must still show.
  const [open] = useState(() => benefitCan.change(benefit))
  return open ? <SetupSteps benefit={benefit} /> : <NotOpen benefit={benefit} />
}

function NotOpen({ benefit }: { benefit: BenefitView }) {
  return (
    <Page title={benefit.name} crumbs={crumbsOf(benefit)} narrow>
      <EmptyState
        icon="clock"
        title={setupMessages.cannotNow}
        action={
          <Link to={paths.benefit(benefit.benefitId)} className={buttonClass('secondary')}>
            {setupMessages.done.toBenefit(benefit.name)}
          </Link>
        }
      >
        {whyNot(benefit.availability)}
      </EmptyState>
    </Page>
  )
}

function SetupSteps({ benefit }: { benefit: BenefitView }) {
  const { benefitId, setupFields, name } = benefit
  const goTo = useGoTo()
  const setup = useSetup(benefit)
  const [stepsAtFirst] = useState(() => stepsFor(benefit))
  // Terms accepted on the way stay among the steps; terms that turn out to be open join them.
  const steps = setup.termsAccepted ? stepsAtFirst : withTerms(stepsAtFirst)
  const [changes] = useState(
    () =>
      benefit.selection !== null && (benefit.selection.running !== null || stateFacts(benefit.selection.status).runs),
  )
  const step = useShownStep(benefit, steps, setup)
  const cost = useCost(benefit, setup.values)
  const heading = useHeadingFocus(step)

  const next = async (fromStep: SetupStep) => {
    void setup.saveDraft()
    const following = steps[steps.indexOf(fromStep) + 1]
    if (following) goTo.step(benefitId, following)
  }
  const back = () => {
    void setup.saveDraft()
    const before = steps[steps.indexOf(step) - 1]
    if (before) goTo.step(benefitId, before)
    else goTo.path(paths.benefit(benefitId))
  }
  const buttons = { onBack: back, next: () => void next(step) }

  const crumbs = crumbsOf(benefit, changes ? setupMessages.change : setupMessages.crumb)

  if (step === 'confirmation' && setup.result) {
    return (
      <Page title={name} crumbs={crumbs} narrow>
        <SetupConfirmation benefit={benefit} selection={setup.result} headingRef={heading} />
      </Page>
    )
  }

  return (
    <Page title={changes ? setupMessages.titleChange(name) : setupMessages.title(name)} crumbs={crumbs}>
      <ProgressSteps
        label={setupMessages.stepsLabel}
        steps={steps.map((each) => setupMessages.steps[each])}
        current={steps.indexOf(step) + 1}
      />
      <div className={styles.split}>
        <div className={styles.main}>
          <h2 ref={heading} tabIndex={-1} className={styles.heading}>
            {setupMessages.headings[step === 'confirmation' ? 'review' : step]}
          </h2>
          {step === 'terms' && <SetupTerms benefit={benefit} setup={setup} buttons={buttons} />}
          {(step === 'review' || step === 'confirmation') && (
            <SetupReview
              benefit={benefit}
              setup={setup}
              cost={cost}
              onBack={back}
              onConfirmed={() => goTo.stepInstead(benefitId, 'confirmation')}
            />
          )}
          {(step === 'options' || step === 'people' || step === 'cost') && (
            <Questions
              key={step}
              step={step}
              fields={fieldsOfStep(setupFields, setup.values, step)}
              setup={setup}
              buttons={buttons}
            />
          )}
          <SavingLine setup={setup} />
        </div>
        <CostPanel cost={cost} />
      </div>
    </Page>
  )
}

type Buttons = { onBack: () => void; next: () => void }

function withTerms(steps: readonly SetupStep[]): SetupStep[] {
  return setupSteps.filter((step) => step === 'terms' || steps.includes(step))
}

/** The questions of one step; the step is left only when all of them are answered rightly. */
function Questions({
  step,
  fields,
  setup,
  buttons,
}: {
  step: SetupStep
  fields: BenefitView['setupFields']
  setup: Setup
  buttons: Buttons
}) {
  const problems = setup.problems.filter((problem) => fields.some((field) => field.name === problem.field))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemsIn(fields, setup.values)
    setup.setProblems(found)
    if (found.length === 0) buttons.next()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={setupMessages.steps[step]}>
      <FormErrors title={formMessages.reviewPage} errors={problems} />
      {fields.map((field) => (
        <SetupFieldInput
          key={field.name}
          field={field}
          value={setup.values[field.name]}
          onChange={(value) => setup.change(field.name, value)}
          error={problems.find((problem) => problem.field === field.name)?.message}
        />
      ))}
      <div className={styles.buttons}>
        <Button type="submit">{buttonMessages.next}</Button>
        <Button kind="secondary" onClick={buttons.onBack}>
          {buttonMessages.back}
        </Button>
      </div>
    </form>
  )
}

/** Whether the draft is kept, said quietly; a draft that is not kept says so and can be kept again. */
function SavingLine({ setup }: { setup: Setup }) {
  return (
    <div role="status" className={styles.saving}>
      {setup.saving === 'saved' && setupMessages.draftSaved}
      {setup.saving === 'failed' && (
        <>
          <p>{benefitMessages.setupFailed}</p>
          <p>{setupMessages.notSaved}</p>
          <Button kind="quiet" onClick={() => void setup.saveDraft()}>
            {buttonMessages.retry}
          </Button>
        </>
      )}
    </div>
  )
}

/** The step of the address, or the one that has to come before it: nobody reviews what is not filled in. */
function useShownStep(benefit: BenefitView, steps: readonly SetupStep[], setup: Setup): SetupStep {
  const goTo = useGoTo()
  const asked = useStepInAddress()
  const shown = firstAllowed(benefit, steps, setup, asked)
  useEffect(() => {
    if (shown !== asked) goTo.stepInstead(benefit.benefitId, shown)
  })
  return shown
}

function firstAllowed(
  benefit: BenefitView,
  steps: readonly SetupStep[],
  setup: Setup,
  asked: SetupStep | null,
): SetupStep {
  if (setup.result) return 'confirmation'
  const [first = 'review'] = steps
  if (asked === null || !steps.includes(asked)) return first
  const unfinished = new Set<SetupStep>(
    problemsIn(benefit.setupFields, setup.values).map(({ field }) => stepOfName(benefit, field)),
  )
  if (!setup.termsAccepted) unfinished.add('terms')
  const upTo = steps.findIndex((step) => unfinished.has(step) || step === 'review')
  return steps.indexOf(asked) <= upTo ? asked : (steps[upTo] ?? first)
}

function stepOfName(benefit: BenefitView, name: string): SetupStep {
  const field = benefit.setupFields.find((each) => each.name === name)
  return field ? stepOf(field) : 'options'
}

/** The price of what stands in the fields: asked 250 ms after they hold still, and only when they can be priced. */
function useCost(benefit: BenefitView, values: SetupValues): Cost {
  const complete = problemsIn(benefit.setupFields, values).length === 0
  const wanted = complete ? JSON.stringify(valuesToSend(benefit.setupFields, values)) : ''
  const settled = useDebounced(wanted)
  // Our own JSON of setup values, from two lines above.
  const quote = useQuote(benefit.benefitId, settled ? (JSON.parse(settled) as SetupValues) : null)
  if (!complete) return { step: 'incomplete' }
  if (quote.error && settled === wanted) {
    const answer =
      quote.error instanceof CallFailed && quote.error.status !== null && quote.error.status < 500 ? quote.error : null
    // A refused value is refused again; what was not answered, or waits for a provider, is worth another try.
    const again = answer === null || answer.code === notPriced.code
    return {
      step: 'failed',
      why: answer?.message ?? benefitMessages.setupFailed,
      retry: again ? () => void quote.refetch() : null,
    }
  }
  if (!quote.data) return { step: 'loading' }
  const still = settled === wanted && !quote.isPlaceholderData
  return {
    step: still ? 'ready' : 'updating',
    price: quote.data.price,
    reachesPay: quote.data.reachesPay,
    takeHome: quote.data.takeHome,
  }
}

/** A new step is read out: its heading takes focus, except on arrival, when the page's own does. */
function useHeadingFocus(step: SetupStep) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [step])
  return heading
}

function crumbsOf(benefit: BenefitView, here: string = setupMessages.crumb) {
  return [
    { label: benefitsMessages.title, to: paths.benefits() },
    { label: benefit.name, to: paths.benefit(benefit.benefitId) },
    { label: here },
  ]
}
