import { type Context, NotPriced } from './context.ts'
import { priceMessages } from './price.messages.ts'
import type { Pence } from '../../../contract/money.ts'
import type { IsoDate } from '../../../contract/dates.ts'

/** What a partner's cost engine is asked and answers; an engine is embedded or reached by HTTP, so it may take time. */
export type QuoteEngine = (request: {
  partner: string
  benefit: string
  value: Pence
  dateOfBirth: IsoDate
  on: IsoDate
}) => Promise<Quote>
export type Quote =
  | { outcome: 'quoted'; employeeYearly: Pence; employerYearly: Pence; source: string }
  | { outcome: 'refused'; sentence: string }

/** A partner's product has no price of its own here: its cost engine is asked, and this says which. */
export function priceQuoted({ definition }: Context): never {
  throw new NotPriced('priced-by-partner', priceMessages.pricedByPartner(definition.provider.name))
}
