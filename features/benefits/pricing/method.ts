import type { Traced } from './trace.ts'

/** `recurring`: a share on each pay day; `rest-of-year`: over the year's remaining pay days; `instalments`: a fixed number. */
export type Spread = { kind: 'recurring' } | { kind: 'rest-of-year' } | { kind: 'instalments'; count: number }

/** Pounds a year, and the total of an order. `sold`: the person receives it. `ofEachPay`: a share of each pay. */
export type MethodPrice = { yearly: Traced; spread: Spread; orderTotal?: Traced; sold?: boolean; ofEachPay?: boolean }
