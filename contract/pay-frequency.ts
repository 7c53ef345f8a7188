import { keysOf } from './keys-of.ts'

export const payFrequencies = {
  monthly: { payDaysAYear: 12, interval: 'calendar-month', words: 'month' },
  'four-weekly': { payDaysAYear: 13, interval: { days: 28, label: 'Period' }, words: 'four weeks' },
  fortnightly: { payDaysAYear: 26, interval: { days: 14, label: 'Fortnight' }, words: 'fortnight' },
  weekly: { payDaysAYear: 52, interval: { days: 7, label: 'Week' }, words: 'week' },
} as const satisfies Record<
  string,
  { payDaysAYear: number; interval: 'calendar-month' | { days: number; label: string }; words: string }
>

export type PayFrequency = keyof typeof payFrequencies
export const payFrequencyNames = keysOf(payFrequencies)
