import { showDate } from '../../contract/dates.ts'
import { Card } from '../../ui/Card.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { BenefitView, SelectionView } from '../../domain/selections/benefits.contract.ts'
import { coverMessages } from './cover.messages.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import layout from './Layout.module.css'

export function MyCover({ benefit }: { benefit: BenefitView }) {
  const { selection } = benefit
  if (!selection || (selection.planDetails.length === 0 && !selection.running)) {
    return <p className={layout.soft}>{coverMessages.nothingYet}</p>
  }
  return (
    <Card>
      <div className={layout.section}>
        {selection.running && (
          <>
            <h3>{coverMessages.now}</h3>
            <PlanDetails details={selection.running.planDetails} />
            <h3>
              {coverMessages.waiting}: {selection.statusLabel}
            </h3>
          </>
        )}
        <PlanDetails details={selection.planDetails} />
        <PeopleCovered selection={selection} />
        <Dates selection={selection} />
      </div>
    </Card>
  )
}

export function PlanDetails({ details }: { details: SelectionView['planDetails'] }) {
  if (details.length === 0) return null
  return (
    <dl className={layout.rows}>
      {details.map((detail) => (
        <div key={detail.label}>
          <dt>{detail.label}</dt>
          <dd>{detail.value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function PeopleCovered({ selection }: { selection: SelectionView }) {
  if (selection.peopleCovered.length === 0) return null
  return (
    <div>
      <h3>{coverMessages.whoIsCovered}</h3>
      <ul role="list" className={layout.plain}>
        <li className={layout.iconLine}>
          <Icon name="user" />
          {benefitMessages.you}
        </li>
        {selection.peopleCovered.map((person) => (
          <li key={`${person.name} ${person.relationship}`} className={layout.iconLine}>
            <Icon name="user" />
            <span>
              {person.name} <span className={layout.small}>{person.relationship}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function Dates({
  selection: { status, effectiveFrom, endDate, reachesPay, coverEnds },
}: {
  selection: SelectionView
}) {
  if (status === 'rejected' || status === 'withdrawn') return null
  if (!effectiveFrom && !endDate && !reachesPay && !coverEnds) return null
  const isOver = status === 'ended' && coverEnds !== undefined
  return (
    <div className={layout.small}>
      {effectiveFrom && (!endDate || effectiveFrom <= endDate) && (
        <p>{coverMessages.startsOn(showDate(effectiveFrom))}</p>
      )}
      {endDate && !isOver && <p>{coverMessages.endsOn(showDate(endDate))}</p>}
      {coverEnds && <p>{coverEnds.text}</p>}
      {reachesPay && <p>{reachesPay}</p>}
    </div>
  )
}
