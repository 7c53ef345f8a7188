import { showLongDate } from '../../contract/dates.ts'
import { paths } from '../../contract/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Link } from '../../ui/Link.tsx'
import { Money } from '../../ui/Money.tsx'
import { Picture } from '../../ui/Picture.tsx'
import {
  callToAction,
  currentCost,
  isOver,
  laterCost,
  reasonNotAvailable,
  type MonthlyCost,
} from '../../domain/selections/benefit-state.rules.ts'
import { BenefitState } from '../benefit-parts/BenefitState.tsx'
import styles from './BenefitCard.module.css'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { cardMessages } from './my-benefits.messages.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'

export function BenefitCard({ benefit }: { benefit: BenefitView }) {
  const { selection, name } = benefit
  // For leavers, the page says once for all benefits why none is open.
  const closed = benefit.availability.cause === 'employment' ? null : reasonNotAvailable(benefit.availability)
  const action = callToAction(benefit)
  const details = paths.benefit(benefit.benefitId)
  return (
    <Card as="li">
      <article className={styles.card}>
        <header className={styles.head}>
          {benefit.imageUrl && <Picture src={benefit.imageUrl} size={48} className={styles.image} />}
          <div className={styles.title}>
            <h3>
              <Link to={details}>{name}</Link>
            </h3>
            <BenefitState benefit={benefit} />
          </div>
        </header>
        <p className={styles.summary}>{benefit.summary}</p>
        <MyCost benefit={benefit} />
        {benefit.nextYear && !benefit.nextYear.same && (
          <p className={styles.why}>
            {benefit.nextYear.outcome !== 'ends' && (
              <strong>{benefitMessages.fromDay(showLongDate(benefit.nextYear.from))}: </strong>
            )}
            {benefit.nextYear.text}
          </p>
        )}
        {selection?.status === 'pended' && (
          <p className={styles.why}>
            {benefit.medicalQuestions === 'open' ? cardMessages.answersWanted : cardMessages.evidenceWaits}
          </p>
        )}
        {selection?.coverEnds && <p className={styles.why}>{selection.coverEnds.text}</p>}
        {!selection && closed && <p className={styles.why}>{closed}</p>}
        <footer className={styles.foot}>
          {action && action.to !== details ? (
            <Link
              to={action.to}
              className={buttonClass(selection && !selection.temporarySelection ? 'secondary' : 'primary', {
                wide: true,
              })}
            >
              {action.label} <span className="visually-hidden">{name}</span>
            </Link>
          ) : (
            <Link to={details} className={buttonClass('secondary', { wide: true })}>
              {action?.label ?? cardMessages.details} <span className="visually-hidden">{name}</span>
            </Link>
          )}
        </footer>
      </article>
    </Card>
  )
}

function MyCost({ benefit }: { benefit: BenefitView }) {
  const { selection } = benefit
  const cost = currentCost(selection)
  const later = laterCost(selection)
  if (!cost && !later) return <NoCostYet benefit={benefit} />
  return (
    <>
      {cost && <Cost cost={cost} />}
      {later && later.from !== benefit.nextYear?.from && (
        <Cost cost={later} when={`${benefitMessages.fromDay(showLongDate(later.from))}: `} />
      )}
    </>
  )
}

function Cost({ cost: { employee, employer, spread }, when = '' }: { cost: MonthlyCost; when?: string }) {
  if (employee === 0) {
    return (
      <p className={styles.cost}>
        <span>
          {when}
          {cardMessages.noCost}
        </span>
        {employer > 0 && (
          <span className={styles.soft}>
            {cardMessages.employerPays} <Money amount={employer} per={benefitMessages.perMonth} />
          </span>
        )}
      </p>
    )
  }
  return (
    <Amount
      label={when + (employee < 0 ? cardMessages.yourPayRises : cardMessages.youPay)}
      amount={employee}
      spread={spread}
    />
  )
}

function Amount({ label, amount, spread }: { label: string; amount: number; spread: string | null }) {
  return (
    <p className={styles.cost}>
      <span>
        {label}{' '}
        <strong>
          <Money amount={Math.abs(amount)} per={benefitMessages.perMonth} />
        </strong>
      </span>
      {spread && <span className={styles.soft}>{spread}</span>}
    </p>
  )
}

function NoCostYet({ benefit }: { benefit: BenefitView }) {
  const { selection } = benefit
  const wanted = selection && !isOver(selection) ? selection.price : null
  if (!wanted) return <FromCost benefit={benefit} />
  const { perMonth } = wanted.employee
  const label = perMonth < 0 ? cardMessages.wouldAdd : cardMessages.wouldPay
  return <Amount label={label} amount={perMonth} spread={wanted.spread} />
}

function FromCost({ benefit }: { benefit: BenefitView }) {
  const least = benefit.availability.available ? benefit.leastPerMonth : null
  if (least === null) return null
  if (least <= 0) return <p className={styles.cost}>{benefitMessages.fromNothing}</p>
  return (
    <p className={styles.cost}>
      <span>
        {benefitMessages.from}{' '}
        <strong>
          <Money amount={least} per={benefitMessages.perMonth} />
        </strong>
      </span>
    </p>
  )
}
