import type { BenefitDefinition, ConditionName, ConditionOutcome } from '../definition/definition.ts'
import type { Condition } from './condition.ts'

/** Returns the effect on cover when a member loses a condition. A withdrawn benefit or closed window has no effect. */
export function eligibilityLossOutcome(
  { category, pot: allowance, whenNoLongerMet }: Pick<BenefitDefinition, 'category' | 'pot' | 'whenNoLongerMet'>,
  condition: Condition,
): ConditionOutcome {
  const { rule } = condition
  if (rule === 'no-childcare-account') return 'end'
  const name = conditionNames[rule]
  if (name === undefined || allowance) return 'keep'
  if (condition.rule === 'age-to' && condition.endsRelief) return 'end'
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

/** Insurers end cover after the maximum age. Members keep other benefits, without increases. */
function defaultOutcome(category: BenefitDefinition['category'], name: ConditionName): ConditionOutcome {
  if (name === 'age' && (category === 'protection' || category === 'health')) return 'end'
  return name === 'status' || name === 'probation' ? 'keep' : 'close'
}
