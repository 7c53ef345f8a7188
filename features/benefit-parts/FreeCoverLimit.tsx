import { showPounds } from '../../contract/money.ts'
import { GlossaryText } from '../../ui/GlossaryText.tsx'
import type { PriceView, SelectionView } from '../../domain/selections/benefits.contract.ts'
import { coverMessages } from './cover.messages.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import layout from './Layout.module.css'

export function FreeCoverLimit({
  price,
  monthlyIfAccepted = null,
  status,
}: {
  price: Pick<PriceView, 'cover' | 'coverNow' | 'evidence'> | null | undefined
  monthlyIfAccepted?: number | null
  status?: SelectionView['status'] | undefined
}) {
  const { cover = null, coverNow = null, evidence } = price ?? {}
  if (cover === null || coverNow === null || cover <= coverNow) return null
  return (
    <p className={layout.small}>
      {coverNow > 0 && `${benefitMessages.coverLimit(showPounds(coverNow))}. `}
      {evidence === 'decided' && coverMessages.coverDecided}
      {/* An active selection awaits no evidence: the employee has withdrawn the cover above the limit. */}
      {evidence === 'awaited' && status !== 'active' && (
        <GlossaryText text={`${coverNow > 0 ? coverMessages.freeCover : coverMessages.allCoverWaits} `} />
      )}
      {monthlyIfAccepted !== null && coverMessages.thenPay(showPounds(monthlyIfAccepted))}
    </p>
  )
}
