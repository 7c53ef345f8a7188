import type { IsoDate } from '../../contract/dates.ts'
import type { PartnerPriceReply, PartnerPriceRequest, SynchronousCostEngine } from './cost-engine.ts'
import type { PriceComponent } from '../definition/price-methods.ts'
import { digitsFromPence, roundHalfUp } from './money.ts'
import { priceMessages } from './price.messages.ts'
import { ageBandFor, type RateTable, rateTableOn } from './rate-table.ts'
import { compareDecimals, divide, fromDecimal, multiply, fromInteger } from './rational.ts'

export type Tariffs = {
  price: readonly PriceComponent[]
  rates: readonly RateTable[]
  schemeYear: { to: IsoDate }
}

export function tariffEngine(book: Tariffs): SynchronousCostEngine {
  return { ask: (question) => answer(book, question) }
}

function answer({ price, rates, schemeYear }: Tariffs, question: PartnerPriceRequest): PartnerPriceReply {
  const component = price.find(({ code }) => code === question.component)?.price
  if (component?.method !== 'quoted' || !component.tariff) return { outcome: 'unreachable' }
  const { tariff, option } = component
  const { age } = question.facts
  const value = question.values[option] ?? '0'
  const limit = tariff.limits.find(
    ({ ageFrom, most }) => (ageFrom === undefined || (age ?? 0) >= ageFrom) && compareDecimals(value, most) > 0,
  )
  if (limit) return { outcome: 'refused', sentence: limit.says, field: option }

  const table = rateTableOn(rates, tariff.rates, question.on)
  if (!table) return { outcome: 'refused', sentence: priceMessages.noRates(tariff.rates) }
  const isBanded = table.columns.includes('age_from')
  const row = isBanded ? ageBandFor(table, age ?? -1) : table.rows[0]
  const rate = row?.[tariff.column]
  if (rate === undefined)
    return {
      outcome: 'refused',
      sentence: age === undefined ? priceMessages.noRates(tariff.rates) : priceMessages.ageOutsideBands(age),
    }
  const pence = roundHalfUp(multiply(divide(fromDecimal(value), fromInteger(tariff.per)), fromDecimal(rate)))
  return {
    outcome: 'priced',
    quote: {
      component: question.component,
      reference: `${tariff.rates} ${table.effectiveFrom}`,
      amount: digitsFromPence(pence),
      every: tariff.every,
      source: table.source,
      effectiveFrom: table.effectiveFrom,
      validUntil: schemeYear.to,
      workings: { per: tariff.per, rate },
    },
  }
}
