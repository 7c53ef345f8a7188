import type { BenefitDefinition, ConditionName, ConditionOutcome } from '../definition/definition.ts'
import type { Condition } from './eligibility.rules.ts'

/** What happens to a member's cover when a condition stops holding. Closed to new members and windows concern joining alone. */
export function outcomeOf(
  { category, pot, whenNoLongerMet }: Pick<BenefitDefinition, 'category' | 'pot' | 'whenNoLongerMet'>,
  { rule }: Pick<Condition, 'rule'>,
): ConditionOutcome {
  const name = conditionNames[rule]
  if (name === undefined || pot) return 'keep'
  return whenNoLongerMet?.[name] ?? defaultOutcome(category, name)
}

const conditionNames: Partial<Record<Condition['rule'], ConditionName>> = {
  employed: 'status',
  'age-from': 'age',
  'age-to': 'age',
  'in-location': 'location',
  'on-payroll': 'payroll',
  'hours-from': 'hours',
  'past-probation': 'probation',
}

/** An insurer covers nobody past its last age; whatever else somebody joined they keep, without more of it. */
function defaultOutcome(category: BenefitDefinition['category'], name: ConditionName): ConditionOutcome {
  if (name === 'age' && (category === 'protection' || category === 'health')) return 'end'
  return name === 'status' || name === 'probation' ? 'keep' : 'close'
}
