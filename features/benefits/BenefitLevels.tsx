import { useId } from 'react'
import { Money } from '../../ui/Money.tsx'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import { Badge } from '../../ui/Badge.tsx'
import { detailMessages as say } from './benefit-page.messages.ts'
import styles from './BenefitLevels.module.css'

export function BenefitLevels({ benefit, id }: { benefit: BenefitView; id: string }) {
  const heading = useId()
  const { levelPrices, setupFields, selection, payment } = benefit
  const field = setupFields.find(({ name }) => name === levelPrices?.field)
  if (!levelPrices || field?.input.kind !== 'options') return null
  const { rows } = levelPrices
  const chosen = selection?.values[field.name]
  return (
    <section className={styles.section} aria-labelledby={heading} id={id}>
      <h2 id={heading}>{say.compare}</h2>
      <div className={styles.card}>
        <ul role="list" className={styles.levels}>
          {field.input.options.map(({ value, label, description }, level) => (
            <li key={value} className={styles.level} data-chosen={value === chosen || undefined}>
              <h3>
                {/[a-z]/i.test(label) ? label : `${field.label}: ${label}`}{' '}
                {value === chosen && <Badge tone="brand">{say.yours}</Badge>}
              </h3>
              <p className={styles.gives}>{description}</p>
              <dl className={styles.prices}>
                {rows.map(({ people, perMonth }) => (
                  <div key={people.join()}>
                    <dt>{whoIn(benefit, people)}</dt>
                    <dd>{priceOf(perMonth[level] ?? null)}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
        <p className={styles.note}>{[say.pricesAMonth, payment.how && `${payment.how}.`].filter(Boolean).join(' ')}</p>
      </div>
    </section>
  )
}

function whoIn({ setupFields }: BenefitView, people: readonly string[]): string {
  const listed = setupFields.flatMap(({ input }) => (input.kind === 'people' ? input.people : []))
  if (listed.length === 0) return say.eachMonth
  const names = listed.filter(({ value }) => people.includes(value)).map(({ label }) => label.split(' ')[0] ?? label)
  return names.length === 0 ? benefitMessages.you : say.with(new Intl.ListFormat('en-GB').format(names))
}

function priceOf(amount: number | null) {
  if (amount === null) return say.noPrice
  return amount === 0 ? say.free : <Money amount={amount} />
}
