import type { ReactNode } from 'react'
import { showPounds } from '../../contract/money.ts'
import { paths } from '../../contract/paths.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Link } from '../../ui/Link.tsx'
import type { TakeHomeView } from '../../domain/selections/take-home.contract.ts'
import { BeforeAndAfter, type BeforeAndAfterRow } from '../benefit-parts/BeforeAndAfter.tsx'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import { takeHomeEffectMessages as say } from '../../domain/tax/take-home-effect.messages.ts'
import pairs from '../benefit-parts/AmountList.module.css'
import styles from './TakeHomeEffect.module.css'
import { useBenefitIdInAddress } from '../benefit-parts/use-benefit-address.ts'
import { PriceExplanation } from '../benefit-parts/PriceExplanation.tsx'

export function TakeHomeEffect({
  effect,
  periodsPerYear,
  how,
  compared = { caption: say.compareCaption, before: say.without, after: say.with },
}: {
  effect: TakeHomeView
  periodsPerYear: number
  how?: ReactNode
  compared?: BeforeAndAfterRow
}) {
  const benefitId = useBenefitIdInAddress()
  if (effect.outcome === 'not-computed') {
    return (
      <p className={styles.note}>
        {say.notComputed} {effect.reason}
      </p>
    )
  }
  const { change, employer, lines, basis, trace } = effect
  const employerPays = employer.nationalInsurance + employer.class1A
  return (
    <div className={styles.effect}>
      <dl className={`${pairs.pairs} ${styles.rows}`}>
        <Row label={say.perMonth} change={change.perMonth} strong />
        {periodsPerYear !== 12 && <Row label={say.perPeriod} change={change.perPeriod} />}
        <Row label={say.perYear} change={change.perYear} strong />
        {employerPays !== 0 && <Row label={say.employerNationalInsurance} change={employerPays} />}
      </dl>
      <Disclosure summary={say.compare}>
        <BeforeAndAfter lines={lines} compared={compared} />
      </Disclosure>
      {how ?? <PriceExplanation trace={trace} summary={say.how} />}
      <p className={styles.note}>{basis}</p>
      <p>
        <Link to={paths.whatIf(benefitId)}>{benefitMessages.whatIf}</Link>
      </p>
    </div>
  )
}

function Row({ label, change, strong = false }: { label: string; change: number; strong?: boolean }) {
  return (
    <div data-strong={strong || undefined}>
      <dt>{label}</dt>
      <dd>{monthText(change)}</dd>
    </div>
  )
}

function monthText(change: number): string {
  if (change === 0) return say.same
  return change < 0 ? say.less(showPounds(-change)) : say.more(showPounds(change))
}
