import { expect, it } from 'vitest'
import { inClient } from '../../database/database.ts'
import { connected } from '../../database/bootstrap.ts'
import type { IsoDate } from '../../contract/dates.ts'
import { newClientId, type ClientId, type PersonId, type SelectionId } from '../../contract/ids.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { insertDeductions, removeDeductions } from './deductions.queries.ts'

it('cannot change a period that was locked since: the database refuses', async () => {
  const world = await startWorld()
  const { rows } = await connected(world.database.superuser, async (client) => {
    const found = await client.query<{
      client_id: ClientId
      person_id: PersonId
      id: string
      selection_id: SelectionId
      period_id: string
    }>(
      'select client_id, person_id, id, selection_id, period_id from deduction order by selection_id, period_id limit 1',
    )
    const [line] = found.rows
    await client.query(
      'insert into payroll_run (client_id, period_id, line_count, employee_pence, employer_pence) values ($1, $2, 0, 0, 0)',
      [line?.client_id, line?.period_id],
    )
    return found
  })
  const [line] = rows
  if (!line) throw new Error('Nothing is deducted in the example world')
  const { client_id: clientId, person_id: personId, id, selection_id: selectionId, period_id: periodId } = line
  const removed = inClient(world.database.db, clientId, (tx) => removeDeductions(tx, clientId, { ids: [id] }))
  await expect(removed).rejects.toMatchObject({ code: '55000' })

  const late = {
    id: crypto.randomUUID(),
    personId,
    selectionId,
    periodId,
    version: 1,
    payCode: 'LATE',
    method: 'net-pay',
    employee: 1n,
    employer: 0n,
    annual: 12n,
    // Column type, not checked here.
    effectiveFrom: '2026-04-06' as IsoDate,
  } as const
  const added = inClient(world.database.db, clientId, (tx) => insertDeductions(tx, clientId, { lines: [late] }))
  await expect(added).rejects.toMatchObject({ code: '55000' })

  await expect(
    inClient(world.database.db, newClientId(), (tx) =>
      insertDeductions(tx, clientId, { lines: [{ ...late, id: crypto.randomUUID() }] }),
    ),
  ).rejects.toThrow('0 of 1 rows were inserted')

  // A line cannot be moved into or out of a locked period either.
  const moved = inClient(world.database.db, clientId, (tx) =>
    tx.updateTable('deduction').set({ period_id: periodId }).execute(),
  )
  await expect(moved).rejects.toMatchObject({ code: '42501' })
})
