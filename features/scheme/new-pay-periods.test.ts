import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import { withConnection } from '../../database/bootstrap.ts'
import { inClient, type Tx } from '../../database/database.ts'
import { type FolderChanges, withChangedFolder } from '../../tests/harness/changed-folder.ts'
import { employee } from '../../tests/harness/employee.ts'
import { decide } from '../../tests/harness/world-actions.ts'
import { testSecrets as secrets } from '../../tests/harness/test-secrets.ts'
import { waitUntilCallsAreBlocked } from '../../tests/harness/row-locks.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import { writeDeductions } from '../../services/recalculation/selection-pay.queries.ts'
import { appendVersion, lockSelections } from '../../services/my-benefits/selections.queries.ts'
import { lockPeople } from '../../services/people/profile.queries.ts'
import { applyScheme } from './apply-scheme.server.ts'

let world: World
beforeEach(async () => void (world = await startWorld({ people: 'of one client' })))
afterEach(() => world.close())

it('when new pay periods are planned, amounts that had no period are deducted exactly once', async () => {
  const order = await orderedBicycle()
  expect(await takenOf(order)).toEqual([1200_00, 12])
  await unplan()
  const [left] = await takenOf(order)
  expect(left).toBeLessThan(1200_00)
  for (const _ of [1, 2]) {
    expect(await apply({})).not.toHaveProperty('faults')
    expect(await takenOf(order)).toEqual([1200_00, 12])
  }
})

it('enough pay periods are planned for an existing order, even if new orders of the benefit have fewer instalments', async () => {
  const longer = (yaml: string) => yaml.replace('instalments: 12', 'instalments: 36')
  expect(await apply({ 'benefits/cycle-to-work.yaml': longer })).not.toHaveProperty('faults')
  const order = await orderedBicycle()
  expect(await takenOf(order)).toEqual([1200_00, 36])
  await unplan()
  expect(await apply({})).not.toHaveProperty('faults')
  expect(await takenOf(order)).toEqual([1200_00, 36])
})

it('planning new pay periods deducts nothing for a benefit if the person opts out of it at the same time', async () => {
  const order = await orderedBicycle()
  await unplan()
  let applied: Promise<unknown> | undefined
  await inClient(world.database.db, order.clientId, async (tx, { today }) => {
    await optOut(tx, order, today)
    applied = apply({})
    await Promise.race([waitUntilCallsAreBlocked(world, 1), applied])
  })
  expect(await applied).not.toHaveProperty('faults')
  expect(await stateOf(order)).toBe('opted-out')
  expect(await takenOf(order)).toEqual([null, 0])
})

it("planning waits for a person who has started to choose before it locks that person's deductions, so that both succeed", async () => {
  const order = await orderedBicycle()
  await unplan()
  let applied: Promise<unknown> | undefined
  await inClient(world.database.db, order.clientId, async (tx, { today }) => {
    await lockPeople(tx, order.clientId, { people: [order.personId] })
    applied = apply({ 'people.csv': (text) => text.replace('45000.00', '46000.00') })
    await Promise.race([waitUntilCallsAreBlocked(world, 1), applied])
    await optOut(tx, order, today)
  })
  expect(await applied).toMatchObject({ applied: { changes: { facts: 3 } } })
  expect(await stateOf(order)).toBe('opted-out')
  expect(await takenOf(order)).toEqual([null, 0])
})

const demo = inject('demoOfFew')
const apply = (changes: FolderChanges) =>
  withChangedFolder(demo, changes, (folder) => applyScheme(world.database.db, { folder, secrets }))

type Order = { clientId: ClientId; personId: PersonId; selectionId: SelectionId }

async function orderedBicycle(): Promise<Order> {
  const { selectionId } = await (await employee(world, 'amelia.hart')).choose('cycle-to-work', { value: 1200 })
  expect((await decide(world, [selectionId])).statusCode).toBe(200)
  const [order] = await world.database.rows<Order>(
    `select client_id as "clientId", person_id as "personId", id as "selectionId" from selection where id = $1`,
    [selectionId],
  )
  if (!order) throw new Error('There is no order')
  return order
}

async function stateOf({ selectionId }: Order) {
  const [row] = await world.database.rows<{ state: string }>('select state from selection where id = $1', [selectionId])
  return row?.state
}

/** Removes the late periods, as if the scheme had been applied before orders were this long. */
function unplan(): Promise<void> {
  return withConnection(world.database.superuser, async (client) => {
    const late = `select id from payroll_period where pay_on >= '2027-06-01'`
    await client.query(`delete from deduction where period_id in (${late})`)
    await client.query(`delete from payroll_period where id in (${late})`)
  })
}

async function optOut(tx: Tx, { clientId, selectionId }: Order, today: IsoDate): Promise<void> {
  const [selection] = await lockSelections(tx, clientId, [selectionId])
  if (!selection) throw new Error('There is no order')
  const { schemeYearId, choice, peopleCovered } = selection.newest
  const step = { state: 'opted-out', action: 'opt-out', effectiveFrom: today, runs: 'nothing' } as const
  const next = { ...step, schemeYearId, choice, peopleCovered, price: null, actorId: selection.personId }
  await appendVersion(tx, clientId, { selection, next })
  await writeDeductions(tx, clientId, { selection, today })
}

async function takenOf({ selectionId }: Order) {
  const [sum] = await world.database.rows<{ pence: number | null; periods: number }>(
    `select sum(employee_pence)::integer as pence, count(*)::integer as periods from deduction where selection_id = $1`,
    [selectionId],
  )
  return [sum?.pence, sum?.periods]
}
