import type { TracedFigure } from './trace.ts'

/** `recurring`: a share on each pay day. `rest-of-year`: shares until the scheme year ends. `instalments`: `count` shares. */
export type Spread = { kind: 'recurring' } | { kind: 'rest-of-year' } | { kind: 'instalments'; count: number }

/** `yearly` and `orderTotal` in pounds. `sold`: paid to the employee. `ofEachPay`: a percentage of each salary payment. */
export type MethodPrice = {
  yearly: TracedFigure
  spread: Spread
  orderTotal?: TracedFigure
  sold?: boolean
  ofEachPay?: boolean
}
