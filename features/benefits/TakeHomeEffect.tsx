import { showPounds } from '../../contract/money.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import type { TakeHomeView } from '../take-home/take-home.contract.ts'
import { takeHomeEffectMessages as say } from './take-home-effect.messages.ts'
import pairs from './Pairs.module.css'
import styles from './TakeHomeEffect.module.css'
import { WhyThisPrice } from './WhyThisPrice.tsx'

type Computed = Extract<TakeHomeView, { outcome: 'computed' }>

/** What is in hand more or less, by month and year, told by words and not by a sign; or why that cannot be told. */
export function TakeHomeEffect({ effect, periodsPerYear }: { effect: TakeHomeView; periodsPerYear: number }) {
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
        <BeforeAndAfter lines={lines} />
      </Disclosure>
      <WhyThisPrice trace={trace} summary={say.how} />
      <p className={styles.note}>{basis}</p>
    </div>
  )
}

function Row({ label, change, strong = false }: { label: string; change: number; strong?: boolean }) {
  return (
    <div data-strong={strong || undefined}>
      <dt>{label}</dt>
      <dd>{inWords(change)}</dd>
    </div>
  )
}

function BeforeAndAfter({ lines }: { lines: Computed['lines'] }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{say.compareCaption}</caption>
      <thead>
        <tr>
          <th scope="col">{say.figure}</th>
          <th scope="col">{say.without}</th>
          <th scope="col">{say.with}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ label, before, after }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{showPounds(before)}</td>
            <td>{showPounds(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function inWords(change: number): string {
  if (change === 0) return say.same
  return change < 0 ? say.less(showPounds(-change)) : say.more(showPounds(change))
}
