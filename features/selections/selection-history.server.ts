import type { ReplyOf } from '../../contract/endpoint.ts'
import type { readSelectionHistory } from '../../domain/selections/benefits.contract.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { planDetailsOf } from '../../domain/selections/plan-details.rules.ts'
import { poundsOf } from '../../services/my-benefits/price-view.server.ts'
import { selectionMessages } from '../../domain/selections/selection.messages.ts'
import { selectionViewMessages } from '../../services/my-benefits/selection-view.messages.ts'
import type { SelectionVersion } from '../../domain/selections/selection.rules.ts'

/** Oldest first. Omits restatements, and all but the last of consecutive drafts. */
export function historyOf(
  definition: BenefitDefinition,
  versions: readonly SelectionVersion[],
): ReplyOf<typeof readSelectionHistory> {
  return versions
    .filter(({ action }) => action !== 'restate')
    .filter((version, index, told) => version.action !== 'save-draft' || told[index + 1]?.action !== 'save-draft')
    .map(({ version, recordedAt, action, state, choice, price }) => ({
      version,
      at: recordedAt,
      what: sentenceOf(definition, action) ?? selectionMessages.status[state],
      statusLabel: selectionMessages.status[state],
      planDetails: planDetailsOf(definition, choice),
      employeePerMonth: price && poundsOf(price.employeeMonthly),
    }))
}

function sentenceOf({ autoEnrolment }: BenefitDefinition, action: string): string | undefined {
  if (autoEnrolment && action === 'provide') return selectionViewMessages.enrolled
  return Object.entries(selectionViewMessages.happened).find(([name]) => name === action)?.[1]
}
