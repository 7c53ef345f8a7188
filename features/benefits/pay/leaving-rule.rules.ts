import type { BenefitDefinition } from '../definition/definition.ts'

/**
 * What happens to pay when somebody leaves. The period of the last day is charged whole, as insurers mostly do, or by the
 * days until then; what is still owed of an order or of holiday is settled in the last pay, or is not taken any more.
 */
export type LeavingRule = { lastPeriod: 'whole' | 'by-days'; owed: 'settle' | 'drop' }

export function leavingRule({ leaving }: Pick<BenefitDefinition, 'leaving'>): LeavingRule {
  return { lastPeriod: leaving?.lastPeriod ?? 'whole', owed: leaving?.owed ?? 'settle' }
}
