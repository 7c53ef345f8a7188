import type { ReactNode } from 'react'
import { showDate } from '../../contract/dates.ts'
import { paths } from '../../contract/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { BenefitIllustration, Illustration } from '../../ui/Illustration.tsx'
import { Link } from '../../ui/Link.tsx'
import { Money } from '../../ui/Money.tsx'
import { callToAction, chargedCost, hasEnded } from '../../domain/selections/benefit-state.rules.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import { BenefitState } from '../benefit-parts/BenefitState.tsx'
import { BottomBar } from '../benefit-parts/BottomBar.tsx'
import { costMessages } from '../benefit-parts/cost.messages.ts'
import { coverMessages } from '../benefit-parts/cover.messages.ts'
import { detailMessages as say } from './benefit-page.messages.ts'
import styles from './BenefitHeader.module.css'

export function BenefitHeader({
  benefit,
  heading,
  hasState,
  children,
}: {
  benefit: BenefitView
  heading: ReactNode
  hasState: boolean
  children?: ReactNode
}) {
  const { availability, providerName, summary } = benefit
  const price = headPrice(benefit)
  const action = callToAction(benefit)
  const leads = action !== null && action.to !== paths.benefit(benefit.benefitId)
  return (
    <div className={styles.card}>
      <div className={styles.words}>
        <p className={styles.origin}>
          {providerName && say.providedBy(providerName)}
          {hasState && <BenefitState benefit={benefit} />}
        </p>
        {heading}
        <p className={styles.summary}>{summary}</p>
        {price && <Price price={price} />}
        {availability.available && availability.closesOn && (
          <p className={styles.until}>
            <Icon name="calendar" />
            {availability.reason ?? coverMessages.closesOn(showDate(availability.closesOn))}
          </p>
        )}
        {(leads || children) && (
          <div className={styles.actions}>
            {leads && (
              <BottomBar price={price && <BarPrice price={price} />}>
                <Link to={action.to} className={buttonClass('primary', { wide: true })}>
                  {action.label}
                </Link>
              </BottomBar>
            )}
            {children}
          </div>
        )}
      </div>
      <Mosaic benefit={benefit} />
    </div>
  )
}

type HeadPrice = { label: string; amount?: number; who?: string }

function headPrice({ selection, leastPerMonth: least, setupFields, availability }: BenefitView): HeadPrice | null {
  const charged = chargedCost(selection)
  const own = charged?.employee ?? (selection && !hasEnded(selection) ? selection.price?.employee.perMonth : undefined)
  if (own !== undefined) {
    const label = own < 0 ? costMessages.youGain : charged ? costMessages.youPay : costMessages.wouldPay
    return { label, amount: Math.abs(own) }
  }
  if (least === null) return availability.available ? { label: coverMessages.noCostYet } : null
  if (least <= 0) return { label: benefitMessages.fromNothing }
  const who = setupFields.some(({ input }) => input.kind === 'people' && input.people.length > 0)
  return { label: benefitMessages.from, amount: least, ...(who && { who: say.forYouAlone }) }
}

function Price({ price: { label, amount, who } }: { price: HeadPrice }) {
  return (
    <p className={styles.price}>
      {label}{' '}
      {amount !== undefined && (
        <span className={styles.amount}>
          <Money amount={amount} per={benefitMessages.perMonth} />
        </span>
      )}
      {who && <span className={styles.who}> {who}</span>}
    </p>
  )
}

function BarPrice({ price: { label, amount } }: { price: HeadPrice }) {
  return (
    <>
      {label}{' '}
      {amount !== undefined && (
        <strong>
          <Money amount={amount} per={benefitMessages.perMonth} />
        </strong>
      )}
    </>
  )
}

function Mosaic({ benefit }: { benefit: BenefitView }) {
  return (
    <div className={styles.mosaic} aria-hidden="true">
      <div className={styles.large}>
        {benefit.imageUrl ? (
          <img src={benefit.imageUrl} alt="" width="96" height="96" />
        ) : (
          <BenefitIllustration benefit={benefit} size="fill" />
        )}
      </div>
      {['pale', 'solid', 'mid', 'warm', 'far'].map((ground) => (
        <div key={ground} className={styles.small} data-ground={ground}>
          <Illustration of="quarter" size="fill" />
        </div>
      ))}
    </div>
  )
}
