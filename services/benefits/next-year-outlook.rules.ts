import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId } from '../../contract/ids.ts'
import type { Choice } from '../../domain/definition/options.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import type { ConsentReason } from '../../domain/selections/new-scheme-year.rules.ts'

export type NextYearForecast = {
  benefitId: BenefitId
  code: string
  name: string
  from: IsoDate
  priceNow: StoredPrice | null
} & (
  | { kind: 'chosen' | 'continues'; choice: Choice; priceThen: StoredPrice | null; capped: boolean }
  | { kind: 'asked'; because: ConsentReason; lastDay: IsoDate; priceThen: StoredPrice | null; choice: Choice | null }
  | { kind: 'ends'; lastDay: IsoDate; because: 'year' | 'withdrawn' | 'left' }
  | { kind: 'not-priced' | 'unchanged' }
)
