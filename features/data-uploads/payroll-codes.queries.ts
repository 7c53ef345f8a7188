import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'

/** Of the latest scheme year that has begun, even if it is over, and of later years. */
export async function payrollCodesOn(tx: Tx, clientId: ClientId, { date }: { date: IsoDate }): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select payroll.code
    from payroll
    join scheme_year as year on year.client_id = payroll.client_id and year.id = payroll.scheme_year_id
    where payroll.client_id = ${clientId}
      and year.starts_on >= (
        select max(starts_on)
        from scheme_year
        where client_id = ${clientId}
          and starts_on <= ${date}
      )
    order by payroll.code
  `.execute(tx)
  return rows.map(({ code }) => code)
}
