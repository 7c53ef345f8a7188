import type { ConsentReason } from '../../domain/selections/new-scheme-year.rules.ts'

export const renewalMessages = {
  asked: {
    'employee-pays': 'You would start to pay for this. We need you to agree first.',
    'tax-method': 'The way you pay for this changes. We need you to agree first.',
    terms: 'The terms change. We need you to accept them first.',
  } satisfies Record<ConsentReason, string>,
  ends: {
    year: 'This is chosen for one year at a time. It ends with the year unless you choose it again.',
    withdrawn: 'Your employer no longer offers this.',
    left: 'You have opted out.',
  },
  capped: 'The most you can choose is lower next year, so we have reduced your choice to that amount.',
  notPriced: 'We do not know the price yet. You keep what you have until we do.',
  unchanged: 'This continues unchanged.',

  endsOn: (date: string) => `Ends on ${date}.`,
  otherwise: (date: string) => `Otherwise it ends on ${date}.`,
  keepsEmployersPart: 'Otherwise only what your employer pays for continues.',
  noCost: 'No cost to you',
  nothing: 'nothing',
  perMonth: (amount: string) => `${amount} a month`,
  sameCost: (amount: string) => `${amount}, no change.`,
  otherCost: (now: string, then: string) => `${then} instead of ${now}.`,
} as const
