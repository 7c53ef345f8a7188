import { useId } from 'react'
import { showDate } from '../../contract/dates.ts'
import { Card } from '../../ui/Card.tsx'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { coverMessages } from './cover.messages.ts'
import layout from './Layout.module.css'

export function LeavingBalances({ benefits }: { benefits: readonly BenefitView[] }) {
  const id = useId()
  const leaving = benefits.flatMap(({ benefitId, name, selection }) =>
    selection?.atLeaving ? [{ benefitId, name, ...selection.atLeaving }] : [],
  )
  const [first] = leaving
  if (!first) return null
  return (
    <Card as="section" labelledBy={id} tinted>
      <div className={layout.section}>
        <h2 id={id}>{coverMessages.lastDay(showDate(first.lastDay))}</h2>
        {leaving.map(({ benefitId, name, text }) => (
          <p key={benefitId}>
            <strong>{name}:</strong> {text}
          </p>
        ))}
      </div>
    </Card>
  )
}
