import { useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react'
import { showDate } from '../../contract/dates.ts'
import { buttonMessages } from '../../contract/messages.ts'
import { paths } from '../../contract/paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { Page } from '../../ui/Page.tsx'
import { ProgressSteps } from '../../ui/ProgressSteps.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { benefitCan, chargedCost, stateFacts } from '../../domain/selections/benefit-state.rules.ts'
import { BenefitLoading } from '../benefit-parts/BenefitLoading.tsx'
import { BenefitProblem } from '../benefit-parts/BenefitProblem.tsx'
import { notPriced, type BenefitView, type SelectionView } from '../../domain/selections/benefits.contract.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'
import { setupMessages } from '../../domain/selections/setup.messages.ts'
import { isRefused } from '../../contract/is-refused.ts'
import { CostPanel, PriceInBar, type Cost } from './CostPanel.tsx'
import styles from '../benefit-parts/Setup.module.css'
import { SetupQuestions, type SetupQuestionsProps } from './SetupQuestions.tsx'
import type { SetupStep } from '../../domain/selections/setup-steps.rules.ts'
import { fieldsOfStep, fieldProblems, stepsFor, valuesToSend, addSteps } from '../../domain/selections/setup.rules.ts'
import {
  useBenefitIdInAddress,
  useGoToBenefit,
  useVersionAtSetupStart,
  useStepInAddress,
} from '../benefit-parts/use-benefit-address.ts'
import { useBenefit } from '../benefit-parts/use-benefits.ts'
import { type QuoteRequest, takeHomeStepsQuery, useQuote } from './use-quote.ts'
import { problemsFrom, useSetup, type ConfirmFailure, type Setup } from './use-setup.ts'

const PeopleQuestions = whenShown(() =>
  import('./SetupQuestionsWithPeople.tsx').then((m) => m.SetupQuestionsWithPeople),
)
const MedicalStep = whenShown(() => import('../medical/MedicalStep.tsx').then((m) => m.MedicalStep))
const SetupUnavailable = loadOnDemand(
  () => import('./SetupUnavailable.tsx').then((m) => m.SetupUnavailable),
  undefined,
  <BenefitLoading />,
)
const SetupReview = whenShown(() => import('./SetupReview.tsx').then((m) => m.SetupReview))
const SetupTerms = whenShown(() => import('./SetupTerms.tsx').then((m) => m.SetupTerms))
const SetupConfirmation = whenShown(() => import('./SetupConfirmation.tsx').then((m) => m.SetupConfirmation))

function whenShown<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>) {
  return loadOnDemand(fetchPart, undefined, <Skeleton shape="block" />)
}

export function BenefitSetupPage() {
  const id = useBenefitIdInAddress()
  const benefit = useBenefit(id)
  if (benefit.data) return <WhenOpen key={id} benefit={benefit.data} />
  if (benefit.isPending) return <BenefitLoading />
  return <BenefitProblem error={benefit.error} onRetry={() => void benefit.refetch()} />
}

function WhenOpen({ benefit }: { benefit: BenefitView }) {
  const asked = useStepInAddress()
  const begunFrom = useVersionAtSetupStart()
  const chosen = chosenSelection(benefit)
  // Decided only once. Confirming may close the benefit to changes, but the page must still show the confirmation.
  const [phase] = useState(() => {
    if (chosen && (asked === 'confirmation' || (begunFrom !== null && chosen.version > begunFrom))) return 'over'
    return benefitCan.change(benefit) ? 'open' : 'closed'
  })
  if (phase === 'over')
    return chosen && asked === 'confirmation' ? (
      <Confirmation benefit={benefit} selection={chosen} />
    ) : (
      <ToBenefit benefit={benefit} />
    )
  return phase === 'open' ? (
    <SetupSteps benefit={benefit} />
  ) : (
    <SetupUnavailable benefit={benefit} crumbs={crumbsOf(benefit)} />
  )
}

function chosenSelection({ selection }: BenefitView): SelectionView | null {
  if (!selection || selection.temporarySelection) return null
  const { runs, waits } = stateFacts(selection.status)
  return runs || waits ? selection : null
}

function ToBenefit({ benefit: { benefitId } }: { benefit: BenefitView }) {
  const goTo = useGoToBenefit()
  useEffect(() => goTo.pathInstead(paths.benefit(benefitId)))
  return <BenefitLoading />
}

function Confirmation({ benefit, selection }: { benefit: BenefitView; selection: SelectionView }) {
  return (
    <Page
      title={benefit.name}
      tabTitle={`${setupMessages.steps.confirmation} - ${benefit.name}`}
      crumbs={crumbsOf(benefit)}
      narrow
    >
      <SetupConfirmation benefit={benefit} selection={selection} />
    </Page>
  )
}

