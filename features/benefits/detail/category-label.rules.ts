import type { BenefitDefinition } from '../definition/definition.ts'
import { benefitViewMessages } from './benefit-view.messages.ts'

/** What people call a kind of benefit. */
export function categoryLabel(category: BenefitDefinition['category']): string {
  return benefitViewMessages.category[category]
}
