import { useId } from 'react'
import { showDate } from '../../contract/dates.ts'
import { GlossaryText } from '../../ui/GlossaryText.tsx'
import { Card } from '../../ui/Card.tsx'
import { Money } from '../../ui/Money.tsx'
import { stateFacts } from '../../domain/selections/benefit-state.rules.ts'
import type { BenefitView, PriceView } from '../../domain/selections/benefits.contract.ts'
import { coverMessages } from './cover.messages.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import { FreeCoverLimit } from './FreeCoverLimit.tsx'
import layout from './Layout.module.css'
import { PriceDetails, PriceHeadline } from './PriceSummary.tsx'
import { PriceExplanation } from './PriceExplanation.tsx'

export function BenefitCost({ benefit, isBelowHead = false }: { benefit: BenefitView; isBelowHead?: boolean }) {
  const id = useId()
  const { selection, availability, nextYear } = benefit
  if (!availability.available && !selection && benefit.leastPerMonth === null) return null
  return (
    <Card as="section" labelledBy={id}>
      <div className={layout.section}>
        <h2 id={id}>{coverMessages.cost}</h2>
        {selection?.today?.price && (
          <>
            <h3>{coverMessages.now}</h3>
            <PriceHeadline price={selection.today.price} small={isBelowHead} />
            <p className={layout.small}>{coverMessages.until(showDate(selection.today.until))}</p>
            <h3>{coverMessages.startsOn(showDate(selection.runsFrom ?? selection.effectiveFrom ?? ''))}</h3>
          </>
        )}
        {selection?.running?.price && (
          <>
            <h3>{coverMessages.now}</h3>
            <Price price={selection.running.price} small={isBelowHead} />
            {selection.price && (
              <h3>
                {coverMessages.waiting}: {selection.statusLabel}
              </h3>
            )}
          </>
        )}
        {selection?.price ? (
          <Price
            price={selection.price}
            small={isBelowHead}
            conditional={!stateFacts(selection.status).runs || selection.running !== null}
          />
        ) : (
          !selection?.running && <BeforeChoosing benefit={benefit} />
        )}
        {/* A choice for the next scheme year is already shown above, beside today's cover. */}
        {!selection?.today && nextYear && (
          <p>
            {nextYear.outcome !== 'ends' && <strong>{benefitMessages.fromDay(showDate(nextYear.from))}: </strong>}
            {nextYear.text}
          </p>
        )}
        {selection?.atLeaving && <p>{selection.atLeaving.text}</p>}
        <FreeCoverLimit price={selection?.price} status={selection?.status} />
        {benefit.needsApproval && <p className={layout.small}>{benefitMessages.needsApproval}</p>}
        {!isBelowHead && availability.available && availability.closesOn && (
          <p className={layout.small}>
            {availability.reason ?? coverMessages.closesOn(showDate(availability.closesOn))}
          </p>
        )}
      </div>
    </Card>
  )
}

function BeforeChoosing({ benefit: { leastPerMonth: least, availability } }: { benefit: BenefitView }) {
  return (
    <>
      {least !== null && least > 0 && (
        <p>
          {benefitMessages.from}{' '}
          <strong>
            <Money amount={least} per={benefitMessages.perMonth} />
          </strong>
        </p>
      )}
      {least !== null && least <= 0 && <p>{benefitMessages.fromNothing}</p>}
      {availability.available && <p className={layout.soft}>{coverMessages.noCostYet}</p>}
    </>
  )
}

function Price({ price, small, conditional = false }: { price: PriceView; small: boolean; conditional?: boolean }) {
  return (
    <>
      <PriceHeadline price={price} small={small} hasDetails conditional={conditional} />
      <PriceDetails price={price} />
      <p className={layout.small}>
        <GlossaryText text={price.taxMethod} />
      </p>
      <PriceExplanation trace={price.trace} />
    </>
  )
}
