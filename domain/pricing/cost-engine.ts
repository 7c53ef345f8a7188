import type { IsoDate } from '../../contract/dates.ts'

/** The only personal facts that a business partner receives: age in whole years, and the country of income tax. */
export type PartnerFacts = { age?: number; taxCountry?: 'rUK' | 'Scotland' }

export type PartnerPriceRequest = {
  partner: string
  product: string
  component: string
  /** Decimal digits by option code. */
  values: Record<string, string>
  facts: PartnerFacts
  on: IsoDate
}

export type PartnerQuote = {
  component: string
  reference: string
  /** Pounds, decimal digits. */
  amount: string
  every: 'month' | 'year'
  source: string
  effectiveFrom: IsoDate
  /** Last day on which a choice may be confirmed at this price; null if the price does not expire. */
  validUntil: IsoDate | null
  /** The business partner's calculation, if it was sent: `rate` pounds for each `per` pounds of the value. */
  workings?: { per: number; rate: string }
}

/** A refusal contains the business partner's own sentence, shown unchanged (BENEFIT-57), and may name the option concerned. */
export type PartnerPriceReply =
  | { outcome: 'priced'; quote: PartnerQuote }
  | { outcome: 'refused'; sentence: string; field?: string }
  | { outcome: 'unreachable' }

export type CostEngine<Answer = PartnerPriceReply | Promise<PartnerPriceReply>> = {
  ask: (question: PartnerPriceRequest) => Answer
}

export type SynchronousCostEngine = CostEngine<PartnerPriceReply>

export function costEngineFromReplies(
  answers: readonly { question: PartnerPriceRequest; answer: PartnerPriceReply }[],
): SynchronousCostEngine {
  const replies = new Map(answers.map(({ question, answer }) => [JSON.stringify(question), answer]))
  return { ask: (question) => replies.get(JSON.stringify(question)) ?? { outcome: 'unreachable' } }
}

export function costEngineFromQuotes(quotes: readonly PartnerQuote[]): SynchronousCostEngine {
  return {
    ask: ({ component }) => {
      const quote = quotes.find((one) => one.component === component)
      return quote ? { outcome: 'priced', quote } : { outcome: 'unreachable' }
    },
  }
}
