import { sql, type RawBuilder } from 'kysely'
import type { ClientId } from '../contract/ids.ts'
import type { Tx } from '../database/database.ts'
import type { Database } from '../database/tables.ts'
import { transactionTime } from '../database/transaction-time.ts'
import type { DailyJob } from './daily-jobs.ts'

export type ExpiredRows = {
  deleteFrom: keyof Database
  key: readonly string[]
  /** Condition for expired rows; a function if it reads other tables of the client. */
  when: RawBuilder<unknown> | ((clientId: ClientId) => RawBuilder<unknown>)
  /** Skips rows that another transaction has locked. They are removed on the next day. */
  skipsHeld?: true
}

export const timeAgo = (milliseconds: number) => sql`${transactionTime} - make_interval(secs => ${milliseconds / 1000})`

/** Returns a job that removes expired rows in portions, in the order of `kinds`. Portions keep transactions short. */
export function removalJob(name: string, kinds: readonly ExpiredRows[], portion = 5_000): DailyJob {
  return {
    name,
    run: async (tx, clientId) => {
      let isMore = false
      for (const spent of kinds) isMore = (await deletePortion(tx, clientId, spent, portion)) === portion || isMore
      return isMore ? 'more' : 'done'
    },
  }
}

async function deletePortion(tx: Tx, clientId: ClientId, spent: ExpiredRows, portion: number): Promise<number> {
  const table = sql.table(spent.deleteFrom)
  const key = sql.join(spent.key.map((column) => sql.ref(column)))
  const { numAffectedRows = 0n } = await sql`
    delete from ${table}
    where client_id = ${clientId}
      and (${key}) in (
        select ${key}
        from ${table}
        where client_id = ${clientId}
          and ${typeof spent.when === 'function' ? spent.when(clientId) : spent.when}
        order by ${key}
        limit ${portion}
        ${spent.skipsHeld ? sql`for update skip locked` : sql``}
      )
  `.execute(tx)
  return Number(numAffectedRows)
}
