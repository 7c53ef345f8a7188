import { showDate } from '../../contract/dates.ts'

export const newSchemeYearMessages = {
  renewed: (day: string) => `Scheme year from ${showDate(day)}`,
  capped: (before: string, after: string) =>
    `Reduced from ${before} to ${after}, the most that the new scheme year allows`,
  raised: (before: string, after: string) =>
    `Increased from ${before} to ${after}, the least that the new scheme year allows`,
  ends: {
    year: 'The benefit is chosen for one year at a time',
    withdrawn: 'The benefit is no longer offered',
    'employee-pays': 'Paying for it in the new scheme year was not agreed',
    'tax-method': 'The new way of paying for it was not agreed',
    terms: 'The new terms were not accepted',
  },
} as const
