import { ageOn } from './age.ts'
import { type Context, chosenNumber, NotPriced, yearlyAmount } from './price-context.ts'
import type { PartnerPriceRequest, PartnerFacts, PartnerQuote } from './cost-engine.ts'
import type { MethodPrice } from './method-price.ts'
import type { PriceMethodOf } from '../definition/price-methods.ts'
import { priceMessages } from './price.messages.ts'
import { tariffEngine } from './tariff-engine.ts'
import type { TracedFigure } from './trace.ts'

export function priceQuoted(context: Context, component: string, price: PriceMethodOf<'quoted'>): MethodPrice {
  const value = chosenNumber(context, price.option)
  const partner = context.definition.provider.name
  const engine = context.partner ?? tariffEngine({ ...context, price: context.definition.price })
  const answer = engine.ask(questionFor(context, component, price))
  switch (answer.outcome) {
    case 'priced': {
      const amount = amountOf(context, value, answer.quote)
      context.quotes.push(answer.quote)
      return { yearly: yearlyAmount(context, amount, answer.quote.every), spread: { kind: 'recurring' } }
    }
    case 'refused':
      throw new NotPriced('partner-refused', answer.sentence, answer.field)
    case 'unreachable':
      throw new NotPriced('partner-unreachable', priceMessages.partnerUnreachable(partner))
  }
}

export function partnerPriceRequests(
  context: Pick<Context, 'definition' | 'choice' | 'facts' | 'on'>,
): PartnerPriceRequest[] {
  return context.definition.price.flatMap(({ code, price }) =>
    price.method === 'quoted' ? [questionFor(context, code, price)] : [],
  )
}

function questionFor(
  { definition, choice, facts, on }: Pick<Context, 'definition' | 'choice' | 'facts' | 'on'>,
  component: string,
  { partner, option, facts: factNames }: PriceMethodOf<'quoted'>,
): PartnerPriceRequest {
  const partnerFacts: PartnerFacts = {
    ...(factNames.includes('age') && { age: ageOn(facts.dateOfBirth, on) }),
    ...(factNames.includes('tax-country') && { taxCountry: facts.taxCountry }),
  }
  return {
    partner,
    product: definition.code,
    component,
    values: { [option]: choice.values[option] ?? '' },
    facts: partnerFacts,
    on,
  }
}

function amountOf({ derivation }: Context, value: TracedFigure, quote: PartnerQuote): TracedFigure {
  const quoteSource = { source: quote.source, effectiveDate: quote.effectiveFrom }
  if (!quote.workings) return derivation.given(priceMessages.amount, quote.amount, 'pounds', quoteSource)
  const { per, rate } = quote.workings
  return derivation.step({
    rule: 'premium',
    label: priceMessages.amount,
    inputs: [
      value,
      derivation.given(priceMessages.partnerPer, String(per), 'pounds', quoteSource),
      derivation.given(priceMessages.partnerRate(per), rate, 'rate', quoteSource),
    ],
    ...quoteSource,
  })
}
