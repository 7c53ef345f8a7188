import { type IsoDate, showDate } from '../../../contract/dates.ts'
import type { CappedValue } from './renewal.rules.ts'

/** Why the first day of a scheme year changed a selection: the reason that is kept with the version. */
export const turnMessages = {
  renewed: ({ from }: { from: IsoDate }, capped: readonly CappedValue[]) =>
    [
      `Scheme year from ${showDate(from)}`,
      ...capped.map((one) => `${one.from} became ${one.to}, the most that the new scheme year allows`),
    ].join('; '),
  /** Why something ends with a scheme year, or only what the employer pays for goes on. */
  ends: {
    year: 'Ended with the scheme year',
    withdrawn: 'The benefit is no longer offered',
    'employee-pays': 'Paying for it in the new scheme year needed an agreement',
    'tax-method': 'The new way of paying for it needed an agreement',
    terms: 'The new terms needed an agreement',
  },
} as const
