import { Badge } from '../../ui/Badge.tsx'
import { stateFacts } from '../../domain/selections/benefit-state.rules.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import { selectionMessages } from '../../domain/selections/selection.messages.ts'

export function BenefitState({
  benefit: { selection, availability },
}: {
  benefit: Pick<BenefitView, 'selection' | 'availability'>
}) {
  if (selection && selection.status !== 'none')
    return <Badge tone={stateFacts(selection.status).tone}>{selection.statusLabel}</Badge>
  return <Badge>{withoutSelection(availability)}</Badge>
}

function withoutSelection({ available, cause }: BenefitView['availability']): string {
  if (available) return selectionMessages.status.none
  return cause === 'probation' ? benefitMessages.notAvailableYet : benefitMessages.notAvailable
}
