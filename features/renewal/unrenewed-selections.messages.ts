import type { NoPriceReason } from '../../domain/pricing/price-context.ts'

export const unrenewedSelectionMessages = {
  missing: {
    'choice-incomplete': 'The new scheme year requires a choice that this person has not made',
    'salary-unknown': 'Their salary is not known. Please upload it',
    'rate-missing': 'The new scheme year has no rate for this person',
    'age-outside-bands': 'The new scheme year has no rate for their age',
    'partner-refused': 'The insurer that prices this benefit gave no price',
    'partner-unreachable': 'The insurer that prices this benefit could not be reached',
  } satisfies Record<NoPriceReason, string>,
  beingRenewed: 'This benefit is renewed when the daily job next runs',
} as const
