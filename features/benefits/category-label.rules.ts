import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { benefitViewMessages } from '../../services/benefits/benefit-view.messages.ts'

export function categoryLabel(category: BenefitDefinition['category']): string {
  return benefitViewMessages.category[category]
}
