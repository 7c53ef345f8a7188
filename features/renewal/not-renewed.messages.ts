import type { NoPriceReason } from '../../domain/pricing/price-context.ts'

export const notRenewedMessages = {
  missing: {
    'choice-incomplete': 'The new scheme year asks for a choice that this person has not made',
    'salary-unknown': 'Their salary is not known. Please upload it',
    'rate-missing': 'No rate of the new scheme year fits this person',
    'age-outside-bands': 'The new scheme year has no rate for their age',
    'partner-refused': 'The partner that prices this benefit gave no price',
    'partner-unreachable': 'The partner that prices this benefit could not be reached',
  } satisfies Record<NoPriceReason, string>,
  beingRenewed: 'It is renewed when the daily job runs next',
} as const
