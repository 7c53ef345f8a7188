import type { IsoDate } from '../../contract/dates.ts'
import { ageOn, lastAnniversary } from './age.ts'
import {
  type Context,
  NotPriced,
  chosenCode,
  peopleCovered,
  recordRateOfRow,
  rateTableInForce,
} from './price-context.ts'
import { chargedCover } from './charged-cover.ts'
import type { MethodPrice } from './method-price.ts'
import type { PriceMethodOf } from '../definition/price-methods.ts'
import { premiumFor } from './premium.ts'
import { priceMessages } from './price.messages.ts'
import { ageBandFor } from './rate-table.ts'

export function priceAgeBanded(context: Context, price: PriceMethodOf<'age-banded'>): MethodPrice | undefined {
  const dateOfBirth = price.life === 'employee' ? context.facts.dateOfBirth : partnerOf(context)?.dateOfBirth
  if (!dateOfBirth) return undefined

  const cover = chargedCover(context, price.cover, price.life)
  const age = ageOn(dateOfBirth, statedDate(context, price.ageOn))
  const table = rateTableInForce(context, price.rates)
  const row = ageBandFor(table, age)
  if (!row) throw new NotPriced('age-outside-bands', priceMessages.ageOutsideBands(age))

  const column = price.smoker && chosenCode(context, price.smoker.option) === 'yes' ? price.smoker.column : price.column
  const rate = recordRateOfRow(context, {
    table,
    row,
    column,
    label: priceMessages.rateAtAge(price.per, age),
    unit: 'rate',
  })
  return {
    yearly: premiumFor(context, {
      cover,
      rate,
      of: [price.life, price.rates, column, row['age_from']].join(' '),
      per: price.per,
      every: price.every,
    }),
    spread: { kind: 'recurring' },
  }
}

function statedDate(
  { schemeYear, on, chosenFrom, facts }: Context,
  stated: PriceMethodOf<'age-banded'>['ageOn'],
): IsoDate {
  switch (stated) {
    case 'scheme-year-start':
      return schemeYear.from
    case 'anniversary':
      return facts.startedOn ? lastAnniversary(facts.startedOn, on) : on
    case 'effective-date':
      return chosenFrom ?? on
    case 'birthday':
      return on
  }
}

function partnerOf(context: Context) {
  return peopleCovered(context).find((member) => member.relation === 'partner')
}
