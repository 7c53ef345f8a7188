import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import type { BenefitStatus } from '../my-benefits/benefit-status.server.ts'

export function benefitTerms({ benefit, scheme }: Pick<BenefitStatus, 'benefit' | 'scheme'>): BenefitView['terms'] {
  const { terms } = benefit.definition
  if (!terms) return []
  const accepted = scheme.acceptedTerms.some(
    (one) => one.benefitId === benefit.id && one.termId === terms.id && one.version === terms.version,
  )
  return [{ id: terms.id, version: terms.version, accepted }]
}
