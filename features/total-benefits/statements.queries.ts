import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { Tx } from '../../database/database.ts'

export type StatementRow = {
  personId: PersonId
  group: string
  year: number
  month: number
  employee: Pence
  employer: Pence
}

/** Writes months into the ledger; a month that stands there already stays as it is. */
export async function addStatementRows(
  tx: Tx,
  clientId: ClientId,
  { rows }: { rows: readonly StatementRow[] },
): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('statement_row')
    .values(
      rows.map(({ personId, group, year, month, employee, employer }) => ({
        client_id: clientId,
        person_id: personId,
        benefit_group: group,
        year,
        month,
        employee_pence: employee,
        employer_pence: employer,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
