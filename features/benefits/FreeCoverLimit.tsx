import { showPounds } from '../../contract/money.ts'
import type { BenefitView, SelectionView } from './benefits.contract.ts'
import { benefitMessages } from './benefits.messages.ts'
import layout from './Layout.module.css'

/** Cover above the limit waits for medical evidence (BENEFIT-32); `status` of what is chosen, none while it is being chosen. */
export function FreeCoverLimit({
  benefit: { freeCoverLimit: limit },
  cover,
  status,
}: {
  benefit: Pick<BenefitView, 'freeCoverLimit'>
  cover: number | null
  status?: SelectionView['status'] | undefined
}) {
  if (limit === null || cover === null || cover <= limit) return null
  return (
    <p className={layout.small}>
      {benefitMessages.coverLimit(showPounds(limit))}.{' '}
      {/* Once withdrawn or declined, the rest is not on its way any more. */}
      {status !== 'active' && benefitMessages.freeCover}
    </p>
  )
}
