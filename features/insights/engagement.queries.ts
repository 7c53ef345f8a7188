import { sql, type RawBuilder } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import { transactionDay } from '../../database/transaction-time.ts'
import type { AnnualWindow, LoginCount } from './logins.rules.ts'

export type CountedLogins = { today: IsoDate; days: LoginCount[]; windows: AnnualWindow[] }

export function loginsQuery(clientId: ClientId): RawBuilder<CountedLogins> {
  return sql<CountedLogins>`
    select
      ${transactionDay} as today,
      (
        select coalesce(json_agg(json_build_object('date', day, 'count', logins) order by day), '[]')
        from login_count
        where client_id = ${clientId}
          and day > ${transactionDay} - interval '1 year'
      ) as days,
      (
        select coalesce(json_agg(json_build_object('opensOn', opens_on, 'closesOn', closes_on)), '[]')
        from enrolment_window
        where client_id = ${clientId}
          and person_id is null
          and cause = 'annual'
          and closes_on > ${transactionDay} - interval '1 year'
          and opens_on <= ${transactionDay}
      ) as windows
  `
}
