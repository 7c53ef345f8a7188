import { useId, type ReactNode } from 'react'
import { showDate } from '../../contract/dates.ts'
import { showPounds } from '../../contract/money.ts'
import { paths } from '../../contract/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { Money } from '../../ui/Money.tsx'
import { BenefitIllustration } from '../../ui/Illustration.tsx'
import {
  callToAction,
  currentCost,
  firstAnswer,
  hasEnded,
  laterCost,
  reasonNotAvailable,
  stateFacts,
} from '../../domain/selections/benefit-state.rules.ts'
import type { BenefitView, SelectionView } from '../../domain/selections/benefits.contract.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import { BenefitState } from '../benefit-parts/BenefitState.tsx'
import { groupByCategory, totalCost } from './benefit-groups.rules.ts'
import styles from './BenefitRows.module.css'
import { benefitsMessages, rowMessages as say } from './my-benefits.messages.ts'

type Listed = { benefits: readonly BenefitView[] }

export function ChosenBenefits({ benefits, filters }: Listed & { filters: readonly { id: string; label: string }[] }) {
  const id = useId()
  const total = totalCost(benefits)
  return (
    <section className={styles.list} aria-labelledby={id}>
      <div className={styles.columns}>
        <h2 id={id}>{benefitsMessages.held}</h2>
        <span aria-hidden="true">{say.youPay}</span>
        <span aria-hidden="true">{say.employer}</span>
      </div>
      {groupByCategory(benefits, filters).map((group) => (
        <Category key={group.id} label={group.label} benefits={group.benefits} />
      ))}
      {total.count > 0 && (
        <div className={styles.sum}>
          <strong>{benefitsMessages.eachMonth}</strong>
          <Amount label={say.youPay} amount={total.employee} />
          <Amount label={say.employerPays} amount={total.employer} />
        </div>
      )}
    </section>
  )
}

function Category({ label, benefits }: Listed & { label: string }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.category}>
        {label}
      </h3>
      <ul role="list">
        {benefits.map((benefit) => (
          <HeldBenefit key={benefit.benefitId} benefit={benefit} />
        ))}
      </ul>
    </section>
  )
}

function HeldBenefit({ benefit }: { benefit: BenefitView }) {
  const { selection } = benefit
  const cost = currentCost(selection)
  const isOrdinary = selection?.status === 'active' && selection.runsFrom === undefined
  return (
    <li>
      <article className={styles.row}>
        <Tile benefit={benefit} />
        <div className={styles.words}>
          <h4>
            <Link to={paths.benefit(benefit.benefitId)}>{benefit.name}</Link>
          </h4>
          {selection && <p className={styles.fact}>{coverInWords(selection)}</p>}
          <Notes benefit={benefit} />
        </div>
        {cost && (
          <>
            <Amount label={say.youPay} amount={cost.employee} />
            <Amount label={say.employerPays} amount={cost.employer} />
          </>
        )}
        <div className={styles.state} data-ordinary={isOrdinary || undefined}>
          <BenefitState benefit={benefit} />
        </div>
        <Action benefit={benefit} className={styles.action} />
      </article>
    </li>
  )
}

function coverInWords({ today, running, planDetails, price, peopleCovered }: SelectionView): string {
  const shown = today ?? running
  const cover = (shown ? shown.price : price)?.cover ?? null
  const people = shown ? [] : peopleCovered.map(({ name }) => name)
  return [
    firstAnswer(shown?.planDetails ?? planDetails),
    cover !== null && showPounds(cover),
    people.length > 0 && [benefitMessages.you, ...people].join(', '),
  ]
    .filter(Boolean)
    .join(' · ')
}

function Notes({ benefit }: { benefit: BenefitView }) {
  const { selection, nextYear } = benefit
  const later = laterCost(selection)
  const isWaiting = selection !== null && stateFacts(selection.status).waits && !selection.running
  return (
    <>
      {isWaiting && <WouldPay benefit={benefit} />}
      {later && later.from !== nextYear?.from && (
        <p className={styles.note}>
          <strong>{benefitMessages.fromDay(showDate(later.from))}: </strong>
          {later.employee === 0 ? (
            say.noCost
          ) : (
            <>
              {later.employee < 0 ? say.yourPayRises : say.youPay}{' '}
              <Money amount={Math.abs(later.employee)} per={benefitMessages.perMonth} />
            </>
          )}
        </p>
      )}
      {nextYear && !nextYear.same && (
        <p className={styles.note}>
          {nextYear.outcome !== 'ends' && <strong>{benefitMessages.fromDay(showDate(nextYear.from))}: </strong>}
          {nextYear.text}
        </p>
      )}
      {selection?.status === 'pended' && (
        <p className={styles.note}>{benefit.medicalQuestions === 'open' ? say.answersWanted : say.evidenceWaits}</p>
      )}
      {selection?.coverEnds && <p className={styles.note}>{selection.coverEnds.text}</p>}
    </>
  )
}

