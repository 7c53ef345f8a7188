import { sql, type RawBuilder } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import { transactionDay } from '../../database/transaction-time.ts'
import type { LoginsOnDay } from './engagement.contract.ts'

export type CountedLogins = { today: IsoDate; days: LoginsOnDay[] }

export function loginsQuery(clientId: ClientId): RawBuilder<CountedLogins> {
  return sql<CountedLogins>`
    select
      ${transactionDay} as today,
      (
        select coalesce(json_agg(json_build_object('date', day, 'count', logins) order by day), '[]')
        from login_count
        where client_id = ${clientId}
          and day > ${transactionDay} - interval '1 year'
      ) as days
  `
}
