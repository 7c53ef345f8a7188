import { sql } from 'kysely'
import { londonDate, type IsoDate } from '../contract/dates.ts'

export interface Clock {
  /** ISO 8601 in UTC. */
  now: string
  today: IsoDate
}

class TimeParameter {
  readonly part: keyof Clock

  constructor(part: keyof Clock) {
    this.part = part
  }
}

export const transactionTime = sql<string>`${new TimeParameter('now')}::timestamptz`
export const transactionDay = sql<IsoDate>`${new TimeParameter('today')}::date`

export function needsTransactionTime(parameters: readonly unknown[]): boolean {
  return parameters.some((value) => value instanceof TimeParameter)
}

export function insertTransactionTime(parameters: readonly unknown[], clock: Clock): unknown[] {
  return parameters.map((value) => (value instanceof TimeParameter ? clock[value.part] : value))
}

export const readClock = 'select now, today from app.present()'

/** The expected time may be this much ahead of the database's. It may never be behind, so that nothing expires late. */
const mostLateMs = 1_000
/** Added to the expected time, because a statement takes time to reach the database. */
const onTheWayMs = 250

/** Predicts the database's time, to send a statement together with `readClock`. After a wrong prediction it is sent again. */
export class ExpectedDatabaseTime {
  #aheadMs: number | undefined

  get(): Clock | undefined {
    if (this.#aheadMs === undefined) return undefined
    const at = new Date(Date.now() + this.#aheadMs + onTheWayMs)
    return { now: at.toISOString(), today: londonDate(at) }
  }

  adjust(clock: Clock, sentAt: number): void {
    this.#aheadMs = Date.parse(clock.now) - sentAt
  }
}

export function matchesExpectedTime(expected: Clock, actual: Clock): boolean {
  const lateMs = Date.parse(expected.now) - Date.parse(actual.now)
  return lateMs >= 0 && lateMs <= mostLateMs
}
