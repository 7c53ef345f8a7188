import { useEffect, useRef } from 'react'
import { showDate } from '../../contract/dates.ts'
import { paths } from '../../contract/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import type { BenefitView, SelectionView } from '../../domain/selections/benefits.contract.ts'
import { setupDoneMessages as done } from './review-and-terms.messages.ts'
import { PriceHeadline } from '../benefit-parts/PriceSummary.tsx'
import styles from '../benefit-parts/Setup.module.css'

export function SetupConfirmation({ benefit, selection }: { benefit: BenefitView; selection: SelectionView }) {
  // Loads on demand, so it focuses its own heading.
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
        <h3 id="what-next" className={styles.cardTitle}>
          {done.whatNext}
        </h3>
        <ul className={styles.next}>
          {nextSteps(benefit, selection).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {selection.price && <PriceHeadline price={selection.price} small conditional={waits} />}
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

function nextSteps({ medicalQuestions }: BenefitView, selection: SelectionView): string[] {
  const reachesPay = selection.reachesPay ? [selection.reachesPay] : []
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
      ]
  }
}
