import type { BenefitDefinition } from '../definition/definition.ts'
import { benefitViewMessages } from './benefit-view.messages.ts'

export function categoryLabel(category: BenefitDefinition['category']): string {
  return benefitViewMessages.category[category]
}
