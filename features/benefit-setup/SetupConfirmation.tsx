import { useEffect, useRef } from 'react'
import { showDate } from '../../contract/dates.ts'
import { paths } from '../../contract/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { BenefitIllustration } from '../../ui/Illustration.tsx'
import { Link } from '../../ui/Link.tsx'
import { firstAnswer } from '../../domain/selections/benefit-state.rules.ts'
import type { BenefitView, SelectionView } from '../../domain/selections/benefits.contract.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import { setupDoneMessages as done } from './review-and-terms.messages.ts'
import { PriceHeadline } from '../benefit-parts/PriceSummary.tsx'
import styles from '../benefit-parts/Setup.module.css'

export function SetupConfirmation({ benefit, selection }: { benefit: BenefitView; selection: SelectionView }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const waits = selection.status === 'pending' || selection.status === 'pending-change'
  return (
    <div className={styles.done}>
      <div className={styles.doneHead}>
        <Icon name={waits ? 'clock' : 'success'} size={32} />
        <h2 ref={heading} tabIndex={-1}>
          {waits ? done.pending : selection.status === 'pended' ? done.pended : done.active}
        </h2>
      </div>
      <Card as="section" labelledBy="what-next">
        <div className={styles.chosen}>
          <BenefitIllustration benefit={benefit} size="medium" />
          <p>
            <strong>{benefit.name}</strong>
            <span className={styles.hint}>{choiceInWords(selection)}</span>
          </p>
          {selection.price && <PriceHeadline price={selection.price} small conditional={waits} />}
        </div>
        <h3 id="what-next" className={styles.cardTitle}>
          {done.whatNext}
        </h3>
        <ol role="list" className={styles.next}>
          {nextSteps(benefit, selection).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
      </Card>
      <div className={styles.buttons}>
        <Link to={paths.benefits()} className={buttonClass('primary')}>
          {done.toBenefits}
        </Link>
        <Link to={paths.benefit(benefit.benefitId)} className={buttonClass('secondary')}>
          {done.toBenefit(benefit.name)}
        </Link>
      </div>
    </div>
  )
}

function choiceInWords({ planDetails, peopleCovered }: SelectionView): string {
  const people = peopleCovered.length > 0 ? [benefitMessages.you, ...peopleCovered.map(({ name }) => name)] : []
  return [firstAnswer(planDetails), people.join(', ')].filter(Boolean).join(' · ')
}

function nextSteps({ medicalQuestions }: BenefitView, selection: SelectionView): string[] {
  const reachesPay = selection.reachesPay ? [`${selection.reachesPay}.`] : []
  switch (selection.status) {
    case 'pending':
      return [done.waits, done.notCharged, ...reachesPay]
    case 'pending-change':
      return [done.waits, done.keepsRunning, ...reachesPay]
    case 'pended':
      return [medicalQuestions === 'none' ? done.medical : done.answered, done.mailed, ...reachesPay]
    default:
      return [
        selection.effectiveFrom ? done.activeFrom(showDate(selection.effectiveFrom)) : done.activeNow,
        ...reachesPay,
        done.mayLook,
      ]
  }
}
