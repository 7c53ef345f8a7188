import type { Traced } from './trace.ts'

/**
 * How an amount is spread over pay days. `recurring` charges a share of the year on each pay day while cover lasts.
 * `rest-of-year` spreads a fixed total over the scheme year's remaining pay days. `instalments` spreads it over a fixed
 * number of pay days: an order's months of hire.
 */
export type Spread = { kind: 'recurring' } | { kind: 'rest-of-year' } | { kind: 'instalments'; count: number }

/**
 * A method's result: pounds a year, and the whole total of an order. `sold`: the person receives it. `ofEachPay`: a share of
 * each pay, including the 53rd weekly pay of a scheme year.
 */
export type MethodPrice = { yearly: Traced; spread: Spread; orderTotal?: Traced; sold?: boolean; ofEachPay?: boolean }
