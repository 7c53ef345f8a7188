import { showDate } from '../../contract/dates.ts'

export const newSchemeYearMessages = {
  renewed: (day: string) => `Scheme year from ${showDate(day)}`,
  capped: (before: string, after: string) => `${before} became ${after}, the most that the new scheme year allows`,
  raised: (before: string, after: string) => `${before} became ${after}, the least that the new scheme year allows`,
  ends: {
    year: 'It is chosen for one year at a time',
    withdrawn: 'The benefit is no longer offered',
    'employee-pays': 'Paying for it in the new scheme year needed an agreement',
    'tax-method': 'The new way of paying for it needed an agreement',
    terms: 'The new terms needed an agreement',
  },
} as const
