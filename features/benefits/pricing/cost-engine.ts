import type { IsoDate } from '../../../contract/dates.ts'

/** What a partner may be told of a person, and nothing else: whole years of age, and the country whose income tax they pay. */
export type PartnerFacts = { age?: number; taxCountry?: 'rUK' | 'Scotland' }

/** What a partner is asked: the price of one of its products, for a value, from a day on. Names nobody. */
export type CostQuestion = {
  partner: string
  /** Codes of the benefit and of the part of its price. */
  product: string
  component: string
  /** Decimal digits by the code of the option. */
  values: Record<string, string>
  facts: PartnerFacts
  on: IsoDate
}

/** A price as its partner gave it. It stands as agreed once a choice was confirmed at it. */
export type PartnerQuote = {
  component: string
  /** By which the partner finds it again. */
  reference: string
  /** Pounds, decimal digits. */
  amount: string
  every: 'month' | 'year'
  /** Where it comes from, and since when that counts. */
  source: string
  effectiveFrom: IsoDate
  /** The last day on which a choice may be confirmed at it; null for a price without an end. */
  validUntil: IsoDate | null
  /** How it was worked out, where the partner tells: so many pounds for so much of the value. */
  workings?: { per: number; rate: string }
}

/** A refusal has the partner's own sentence, which is shown as it was sent (BENEFIT-57), and may name the option it is about. */
export type CostAnswer =
  | { outcome: 'priced'; quote: PartnerQuote }
  | { outcome: 'refused'; sentence: string; field?: string }
  | { outcome: 'unreachable' }

/** Whoever says what a partner's product costs: the portal's own engine answers at once, one that is asked takes its time. */
export type CostEngine<Answer = CostAnswer | Promise<CostAnswer>> = { ask: (question: CostQuestion) => Answer }

/** What can be told while a price is worked out, which waits for nobody. */
export type CostsAtHand = CostEngine<CostAnswer>

/** The answers that were fetched before; a question that was not asked then has none. */
export function answersAtHand(answers: readonly { question: CostQuestion; answer: CostAnswer }[]): CostsAtHand {
  const known = new Map(answers.map(({ question, answer }) => [JSON.stringify(question), answer]))
  return { ask: (question) => known.get(JSON.stringify(question)) ?? { outcome: 'unreachable' } }
}

/** What was agreed stays: nobody is asked again behind a person's back. */
export function asAgreed(quotes: readonly PartnerQuote[]): CostsAtHand {
  return {
    ask: ({ component }) => {
      const quote = quotes.find((one) => one.component === component)
      return quote ? { outcome: 'priced', quote } : { outcome: 'unreachable' }
    },
  }
}

/** Where a partner would have to be asked and nobody asks. */
export const nobodyAsked: CostsAtHand = answersAtHand([])
