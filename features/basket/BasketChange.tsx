import { showPounds } from '../../contract/money.ts'
import { paths } from '../../contract/paths.ts'
import { GlossaryText } from '../../ui/GlossaryText.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Link } from '../../ui/Link.tsx'
import { coverMessages } from '../benefit-parts/cover.messages.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import layout from '../benefit-parts/Layout.module.css'
import { PlanDetails } from '../benefit-parts/MyCover.tsx'
import { PreviousPrice, PriceHeadline } from '../benefit-parts/PriceSummary.tsx'
import { PriceExplanation } from '../benefit-parts/PriceExplanation.tsx'
import type { BasketItem } from './basket.contract.ts'
import { basketMessages as say } from './basket.messages.ts'

type BasketChangeProps = {
  item: BasketItem
  /** True if the change differs from the one that the employee tried to confirm. */
  changed: boolean
  othersAreReady: boolean
  onDiscard: (() => void) | null
}

export function BasketChange({ item, changed, othersAreReady, onDiscard }: BasketChangeProps) {
  const { name, planDetails, peopleCovered, price, problem, benefitId } = item
  const id = `change-${benefitId}`
  const details = peopleCovered.length > 0 ? [...planDetails, coveredPeople(peopleCovered)] : planDetails
  return (
    <Card as="li">
      <article className={layout.section} aria-labelledby={id}>
        <h3 id={id}>{name}</h3>
        {changed && <Alert kind="warning">{say.changed}</Alert>}
        <PlanDetails details={details} />
        {price && (
          <div>
            <PriceHeadline price={price} small conditional={item.becomes !== 'active'} />
            <Beside item={item} />
          </div>
        )}
        {problem ? (
          <Alert kind="warning" title={problem.message}>
            <p>{othersAreReady ? say.stays : say.alone}</p>
          </Alert>
        ) : (
          <Next item={item} />
        )}
        {item.warning && <Alert kind="warning">{item.warning}</Alert>}
        {price && <PriceExplanation trace={price.trace} />}
        {onDiscard && (
          <div className={layout.buttons}>
            <Link to={paths.benefitSetup(benefitId)} className={buttonClass(problem ? 'primary' : 'secondary')}>
              {problem ? say.finish : say.change} <span className="visually-hidden">{name}</span>
            </Link>
            <Button kind="quiet" onClick={onDiscard}>
              {say.discard} <span className="visually-hidden">{name}</span>
            </Button>
          </div>
        )}
      </article>
    </Card>
  )
}

function Beside({ item: { price, insteadOf, onceApproved } }: { item: BasketItem }) {
  if (!price) return null
  return (
    <>
      <PreviousPrice
        price={price}
        paid={insteadOf && { perMonth: insteadOf.employee.perMonth, from: insteadOf.from }}
      />
      {price.employer.perMonth !== 0 && (
        <p className={layout.small}>{say.employerPays(showPounds(price.employer.perMonth))}</p>
      )}
      {price.pot && <p className={layout.small}>{price.pot}</p>}
      {price.ifYouLeave && <p className={layout.small}>{price.ifYouLeave}</p>}
      {onceApproved && <p className={layout.small}>{say.onceApproved(showPounds(onceApproved.employee.perMonth))}</p>}
      <p className={layout.small}>
        <GlossaryText text={price.taxMethod} />
      </p>
    </>
  )
}

function Next({ item: { becomes, reachesPay } }: { item: BasketItem }) {
  return (
    <>
      {(becomes === 'pending' || becomes === 'pending-change') && <p>{benefitMessages.needsApproval}</p>}
      {becomes === 'pended' && <p>{say.medical}</p>}
      {reachesPay && <p>{reachesPay}</p>}
    </>
  )
}

function coveredPeople(people: BasketItem['peopleCovered']) {
  return {
    label: coverMessages.whoIsCovered,
    value: [benefitMessages.you, ...people.map(({ name }) => name)].join(', '),
  }
}
