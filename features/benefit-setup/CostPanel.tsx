import { useId, useState, type ReactNode } from 'react'
import { showDate } from '../../contract/dates.ts'
import { showPounds } from '../../contract/money.ts'
import { GlossaryText } from '../../ui/GlossaryText.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { BenefitIllustration } from '../../ui/Illustration.tsx'
import { Money } from '../../ui/Money.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { BenefitView, FirstDayView, PriceView, SelectionView } from '../../domain/selections/benefits.contract.ts'
import type { FieldProblem } from '../../domain/selections/setup.rules.ts'
import type { TakeHomeView } from '../../domain/selections/take-home.contract.ts'
import { takeHomeEffectMessages as say } from '../../domain/tax/take-home-effect.messages.ts'
import { FreeCoverLimit } from '../benefit-parts/FreeCoverLimit.tsx'
import { firstAnswer } from '../../domain/selections/benefit-state.rules.ts'
import { costMessages } from '../benefit-parts/cost.messages.ts'
import { PreviousPrice, type PriceInForce, PriceDetails, PriceHeadline } from '../benefit-parts/PriceSummary.tsx'
import { PriceExplanation } from '../benefit-parts/PriceExplanation.tsx'
import { setupMessages } from '../../domain/selections/setup.messages.ts'
import type { TakeHomeStepsQuery } from './use-quote.ts'
import styles from './CostPanel.module.css'
import { Retry } from '../../ui/Retry.tsx'

const QuoteTakeHome = loadOnDemand(() => import('./QuoteTakeHome.tsx').then((m) => m.QuoteTakeHome))

export type Cost =
  | { step: 'incomplete' }
  | { step: 'loading' }
  | {
      step: 'updating' | 'ready'
      price: PriceView
      planDetails: SelectionView['planDetails']
      paid: PriceInForce | null
      firstDay: FirstDayView
      reachesPay: string
      takeHome: TakeHomeView
      takeHomeSteps: TakeHomeStepsQuery
      medicalQuestions: boolean
      monthlyIfAccepted: number | null
      rise?: string
      warning?: string
    }
  | { step: 'failed'; why: ReactNode; retry: (() => void) | null; refused: readonly FieldProblem[] }

export function CostPanel({ cost, benefit }: { cost: Cost; benefit: BenefitView }) {
  const id = useId()
  const priced = cost.step === 'ready' || cost.step === 'updating' ? cost : null
  return (
    <aside className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <BenefitIllustration benefit={benefit} size="medium" />
        <div>
          <h2 id={id} className={styles.title}>
            {costMessages.title}
          </h2>
          <p className={styles.note}>
            {[benefit.name, firstAnswer(priced?.planDetails ?? [])].filter(Boolean).join(', ')}
          </p>
        </div>
      </div>
      <div className={styles.now} aria-busy={cost.step === 'loading' || cost.step === 'updating' || undefined}>
        <Headline cost={cost} />
        {priced && <PreviousPrice price={priced.price} paid={priced.paid} />}
      </div>
      {/* Screen readers announce the price once it no longer changes. */}
      <p className="visually-hidden" role="status">
        {cost.step === 'ready' && announcement(cost)}
      </p>
      {priced && (
        <>
          <TakeHome
            effect={priced.takeHome}
            runs={priced.paid !== null}
            steps={priced.takeHomeSteps}
            periodsPerYear={priced.price.periodsPerYear}
          />
          <PriceDetails price={priced.price}>
            {!benefit.needsApproval && (
              <div>
                <dt>{costMessages.starts}</dt>
                <dd>{showDate(priced.firstDay.day)}</dd>
              </div>
            )}
          </PriceDetails>
          {priced.rise && <p className={styles.note}>{priced.rise}</p>}
          <p className={styles.note}>
            <GlossaryText text={priced.price.taxMethod} />
          </p>
          <p className={styles.note}>{priced.reachesPay}</p>
          <FreeCoverLimit price={priced.price} monthlyIfAccepted={priced.monthlyIfAccepted} />
          <PriceExplanation trace={priced.price.trace} />
        </>
      )}
    </aside>
  )
}

export function PriceInBar({ cost, approval }: { cost: Cost; approval: boolean }) {
  if (cost.step !== 'ready' && cost.step !== 'updating') return null
  const { perMonth } = cost.price.employee
  return (
    <>
      {perMonth < 0 && costMessages.youGain}
      <strong>
        <Money amount={Math.abs(perMonth)} per={costMessages.perMonth} />
      </strong>
      {approval ? costMessages.onceApproved : costMessages.from(showDate(cost.firstDay.day))}
    </>
  )
}

