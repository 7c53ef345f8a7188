import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { inClient, type Tx } from '../../database/database.ts'
import type { IsoDate } from '../../contract/dates.ts'
import { newClientId, type ClientId, type PersonId, type SelectionId } from '../../contract/ids.ts'
import { notOnCitus } from '../../tests/harness/on-citus.ts'
import { waitUntilCallsAreBlocked } from '../../tests/harness/row-locks.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import { insertDeductions, removeDeductions, removeDeductionsOfCode } from './deductions.queries.ts'
import { lockPeriodRow, writeRun } from '../../features/payroll/payroll-runs.queries.ts'

type Line = { personId: PersonId; id: string; selectionId: SelectionId; periodId: string; payCode: string }

let world: World
let clientId: ClientId
let lines: Line[]
beforeAll(async () => {
  world = await startWorld({ keep: true, people: 'of one client' })
  const found = await world.database.rows<Line & { clientId: ClientId }>(
    `select
       client_id as "clientId", person_id as "personId", id, selection_id as "selectionId", period_id as "periodId",
       pay_code as "payCode"
     from deduction
     order by selection_id, period_id`,
  )
  const [first] = found
  if (!first) throw new Error('Nothing is deducted in the example world')
  clientId = first.clientId
  lines = found.filter((line) => line.clientId === clientId)
  return world.close
})

/** Each test uses a different period. */
function lineOf(place: number): Line {
  const periods = [...Map.groupBy(lines, ({ periodId }) => periodId).values()]
  const line = periods[place]?.[0]
  if (!line) throw new Error(`The example world has deductions in ${periods.length} periods only`)
  return line
}

const inOwn = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inClient(world.database.db, clientId, work)

const lock = (tx: Tx, { periodId }: Line): Promise<void> =>
  writeRun(tx, clientId, {
    periodId,
    lockedBy: null,
    lockedAt: '2026-11-28T09:00:00Z',
    lineCount: 0,
    employeePence: 0n,
    employerPence: 0n,
  })

const lateLine = (line: Pick<Line, 'personId' | 'selectionId' | 'periodId'>) =>
  ({
    ...line,
    id: crypto.randomUUID(),
    version: 1,
    payCode: 'LATE',
    method: 'net-pay',
    employee: 1n,
    employer: 0n,
    annual: 12n,
    // The column's type. The value is not checked here.
    effectiveFrom: '2026-04-06' as IsoDate,
  }) as const

const changesOf = ({ id, personId, selectionId, periodId, payCode }: Line): ((tx: Tx) => Promise<void>)[] => [
  (tx) => removeDeductions(tx, clientId, { lines: [{ id, periodId }] }),
  (tx) => removeDeductionsOfCode(tx, clientId, { lines: [{ selectionId, payCode }], periodIds: [periodId] }),
  (tx) => insertDeductions(tx, clientId, { lines: [lateLine({ personId, selectionId, periodId })] }),
]

/** Error of the query functions. The database triggers raise 42501 instead. */
const lockedSince = { code: '40001', message: 'A payroll period has been locked since it was read' }

it('deductions cannot be changed in a period that was locked after the period was read', async () => {
  const line = lineOf(0)
  await inOwn((tx) => lock(tx, line))
  for (const change of changesOf(line)) await expect(inOwn(change)).rejects.toMatchObject(lockedSince)

  const moved = inOwn((tx) => tx.updateTable('deduction').set({ period_id: line.periodId }).execute())
  await expect(moved).rejects.toMatchObject({ code: '42501' })
})

it('changes to deductions wait while their period is being locked, and are then refused', async () => {
  const line = lineOf(1)
  const late = await inOwn(async (tx) => {
    await lockPeriodRow(tx, clientId, line)
    for (const change of changesOf(line)) {
      const impatient = inOwn(async (own) => {
        await sql`set local lock_timeout = '10ms'`.execute(own)
        await change(own)
      })
      await expect(impatient).rejects.toThrow('lock timeout')
    }
    const waiting = changesOf(line).map((change) => expect(inOwn(change)).rejects.toMatchObject(lockedSince))
    await waitUntilCallsAreBlocked(world, waiting.length)
    await lock(tx, line)
    return waiting
  })
  await Promise.all(late)
})

it('locking a period waits for changes to its deductions that are in progress', async () => {
  const line = lineOf(2)
  for (const change of changesOf(line))
    await inOwn(async (tx) => {
      await change(tx)
      const impatient = inOwn(async (own) => {
        await sql`set local lock_timeout = '10ms'`.execute(own)
        await lockPeriodRow(own, clientId, line)
      })
      await expect(impatient).rejects.toThrow('lock timeout')
    })
})

it('deductions of one client cannot be written in a transaction of another client', async () => {
  const { personId, selectionId, periodId } = lineOf(3)
  const line = lateLine({ personId, selectionId, periodId })
  const added = inClient(world.database.db, newClientId(), (tx) => insertDeductions(tx, clientId, { lines: [line] }))
  await expect(added).rejects.toThrow('0 of 1 rows were inserted')
})

notOnCitus('it tests triggers')(
  'deductions cannot be added to a locked period, or removed from it, by any statement',
  async () => {
    const line = lineOf(4)
    await inOwn((tx) => lock(tx, line))
    const added = sql`
    insert into deduction (
      client_id, id, period_id, person_id, selection_id, selection_version, pay_code, method, employee_pence, employer_pence,
      annual_pence, effective_from
    )
    select
      client_id, ${crypto.randomUUID()}, period_id, person_id, selection_id, selection_version, 'LATE', method, 1, 0, 12,
      effective_from
    from deduction
    where client_id = ${clientId}
      and id = ${line.id}
  `
    const removed = sql`delete from deduction where client_id = ${clientId} and id = ${line.id}`
    for (const statement of [added, removed])
      await expect(inOwn((tx) => statement.execute(tx))).rejects.toMatchObject({ code: '55000' })
  },
)
