import type { ConsentReason } from '../../domain/selections/new-scheme-year.rules.ts'

const because: Record<ConsentReason, string> = {
  'employee-pays': 'would start to pay for the benefit',
  'tax-method': 'would pay for the benefit by another tax method',
  terms: 'must accept new terms',
}

export const renewalPlanMessages = {
  repriced: (before: string, after: string) => `${before} → ${after} a month`,
  capped: 'chose more than the new limits allow, and continues with the highest amount allowed',
  ends: {
    year: 'the benefit ends with each year unless it is chosen again',
    withdrawn: 'the benefit is withdrawn',
    left: 'has opted out',
  },
  asked: (why: ConsentReason, keepsEmployersPart: boolean) =>
    keepsEmployersPart
      ? `${because[why]}: without an answer, only the part paid by the employer continues`
      : `${because[why]}: ends without an answer`,
  notPriced: 'the new price cannot be calculated yet, so this year’s price continues',
} as const