function Headline({ cost }: { cost: Cost }) {
  switch (cost.step) {
    case 'incomplete':
      return <p className={styles.note}>{costMessages.notYet}</p>
    case 'loading':
      return (
        <div className={styles.skeleton}>
          <span className="visually-hidden">{costMessages.loading}</span>
          <Skeleton width="third" />
          <Skeleton shape="heading" width="half" />
        </div>
      )
    case 'failed':
      return (
        <Alert kind="error" action={cost.retry && <Retry onRetry={cost.retry} />}>
          {cost.why}
        </Alert>
      )
    case 'updating':
    case 'ready':
      return (
        <div className={styles.figure} data-updating={cost.step === 'updating' || undefined}>
          <PriceHeadline price={cost.price} />
        </div>
      )
  }
}

/** One message with price and take-home pay, because a second message would interrupt the first. */
function announcement({ price, takeHome, paid }: Extract<Cost, { step: 'ready' | 'updating' }>): string {
  const amount = showPounds(Math.abs(price.employee.perMonth))
  const cost = price.employee.perMonth < 0 ? costMessages.announceGain(amount) : costMessages.announce(amount)
  return takeHome.outcome === 'computed' ? `${cost}. ${changeSentence(takeHome.change, paid !== null)}` : cost
}

function TakeHome({
  effect,
  runs,
  steps,
  periodsPerYear,
}: {
  effect: TakeHomeView
  runs: boolean
  steps: TakeHomeStepsQuery
  periodsPerYear: number
}) {
  const id = useId()
  const [asked, setAsked] = useState(false)
  const before = monthlyPay(effect)
  const change = effect.outcome === 'computed' ? effect.change.perMonth : 0
  return (
    <section className={styles.takeHome} aria-labelledby={id}>
      <h3 id={id}>
        <GlossaryText text={costMessages.takeHome} />
      </h3>
      {before !== null && <TwoPays before={before} change={change} runs={runs} />}
      <TakeHomeSentence effect={effect} runs={runs} />
      {before !== null && change !== 0 && <p className={styles.note}>{shareInWords(change, before)}</p>}
      {effect.outcome === 'computed' && (
        <Disclosure
          summary={setupMessages.takeHomeDetails}
          onOpen={() => setAsked(true)}
          onClose={() => setAsked(false)}
        >
          {asked && <QuoteTakeHome effect={effect} steps={steps} periodsPerYear={periodsPerYear} />}
        </Disclosure>
      )}
    </section>
  )
}

function monthlyPay(effect: TakeHomeView): number | null {
  const pay = effect.outcome === 'computed' ? effect.lines.at(-1) : undefined
  return pay && pay.before > 0 ? Math.round((pay.before * 100) / 12) / 100 : null
}

function TwoPays({ before, change, runs }: { before: number; change: number; runs: boolean }) {
  return (
    <dl className={styles.pays}>
      <div>
        <dt>{runs ? say.without : costMessages.payNow}</dt>
        <dd>{showPounds(before)}</dd>
      </div>
      <div>
        <dt>{say.with}</dt>
        <dd>{showPounds(before + change)}</dd>
      </div>
    </dl>
  )
}

function shareInWords(change: number, before: number): string {
  const percent = (Math.abs(change) * 100) / before
  return costMessages.share(percent < 0.1 ? costMessages.lessThanATenth : `${percent.toFixed(1)}%`)
}

function TakeHomeSentence({ effect, runs }: { effect: TakeHomeView; runs: boolean }) {
  if (effect.outcome === 'not-computed') return <p>{effect.reason}</p>
  return (
    <>
      <p>{changeSentence(effect.change, runs)}</p>
      {effect.notes?.map((sentence) => (
        <p key={sentence} className={styles.note}>
          <GlossaryText text={sentence} />
        </p>
      ))}
    </>
  )
}

function changeSentence({ perMonth, perYear }: { perMonth: number; perYear: number }, runs: boolean): string {
  if (perYear === 0) return setupMessages.takeHomeSame(runs ? setupMessages.asWithout : '')
  const say = perYear < 0 ? setupMessages.takeHomeLess : setupMessages.takeHomeMore
  return say(showPounds(Math.abs(perMonth)), showPounds(Math.abs(perYear)), runs ? setupMessages.thanWithout : '')
}
