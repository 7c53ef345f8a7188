import type { IsoDate } from '../../contract/dates.ts'
import { ageOn } from '../../domain/pricing/age.ts'
import { MINIMUM_PARTNER_AGE } from '../../domain/definition/family.rules.ts'
import type { WeddingPlace } from '../../services/people/life-event-types.rules.ts'

/** Marriage and Civil Partnership (Minimum Age) Act 2022: nobody under 18 can marry in England or Wales. */
const MARRIAGE_AT_18_SINCE = '2023-02-27'

export function weddingFault(
  { on, place }: { on: IsoDate; place: WeddingPlace | null },
  born: readonly IsoDate[],
): 'under-16' | 'place-missing' | 'under-18' | null {
  const youngest = Math.min(...born.map((date) => ageOn(date, on)))
  if (youngest < MINIMUM_PARTNER_AGE) return 'under-16'
  if (youngest >= 18) return null
  if (place === null) return 'place-missing'
  return place === 'england-or-wales' && on >= MARRIAGE_AT_18_SINCE ? 'under-18' : null
}
