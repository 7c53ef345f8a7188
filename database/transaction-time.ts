import { sql } from 'kysely'
import { londonDate, type IsoDate } from '../contract/dates.ts'

/** The time of one transaction, from the database's one clock. */
export interface Clock {
  /** ISO 8601 in UTC. */
  now: string
  today: IsoDate
}

/** Stands among the parameters of a statement for a part of its transaction's time. */
class TimeParameter {
  readonly part: keyof Clock

  constructor(part: keyof Clock) {
    this.part = part
  }
}

/** The time of the transaction in a statement. The connection sends it as a value. */
export const transactionTime = sql<string>`${new TimeParameter('now')}::timestamptz`
/** Its date in Europe/London. */
export const transactionDay = sql<IsoDate>`${new TimeParameter('today')}::date`

export function usesTime(parameters: readonly unknown[]): boolean {
  return parameters.some((value) => value instanceof TimeParameter)
}

export function withTime(parameters: readonly unknown[], clock: Clock): unknown[] {
  return parameters.map((value) => (value instanceof TimeParameter ? clock[value.part] : value))
}

/** Sets the client until the transaction ends, so that a pooled connection keeps none. Its row is the transaction's `Clock`. */
export const enterClient = `select set_config('app.client_id', $1, true), now, today from app.present()`

/** How much later than the database's time an expected time may be. It may never be earlier, so that nothing expires late. */
const mostLateMs = 1_000
/** Added to what is expected: a statement takes its time on the way to the database. */
const onTheWayMs = 250

/** The expected database time, so that a statement can leave with `enterClient`. Sent again if it was wrong. */
export class ExpectedTime {
  #aheadMs: number | undefined

  /** Undefined before the first answer of the database. */
  get(): Clock | undefined {
    if (this.#aheadMs === undefined) return undefined
    const at = new Date(Date.now() + this.#aheadMs + onTheWayMs)
    return { now: at.toISOString(), today: londonDate(at) }
  }

  learn(clock: Clock, sentAt: number): void {
    this.#aheadMs = Date.parse(clock.now) - sentAt
  }
}

export function isRight(expected: Clock, actual: Clock): boolean {
  const lateMs = Date.parse(expected.now) - Date.parse(actual.now)
  return lateMs >= 0 && lateMs <= mostLateMs
}