export function AvailableBenefits({ benefits }: Listed) {
  const id = useId()
  const days = new Set(benefits.map(({ availability }) => availability.closesOn))
  const [closesOn = null] = days.size === 1 ? days : []
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div>
        <h2 id={id}>{benefitsMessages.open}</h2>
        {closesOn && <p className={styles.note}>{benefitsMessages.openUntil(showDate(closesOn))}</p>}
      </div>
      <ul role="list" className={styles.offers}>
        {benefits.map((benefit) => (
          <Offer key={benefit.benefitId} benefit={benefit} withDay={closesOn === null} />
        ))}
      </ul>
    </section>
  )
}

function Offer({ benefit, withDay }: { benefit: BenefitView; withDay: boolean }) {
  const { selection, summary, availability } = benefit
  const isUnfinished = selection?.temporarySelection === true
  const [level] = isUnfinished ? selection.planDetails.map(({ value }) => value) : []
  return (
    <li>
      <article className={styles.offer} data-unfinished={isUnfinished || undefined}>
        <Tile benefit={benefit} />
        <div className={styles.words}>
          <h3>
            <Link to={paths.benefit(benefit.benefitId)}>{benefit.name}</Link>
          </h3>
          <p className={styles.fact}>{level ?? summary}</p>
          {selection && <BenefitState benefit={benefit} />}
          {selection?.coverEnds && <p className={styles.note}>{selection.coverEnds.text}</p>}
          {withDay && availability.closesOn && (
            <p className={styles.note}>{benefitsMessages.openUntil(showDate(availability.closesOn))}</p>
          )}
          <div className={styles.offered}>
            <WouldPay benefit={benefit} />
            <Action benefit={benefit} className={buttonClass('secondary')} />
          </div>
        </div>
      </article>
    </li>
  )
}

export function UnavailableBenefits({ benefits }: Listed) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{benefitsMessages.closed}</h2>
      <ul role="list" className={styles.list}>
        {benefits.map((benefit) => (
          <ClosedBenefit key={benefit.benefitId} benefit={benefit} />
        ))}
      </ul>
    </section>
  )
}

function ClosedBenefit({ benefit }: { benefit: BenefitView }) {
  const reason = benefit.availability.cause === 'employment' ? null : reasonNotAvailable(benefit.availability)
  return (
    <li>
      <article className={styles.row}>
        <Tile benefit={benefit} />
        <div className={styles.words}>
          <h3>
            <Link to={paths.benefit(benefit.benefitId)}>{benefit.name}</Link>
          </h3>
          <p className={styles.fact}>{reason ?? benefit.summary}</p>
          {benefit.selection?.coverEnds && <p className={styles.note}>{benefit.selection.coverEnds.text}</p>}
        </div>
        {(benefit.selection ?? benefit.availability.cause === 'probation') && (
          <div className={styles.state}>
            <BenefitState benefit={benefit} />
          </div>
        )}
        <Action benefit={benefit} className={styles.action} />
      </article>
    </li>
  )
}

function Tile({ benefit }: { benefit: BenefitView }) {
  return (
    <span className={styles.tile}>
      <BenefitIllustration benefit={benefit} size="fill" />
    </span>
  )
}

function Action({ benefit, className }: { benefit: BenefitView; className: string | undefined }) {
  const action = callToAction(benefit)
  if (!action || action.to === paths.benefit(benefit.benefitId)) {
    return (
      <span className={styles.sign}>
        <Icon name="chevronRight" />
      </span>
    )
  }
  return (
    <Link to={action.to} className={className}>
      {action.label} <span className="visually-hidden">{benefit.name}</span>
    </Link>
  )
}

/** The amount has its own label, because screen reader users do not see the heading of the column. */
function Amount({ label, amount }: { label: string; amount: number }) {
  return (
    <p
      className={styles.amount}
      data-payer={label === say.youPay ? 'you' : 'employer'}
      data-gain={amount < 0 || undefined}
    >
      <Hidden>{amount < 0 ? say.yourPayRises : label} </Hidden>
      {amount === 0 ? (
        <>
          <span aria-hidden="true">–</span>
          <Hidden>{say.nothing}</Hidden>
        </>
      ) : (
        <>
          {showPounds(Math.abs(amount))}
          <Hidden> {benefitMessages.perMonth}</Hidden>
        </>
      )}
    </p>
  )
}

function Hidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>
}

function WouldPay({ benefit: { selection, availability, leastPerMonth } }: { benefit: BenefitView }) {
  const wanted = selection && !hasEnded(selection) ? selection.price : null
  if (wanted) {
    const { perMonth } = wanted.employee
    return (
      <p className={styles.price}>
        {perMonth < 0 ? say.wouldAdd : say.wouldPay}{' '}
        <strong>
          <Money amount={Math.abs(perMonth)} per={benefitMessages.perMonth} />
        </strong>
      </p>
    )
  }
  const least = availability.available ? leastPerMonth : null
  if (least === null) return null
  if (least <= 0) return <p className={styles.price}>{benefitMessages.fromNothing}</p>
  return (
    <p className={styles.price}>
      {benefitMessages.from}{' '}
      <strong>
        <Money amount={least} per={benefitMessages.perMonth} />
      </strong>
    </p>
  )
}
