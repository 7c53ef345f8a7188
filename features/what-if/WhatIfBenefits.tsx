import { useId } from 'react'
import { showPounds } from '../../contract/money.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { PriceExplanation } from '../benefit-parts/PriceExplanation.tsx'
import type { BenefitOnDay } from '../../domain/tax/what-if.contract.ts'
import { whatIfMessages as say } from './what-if.messages.ts'
import amounts from '../benefit-parts/BeforeAndAfter.module.css'
import styles from './WhatIf.module.css'

export function WhatIfBenefits({ held }: { held: readonly BenefitOnDay[] }) {
  const id = useId()
  const changed = held.filter(changes)
  const same = held.filter((one) => !changes(one))
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{say.benefits}</h3>
      {changed.length > 0 && <Prices of={changed} />}
      {changed.length === 0 && <p className={styles.soft}>{held.length === 0 ? say.noneHeld : say.noneChange}</p>}
      {changed.map(({ benefitId, name, trace }) => (
        <PriceExplanation key={benefitId} trace={trace} summary={`${name}: ${say.why}`} />
      ))}
      {same.length > 0 && (
        <Disclosure summary={say.sameBenefits(same.length)}>
          <Prices of={same} />
        </Disclosure>
      )}
    </section>
  )
}

function changes({ now, supposed }: BenefitOnDay): boolean {
  return sidesOf(now) !== sidesOf(supposed)
}

function sidesOf(cost: BenefitOnDay['now']): string {
  return JSON.stringify(cost && [cost.employee.perYear, cost.employer.perYear, cost.employee.perMonth])
}

function Prices({ of }: { of: readonly BenefitOnDay[] }) {
  return (
    <table className={`${amounts.table} ${styles.prices}`}>
      <caption className="visually-hidden">{say.benefitsCaption}</caption>
      <thead>
        <tr>
          <th scope="col">{say.who}</th>
          <th scope="col">{say.now}</th>
          <th scope="col">{say.supposed}</th>
        </tr>
      </thead>
      {of.map(({ benefitId, name, now, supposed, note }) => (
        <tbody key={benefitId}>
          <tr>
            <th scope="rowgroup" colSpan={3}>
              {name}
              {note && <span className={styles.soft}> {note}</span>}
            </th>
          </tr>
          <Side label={say.youPay} now={now?.employee.perMonth} supposed={supposed?.employee.perMonth} />
          <Side label={say.employerPays} now={now?.employer.perMonth} supposed={supposed?.employer.perMonth} />
        </tbody>
      ))}
    </table>
  )
}

function Side({ label, now, supposed }: { label: string; now: number | undefined; supposed: number | undefined }) {
  if (!now && !supposed) return null
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{now === undefined ? say.notHeld : showPounds(now)}</td>
      <td>{supposed === undefined ? say.notHeld : showPounds(supposed)}</td>
    </tr>
  )
}
