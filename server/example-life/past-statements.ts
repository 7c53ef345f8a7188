import type { BenefitId, ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { SimulatedSelection } from '../../features/selections/simulated-selection.server.ts'
import { addStatementRows, type StatementEntry } from '../../features/total-benefits/statements.queries.ts'
import type { PastRun } from './past-runs.ts'
import type { SchemeData } from './scheme-data.ts'

/** Adds each month's deductions of the locked runs to people's statements. Months of `statements.csv` stay. */
export async function addPastStatements(
  tx: Tx,
  clientId: ClientId,
  { lived, data, runs }: { lived: readonly SimulatedSelection[]; data: SchemeData; runs: readonly PastRun[] },
): Promise<void> {
  const groupOf = new Map<BenefitId, string>(
    data.years.flatMap(({ benefits }) => benefits.map(({ id, definition }) => [id, definition.groupCode] as const)),
  )
  const paidOn = new Map(runs.map(({ period: { periodId, payOn } }) => [periodId, payOn]))
  const rows = new Map<string, StatementEntry>()
  for (const { selection, deductions } of lived) {
    const { personId, benefitId } = selection
    const group = groupOf.get(benefitId) ?? ''
    for (const { periodId, employee, employer } of deductions) {
      const on = paidOn.get(periodId)
      if (on === undefined) continue
      const [year, month] = [Number(on.slice(0, 4)), Number(on.slice(5, 7))]
      const key = `${personId} ${group} ${year} ${month}`
      const row = rows.get(key) ?? { personId, group, year, month, employee: 0n, employer: 0n }
      rows.set(key, { ...row, employee: row.employee + employee, employer: row.employer + employer })
    }
  }
  await addStatementRows(tx, clientId, { rows: [...rows.values()] })
}
