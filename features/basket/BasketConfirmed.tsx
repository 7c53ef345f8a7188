import { paths } from '../../contract/paths.ts'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { Badge } from '../../ui/Badge.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Link } from '../../ui/Link.tsx'
import { stateFacts } from '../../domain/selections/benefit-state.rules.ts'
import layout from '../benefit-parts/Layout.module.css'
import { PriceHeadline } from '../benefit-parts/PriceSummary.tsx'
import type { SelectionView } from '../../domain/selections/benefits.contract.ts'
import styles from './Basket.module.css'
import type { confirmBasket } from './basket.contract.ts'
import { basketMessages as say } from './basket.messages.ts'

export function BasketConfirmed({ confirmed }: ReplyOf<typeof confirmBasket>) {
  return (
    <>
      <ul role="list" className={styles.cards}>
        {confirmed.map(({ name, selection }) => {
          const { tone, waits } = stateFacts(selection.status)
          return (
            <Card as="li" key={selection.selectionId}>
              <article className={layout.section}>
                <h2>{name}</h2>
                <p>
                  <Badge tone={tone}>{selection.statusLabel}</Badge>
                </p>
                <ul className={layout.list}>
                  {nextSteps(selection).map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
                {selection.price && <PriceHeadline price={selection.price} small conditional={waits} />}
              </article>
            </Card>
          )
        })}
      </ul>
      <div className={layout.buttons}>
        <Link to={paths.benefits()} className={buttonClass('primary')}>
          {say.doneToBenefits}
        </Link>
      </div>
    </>
  )
}

function nextSteps({ status, reachesPay }: SelectionView): string[] {
  return [...byStatus(status), ...(reachesPay ? [reachesPay] : [])]
}

function byStatus(status: SelectionView['status']): string[] {
  switch (status) {
    case 'pending':
      return [say.waits, say.notCharged]
    case 'pending-change':
      return [say.waits, say.keepsRunning]
    case 'pended':
      return [say.medical]
    default:
      return []
  }
}
