import type { ReactNode } from 'react'
import { type IsoDate, showDate } from '../../contract/dates.ts'
import { showPounds } from '../../contract/money.ts'
import { GlossaryText } from '../../ui/GlossaryText.tsx'
import { Money } from '../../ui/Money.tsx'
import type { PriceView } from '../../domain/selections/benefits.contract.ts'
import { costMessages } from './cost.messages.ts'
import styles from './PriceSummary.module.css'

export function PriceHeadline({
  price,
  small = false,
  conditional = false,
  hasDetails = false,
}: {
  price: PriceView
  conditional?: boolean
  small?: boolean
  hasDetails?: boolean
}) {
  const perMonth = price.employee.perMonth
  return (
    <p className={styles.headline} data-small={small || undefined}>
      <span className={styles.who}>
        {perMonth < 0 ? costMessages.youGain : conditional ? costMessages.wouldPay : costMessages.youPay}
      </span>
      <span className={styles.amount}>
        <Money amount={Math.abs(perMonth)} /> <span className={styles.per}>{costMessages.perMonth}</span>
      </span>
      {small && !hasDetails && price.spread && <span className={styles.who}>{price.spread}</span>}
    </p>
  )
}

/** Monthly price of the version in force. `from` is its first day if that is in the future. */
export type PriceInForce = { perMonth: number; from: IsoDate | undefined }

export function PreviousPrice({ price, paid }: { price: PriceView; paid: PriceInForce | null }) {
  if (paid === null || paid.perMonth === price.employee.perMonth) return null
  const { perMonth, from } = paid
  const when = from ? costMessages.from(showDate(from)) : costMessages.today
  const amount = showPounds(Math.abs(perMonth))
  return (
    <p className={styles.who}>
      {perMonth === 0
        ? costMessages.insteadOfNothing(when)
        : perMonth < 0
          ? costMessages.insteadOfGain(amount, when)
          : costMessages.insteadOf(amount, when)}
    </p>
  )
}

export function PriceDetails({ price, children }: { price: PriceView; children?: ReactNode }) {
  const { employee, employer, order, spread, cover } = price
  return (
    <>
      <dl className={styles.rows}>
        {price.periodsPerYear !== 12 && <Row label={costMessages.perPeriod} amount={Math.abs(employee.perPeriod)} />}
        {order && <Row label={costMessages.orderTotal} amount={order.total} />}
        {spread && (
          <div>
            <dt>{costMessages.spread}</dt>
            <dd>{spread}</dd>
          </div>
        )}
        {!order && <Row label={yearLabel(price)} amount={Math.abs(employee.perYear)} />}
        <Row label={costMessages.employer} amount={employer.perMonth} per={costMessages.perMonth} />
        {cover !== null && <Row label={costMessages.cover} amount={cover} />}
        {children}
      </dl>
      {price.pot && (
        <p>
          <GlossaryText text={price.pot} />
        </p>
      )}
      {price.ifYouLeave && <p>{price.ifYouLeave}</p>}
    </>
  )
}

function Row({ label, amount, per }: { label: string; amount: number; per?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Money amount={amount} {...(per && { per })} />
      </dd>
    </div>
  )
}

function yearLabel({ employee: { perMonth, perYear } }: PriceView): string {
  // Twelve rounded months differ from the price of a full year by at most twelve pence.
  const wholeYear = Math.abs(perYear - 12 * perMonth) < 0.125
  if (perYear < 0) return wholeYear ? costMessages.gainPerYear : costMessages.gainThisYear
  return wholeYear ? costMessages.costPerYear : costMessages.costThisYear
}
