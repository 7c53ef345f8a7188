import { useId, type ReactNode } from 'react'
import { showDate } from '../../contract/dates.ts'
import { showPounds } from '../../contract/money.ts'
import { paths } from '../../contract/paths.ts'
import { GlossaryText } from '../../ui/GlossaryText.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Link } from '../../ui/Link.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { panelLink } from '../../ui/use-panel.ts'
import { BeforeAndAfter } from '../benefit-parts/BeforeAndAfter.tsx'
import { notPriced } from '../../domain/selections/benefits.contract.ts'
import type { WhatIfOutcome } from './use-what-if.ts'
import { WhatIfBenefits } from './WhatIfBenefits.tsx'
import { PriceExplanation } from '../benefit-parts/PriceExplanation.tsx'
import type { WhatIfReply as Answer } from '../../domain/tax/what-if.contract.ts'
import { whatIfMessages as say } from './what-if.messages.ts'
import { takeHomeEffectMessages } from '../../domain/tax/take-home-effect.messages.ts'
import styles from './WhatIf.module.css'
import { Retry } from '../../ui/Retry.tsx'

export const answerId = 'what-would-change'

export function WhatIfAnswer({ today, outcome }: { today: Answer; outcome: WhatIfOutcome }) {
  const answered = outcome.step === 'ready' || outcome.step === 'updating' ? outcome : null
  return (
    <section className={styles.answer} aria-labelledby={answerId} aria-busy={isWaiting(outcome) || undefined}>
      <h2 id={answerId} tabIndex={-1}>
        {say.answer}
      </h2>
      {/* Screen readers announce the answer once it no longer changes. */}
      <p className="visually-hidden" role="status">
        {outcome.step === 'ready' && summarySentence(outcome.answer)}
        {outcome.step === 'wrong' && say.wrong}
      </p>
      {outcome.step === 'today' && (
        <>
          <TakeHomeChange answer={today} alone />
          <p className={styles.soft}>{say.nothingYet}</p>
        </>
      )}
      {outcome.step === 'wrong' && <p className={styles.soft}>{say.wrong}</p>}
      {outcome.step === 'loading' && (
        <div className={styles.waiting}>
          <span className="visually-hidden">{say.working}</span>
          <Skeleton shape="heading" width="half" />
          <Skeleton shape="block" />
        </div>
      )}
      {outcome.step === 'failed' && (
        <Alert kind="error" action={outcome.retry && <Retry onRetry={outcome.retry} />}>
          {outcome.why}
        </Alert>
      )}
      {answered && (
        <div className={styles.answered} data-updating={answered.step === 'updating' || undefined}>
          <FullAnswer answer={answered.answer} again={answered.again} />
        </div>
      )}
    </section>
  )
}

export function changeSentence(change: number): string {
  if (change === 0) return takeHomeEffectMessages.same
  return change < 0 ? say.lessBy(showPounds(-change)) : say.moreBy(showPounds(change))
}

function isWaiting({ step }: WhatIfOutcome): boolean {
  return step === 'loading' || step === 'updating'
}

function summarySentence({ takeHome, comparedWithNow }: Answer): string {
  if (!takeHome) return comparedWithNow.outcome === 'not-computed' ? comparedWithNow.reason : ''
  const { perMonth, perYear } = takeHome.change
  if (perYear === 0) return say.same
  return (perYear < 0 ? say.less : say.more)(showPounds(Math.abs(perMonth)), showPounds(Math.abs(perYear)))
}

function FullAnswer({ answer, again }: { answer: Answer; again: () => void }) {
  const { comparedWithNow: pay, benefits, held } = answer
  return (
    <>
      <TakeHomeChange answer={answer} />
      {benefits.map(
        (one) =>
          one.outcome === 'refused' && (
            <Alert
              key={one.benefitId}
              kind="warning"
              title={one.name}
              action={one.code === notPriced.code && <Retry onRetry={again} />}
            >
              {one.reason}
            </Alert>
          ),
      )}
      <WhatIfBenefits held={held} />
      <Openings answer={answer} />
      {pay.outcome === 'computed' && (
        <Part title={say.pay}>
          <BeforeAndAfter
            lines={pay.lines}
            compared={{ caption: say.payCaption, before: say.now, after: say.supposed }}
          />
          {pay.notes?.map((sentence) => (
            <p key={sentence} className={styles.soft}>
              <GlossaryText text={sentence} />
            </p>
          ))}
          <EmployersPart change={pay.employer.nationalInsurance + pay.employer.class1A} />
          <PriceExplanation trace={pay.trace} summary={takeHomeEffectMessages.how} />
          <p className={styles.soft}>{pay.basis}</p>
        </Part>
      )}
    </>
  )
}

function TakeHomeChange({ answer, alone = false }: { answer: Answer; alone?: boolean }) {
  const { takeHome, comparedWithNow } = answer
  if (!takeHome)
    return <p className={styles.soft}>{comparedWithNow.outcome === 'not-computed' && comparedWithNow.reason}</p>
  const { now, supposed } = takeHome
  return (
    <div className={styles.inHand}>
      <p className={styles.small}>
        <GlossaryText text={say.takeHome} />
      </p>
      <dl className={styles.pair}>
        <div>
          <dt>{say.now}</dt>
          <dd>{showPounds(now.perMonth)}</dd>
        </div>
        {!alone && (
          <div data-supposed>
            <dt>{say.supposed}</dt>
            <dd>{showPounds(supposed.perMonth)}</dd>
          </div>
        )}
      </dl>
      {!alone && <p>{summarySentence(answer)}</p>}
      <p className={styles.small}>{say.days(showDate(answer.today), showDate(answer.on))}</p>
    </div>
  )
}

function Openings({ answer: { opens, closes } }: { answer: Answer }) {
  if (opens.length + closes.length === 0) return <p className={styles.soft}>{say.nothingOpens}</p>
  return (
    <>
      {closes.length > 0 && <Listed title={say.closes} benefits={closes} />}
      {opens.length > 0 && (
        <Listed title={say.opens} benefits={opens}>
          <Link to={paths.benefits() + panelLink('add-life-event')}>{say.addLifeEvent}</Link>
        </Listed>
      )}
    </>
  )
}

function Listed({ title, benefits, children }: { title: string; benefits: Answer['opens']; children?: ReactNode }) {
  return (
    <Part title={title}>
      <ul className={styles.list} role="list">
        {benefits.map(({ benefitId, name, reason }) => (
          <li key={benefitId}>
            <Link to={paths.benefit(benefitId)}>{name}</Link>
            {reason && <span className={styles.soft}>{reason}</span>}
          </li>
        ))}
      </ul>
      {children}
    </Part>
  )
}

function EmployersPart({ change }: { change: number }) {
  // Sums of pounds may differ by less than a penny.
  const pence = Math.round(change * 100)
  return pence === 0 ? null : <p>{say.employer(changeSentence(pence / 100))}</p>
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}