function SetupSteps({ benefit }: { benefit: BenefitView }) {
  const { benefitId, setupFields, name } = benefit
  const goTo = useGoToBenefit()
  const setup = useSetup(benefit)
  const [stepsAtFirst] = useState(() => stepsFor(benefit))
  const cost = useCost(benefit, setup)
  const medical = medicalQuestionsOf(benefit, cost)
  const steps = addSteps(stepsAtFirst, [
    ...(setup.termsAccepted ? [] : (['terms'] as const)),
    ...(medical === 'none' ? [] : (['medical'] as const)),
  ])
  const [changes] = useState(
    () =>
      benefit.selection !== null && (benefit.selection.running !== null || stateFacts(benefit.selection.status).runs),
  )
  const step = useShownStep(benefit, { steps, unfinished: unfinishedSteps(benefit, setup, medical), setup })
  const heading = useHeadingFocus(step)

  const following = steps[steps.indexOf(step) + 1]
  const showStep = useEffectEvent(setup.showStep)
  useEffect(() => showStep(step), [step])
  const next = () => {
    if (following) goTo.step(benefitId, following)
  }
  const back = () => {
    const before = steps[steps.indexOf(step) - 1]
    if (before) goTo.step(benefitId, before)
    else goTo.path(paths.benefit(benefitId))
  }
  const buttons = {
    onBack: back,
    next,
    nextStep: following && setupMessages.steps[following],
    price: <PriceInBar cost={cost} approval={benefit.needsApproval} />,
  }
  const partsAhead = () => {
    if (following) void partsOf(following, benefit)?.ahead()
  }

  const crumbs = crumbsOf(benefit, changes ? setupMessages.change : setupMessages.crumb)

  if (setup.wizardResult?.outcome === 'success')
    return <Confirmation benefit={benefit} selection={setup.wizardResult.selection} />

  const title = changes ? setupMessages.titleChange(name) : setupMessages.title(name)
  const stepTitle = headingOf(step, benefit)
  return (
    <Page title={title} tabTitle={`${stepTitle} - ${title}`} crumbs={crumbs}>
      <ProgressSteps
        label={setupMessages.stepsLabel}
        steps={steps.map((each) => setupMessages.steps[each])}
        current={steps.indexOf(step) + 1}
      />
      {benefit.choosesFrom && <Alert kind="info">{setupMessages.choosing(showDate(benefit.choosesFrom))}</Alert>}
      <div className={styles.split}>
        <div className={styles.main} onFocus={partsAhead}>
          <h2 ref={heading} tabIndex={-1} className={styles.heading}>
            {stepTitle}
          </h2>
          {step === 'medical' && (
            <MedicalStep benefit={benefit} refused={refusedFor(setup, 'medical')} buttons={buttons} />
          )}
          {step === 'terms' && <SetupTerms benefit={benefit} setup={setup} buttons={buttons} />}
          {(step === 'review' || step === 'confirmation') && (
            <SetupReview
              benefit={benefit}
              setup={setup}
              cost={cost}
              asksMedical={medical !== 'none'}
              buttons={buttons}
              onConfirmed={() => goTo.confirmation(benefitId)}
            />
          )}
          {(step === 'options' || step === 'people' || step === 'cost') && (
            <StepQuestions
              key={step}
              benefit={benefit}
              step={step}
              fields={fieldsOfStep(setupFields, setup.setupValues, step)}
              refused={cost.step === 'failed' ? cost.refused : []}
              last={!steps.slice(steps.indexOf(step) + 1).some((later) => hasQuestions(later, benefit, setup))}
              setup={setup}
              buttons={buttons}
            />
          )}
          <SavingLine setup={setup} />
        </div>
        <CostPanel cost={cost} benefit={benefit} />
      </div>
    </Page>
  )
}

function headingOf(step: SetupStep, { setupFields }: BenefitView): string {
  const { headings } = setupMessages
  if (step === 'confirmation') return headings.review
  if (step !== 'cost') return headings[step]
  const amount = setupFields.map(({ step: of, input }) =>
    of === 'cost' && input.kind === 'number' ? input.unit : null,
  )
  return headings.cost[amount.find((unit) => unit !== null) ?? 'pounds']
}

/** Includes hidden fields, because a field that appears must not remount the others. */
function hasPeople(step: SetupStep, { setupFields }: BenefitView): boolean {
  return setupFields.some((field) => field.step === step && field.input.kind === 'people')
}

const hasQuestions = (step: SetupStep, { setupFields }: BenefitView, { setupValues }: Setup) =>
  fieldsOfStep(setupFields, setupValues, step).length > 0

function StepQuestions(props: SetupQuestionsProps) {
  return hasPeople(props.step, props.benefit) ? <PeopleQuestions {...props} /> : <SetupQuestions {...props} />
}

function partsOf(step: SetupStep, benefit: BenefitView) {
  switch (step) {
    case 'options':
    case 'people':
    case 'cost':
      return hasPeople(step, benefit) ? PeopleQuestions : null
    case 'medical':
      return MedicalStep
    case 'terms':
      return SetupTerms
    case 'review':
      return SetupReview
    case 'confirmation':
      return SetupConfirmation
  }
}

