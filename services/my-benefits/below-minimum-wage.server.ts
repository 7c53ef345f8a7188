import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { Tx } from '../../database/database.ts'
import { nextPayPeriods, sacrificesOfPay } from './below-minimum-wage.queries.ts'
import { payBelowMinimumWage, type SacrificeOfPay } from './below-minimum-wage.rules.ts'
import { taxTables } from '../payroll/tax-tables.queries.ts'

type BelowMinimumWage = Pick<SacrificeOfPay, 'personId' | 'employeeName' | 'employeeNumber'> & {
  payOn: IsoDate
  pay: Pence
  givenUp: Pence
  minimumWage: Pence
}

/** Returns employees whose next pay is below the minimum wage after the pay that they give up for benefits. */
export async function findBelowMinimumWage(
  tx: Tx,
  clientId: ClientId,
  { people }: { people?: readonly PersonId[] } = {},
): Promise<BelowMinimumWage[]> {
  const found: BelowMinimumWage[] = []
  const { rows: periods } = await nextPayPeriods(clientId).execute(tx)
  for (const { payOn, ...period } of periods) {
    const { rows } = await sacrificesOfPay(clientId, period, { people }).execute(tx)
    for (const one of rows) {
      const below = payBelowMinimumWage(one, { tables: taxTables(), startsOn: period.startsOn })
      if (below) found.push({ ...one, ...below, payOn })
    }
  }
  return found
}
