import type { Traced } from './trace.ts'

/**
 * How an amount is spread over pay days: `recurring` runs as long as the cover does, each pay day its share of the year;
 * `rest-of-year` is a fixed total over the pay days left in the scheme year; `instalments` a fixed total over so many
 * pay days, those of an order's months of hire.
 */
export type Spread = { kind: 'recurring' } | { kind: 'rest-of-year' } | { kind: 'instalments'; count: number }

/** What a method answers: pounds a year, and for an order the whole. `sold` where the person receives it. */
export type MethodPrice = { yearly: Traced; spread: Spread; orderTotal?: Traced; sold?: boolean }