function SavingLine({ setup }: { setup: Setup }) {
  const line = useRef<HTMLDivElement>(null)
  const again = () => {
    line.current?.focus()
    void setup.saveDraft()
  }
  return (
    <div ref={line} role="status" tabIndex={-1} className={styles.saving}>
      {setup.saving === 'saved' && setupMessages.draftSaved}
      {setup.saving === 'failed' && (
        <>
          <p>{benefitMessages.setupFailed}</p>
          <p>{setupMessages.notSaved}</p>
          <Button kind="quiet" onClick={again}>
            {buttonMessages.retry}
          </Button>
        </>
      )}
    </div>
  )
}

function refusedFor({ wizardResult }: Setup, kind: ConfirmFailure['kind']): string | null {
  return wizardResult?.outcome === 'error' && wizardResult.kind === kind ? wizardResult.message : null
}

type Steps = { steps: readonly SetupStep[]; unfinished: ReadonlySet<SetupStep>; setup: Setup }

function useShownStep({ benefitId, selection }: BenefitView, steps: Steps): SetupStep {
  const goTo = useGoToBenefit()
  const inAddress = useStepInAddress()
  const asked = inAddress ?? selection?.draftStep ?? null
  const shown = firstAllowed(steps, asked)
  const isConfirmed = steps.setup.wizardResult?.outcome === 'success'
  const wasShown = useRef(false)
  useEffect(() => {
    if (isConfirmed) {
      // Back and Forward must not return to the steps of a confirmed setup.
      if (inAddress === 'confirmation') wasShown.current = true
      else if (wasShown.current) goTo.pathInstead(paths.benefit(benefitId))
    } else goTo.shownStep(benefitId, { asked: inAddress, shown, setupFrom: selection?.version ?? 0 })
  })
  return shown
}

function firstAllowed({ steps, unfinished, setup }: Steps, asked: SetupStep | null): SetupStep {
  if (setup.wizardResult?.outcome === 'success') return 'confirmation'
  const [first = 'review'] = steps
  if (asked === null || !steps.includes(asked)) return first
  const upTo = steps.findIndex((step) => unfinished.has(step) || step === 'review')
  return steps.indexOf(asked) <= upTo ? asked : (steps[upTo] ?? first)
}

function unfinishedSteps(
  benefit: BenefitView,
  setup: Setup,
  medical: BenefitView['medicalQuestions'],
): ReadonlySet<SetupStep> {
  return new Set<SetupStep>([
    ...fieldProblems(benefit.setupFields, setup.setupValues).map(({ field }) => stepOfName(benefit, field)),
    ...(medical === 'open' ? (['medical'] as const) : []),
    ...(setup.termsAccepted ? [] : (['terms'] as const)),
  ])
}

function medicalQuestionsOf(benefit: BenefitView, cost: Cost): BenefitView['medicalQuestions'] {
  const needed =
    cost.step === 'ready' || cost.step === 'updating'
      ? cost.medicalQuestions
      : benefit.selection?.price?.evidence === 'awaited'
  return needed ? benefit.medicalQuestions : 'none'
}

function stepOfName(benefit: BenefitView, name: string): SetupStep {
  return benefit.setupFields.find((field) => field.name === name)?.step ?? 'options'
}

function useCost(benefit: BenefitView, { setupValues: values, startsOn }: Setup): Cost {
  const complete = fieldProblems(benefit.setupFields, values).length === 0
  const wanted = complete ? JSON.stringify({ values: valuesToSend(benefit.setupFields, values), ...startsOn }) : ''
  const settled = useDebounced(wanted)
  // This JSON was written from a value of this type, so the cast is safe.
  const asked = settled ? (JSON.parse(settled) as QuoteRequest) : null
  const quote = useQuote(benefit, asked)
  if (!complete) return { step: 'incomplete' }
  if (quote.error && settled === wanted) {
    const answer = isRefused(quote.error) ? quote.error : null
    // The server would refuse the same value again, so offer a retry only if there was no answer.
    const again = answer === null || (answer.code === notPriced.code && answer.body['cause'] !== 'partner-refused')
    return {
      step: 'failed',
      why: answer?.message ?? benefitMessages.setupFailed,
      refused: answer ? problemsFrom(answer, benefit.setupFields) : [],
      retry: again ? () => void quote.refetch() : null,
    }
  }
  if (!quote.data) return { step: 'loading' }
  const running = chargedCost(benefit.selection)
  const { price, planDetails, firstDay, reachesPay, takeHome, medicalQuestions, monthlyIfAccepted, rise, warning } =
    quote.data
  const still = settled === wanted && !quote.isPlaceholderData
  return {
    step: still ? 'ready' : 'updating',
    price,
    planDetails,
    firstDay,
    paid: running && { perMonth: running.employee, from: benefit.selection?.runsFrom },
    reachesPay,
    takeHome,
    takeHomeSteps: takeHomeStepsQuery(benefit, { asked: asked ?? { values: {} }, priced: still }),
    medicalQuestions,
    monthlyIfAccepted,
    ...(rise && { rise }),
    ...(warning && { warning }),
  }
}

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
    { label: breadcrumbMessages.benefits, to: paths.benefits() },
    { label: benefit.name, to: paths.benefit(benefit.benefitId) },
    { label: here },
  ]
}
