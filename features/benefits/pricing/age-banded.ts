import { ageOn } from './age.ts'
import { type Context, NotPriced, chosenCode, peopleCovered, rateFrom, ratesOn } from './context.ts'
import { coverOf } from './cover.ts'
import type { MethodPrice } from './method.ts'
import type { PriceMethodOf } from './methods.ts'
import { premiumFor } from './premium.ts'
import { priceMessages } from './price.messages.ts'
import { ageBandFor } from './rate-table.ts'

/**
 * cover / 1,000 × the rate at the age of the life covered on the stated date: flex life, critical illness, partner cover.
 * Undefined for a partner's component when no partner is covered.
 */
export function priceAgeBanded(context: Context, price: PriceMethodOf<'age-banded'>): MethodPrice | undefined {
  const dateOfBirth = price.life === 'employee' ? context.facts.dateOfBirth : partnerOf(context)?.dateOfBirth
  if (!dateOfBirth) return undefined

  const cover = coverOf(context, price.cover, price.life)
  const age = ageOn(dateOfBirth, price.ageOn === 'scheme-year-start' ? context.schemeYear.from : context.on)
  const table = ratesOn(context, price.rates)
  const row = ageBandFor(table, age)
  if (!row) throw new NotPriced('age-outside-bands', priceMessages.ageOutsideBands(age))

  const column = price.smoker && chosenCode(context, price.smoker.option) === 'yes' ? price.smoker.column : price.column
  const rate = rateFrom(context, { table, row, column, label: priceMessages.rateAtAge(price.per, age), unit: 'rate' })
  return {
    yearly: premiumFor(context, { cover, rate, per: price.per, every: price.every }),
    spread: { kind: 'recurring' },
  }
}

function partnerOf(context: Context) {
  return peopleCovered(context).find((member) => member.relation === 'partner')
}
