import { useId, useState, type ReactNode } from 'react'
import { showPounds } from '../../contract/money.ts'
import { Explained } from '../../ui/Explained.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { FirstDayView, PriceView } from '../../domain/selections/benefits.contract.ts'
import type { FieldProblem } from '../../domain/selections/setup.rules.ts'
import type { TakeHomeView } from '../../domain/selections/take-home.contract.ts'
import { costMessages } from '../benefit-parts/cost.messages.ts'
import { PreviousPrice, type PriceInForce, PriceDetails, PriceHeadline } from '../benefit-parts/PriceSummary.tsx'
import { WhyThisPrice } from '../benefit-parts/WhyThisPrice.tsx'
import { setupMessages } from '../../domain/selections/setup.messages.ts'
import type { TakeHomeStepsQuery } from './use-quote.ts'
import styles from './CostPanel.module.css'
import { Retry } from '../../ui/Retry.tsx'

const TakeHomeOfQuote = onDemand(() => import('./TakeHomeOfQuote.tsx').then((m) => m.TakeHomeOfQuote))

export type Cost =
  | { step: 'incomplete' }
  | { step: 'loading' }
  | {
      step: 'updating' | 'ready'
      price: PriceView
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

export function CostPanel({ cost }: { cost: Cost }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const priced = cost.step === 'ready' || cost.step === 'updating' ? cost : null
  return (
    <aside className={styles.panel} aria-labelledby={id} data-open={open || undefined}>
      <div className={styles.top}>
        <h2 id={id} className={styles.title}>
          {costMessages.title}
        </h2>
        <div className={styles.now} aria-busy={cost.step === 'loading' || cost.step === 'updating' || undefined}>
          <Headline cost={cost} />
        </div>
        {priced && (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={open}
            aria-controls={`${id}-rest`}
            onClick={() => setOpen(!open)}
          >
            {open ? costMessages.hide : costMessages.show}
          </button>
        )}
      </div>
      {/* Screen readers announce the price once it no longer changes. */}
      <p className="visually-hidden" role="status">
        {cost.step === 'ready' && announcement(cost)}
      </p>
      {priced && (
        <div className={styles.rest} id={`${id}-rest`}>
          <PreviousPrice price={priced.price} paid={priced.paid} />
          <PriceDetails price={priced.price} />
          {priced.rise && <p className={styles.note}>{priced.rise}</p>}
          <p className={styles.note}>
            <Explained text={priced.price.taxMethod} />
          </p>
          <p className={styles.note}>{priced.reachesPay}</p>
          <WhyThisPrice trace={priced.price.trace} />
          {/* The key closes the details with the panel, so that a hidden panel sends no requests. */}
          <TakeHome
            key={String(open)}
            effect={priced.takeHome}
            runs={priced.paid !== null}
            steps={priced.takeHomeSteps}
            periodsPerYear={priced.price.periodsPerYear}
          />
        </div>
      )}
    </aside>
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
          <PriceHeadline price={cost.price} compactOnPhone />
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
  return (
    <section className={styles.takeHome} aria-labelledby={id}>
      <h3 id={id}>
        <Explained text={costMessages.takeHome} />
      </h3>
      <TakeHomeSentence effect={effect} runs={runs} />
      {effect.outcome === 'computed' && (
        <Disclosure
          summary={setupMessages.takeHomeDetails}
          onOpen={() => setAsked(true)}
          onClose={() => setAsked(false)}
        >
          {asked && <TakeHomeOfQuote effect={effect} steps={steps} periodsPerYear={periodsPerYear} />}
        </Disclosure>
      )}
    </section>
  )
}

/** `runs`: the benefit is already charged. */
export function TakeHomeSentence({ effect, runs }: { effect: TakeHomeView; runs: boolean }) {
  if (effect.outcome === 'not-computed') return <p>{effect.reason}</p>
  return (
    <>
      <p>{changeSentence(effect.change, runs)}</p>
      {effect.notes?.map((sentence) => (
        <p key={sentence} className={styles.note}>
          <Explained text={sentence} />
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
