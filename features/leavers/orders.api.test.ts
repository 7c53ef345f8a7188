import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountOf } from '../../tests/harness/accounts.ts'
import {
  applyChanged,
  signInForBenefit,
  decide,
  changeFacts,
  linesOf,
  lockNextRun,
} from '../../tests/harness/world-actions.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'

let world: World
beforeEach(async () => void (world = await startWorld({ people: 'of one client' })))
afterEach(() => world.close())

const weekly = {
  'scheme-current.yaml': (text: string) =>
    text.replace(
      'payrollFormats:',
      `  - { code: weekly, name: Weekly pay, frequency: weekly, firstPayDay: 2026-04-10, cutOffDays: 3, format: by-period }\npayrollFormats:`,
    ),
}

describe('order', () => {
  it('of £1,000 over 12 months deducts 4 × £19.24 and 48 × £19.23 from weekly pay', async () => {
    await applyChanged(world, weekly)
    for (const kind of ['basic-salary', 'pensionable-salary'] as const)
      await changeFacts(world, 'amelia.hart', { [kind]: '3600000', payroll: 'weekly' })
    const bicycle = await signInForBenefit(world, 'amelia.hart', 'cycle-to-work')
    expect((await bicycle.quote({ value: 1000 })).json()).toMatchObject({
      price: {
        periodsPerYear: 52,
        employee: { perPeriod: 19.24, perMonth: 83.33, perYear: 1000 },
        order: { total: 1000, instalments: 52 },
        spread: '4 × £19.24, then 48 × £19.23',
      },
    })
    const { selectionId } = await bicycle.choose({ value: 1000 })
    await decide(world, [selectionId])
    const amounts = (await linesOf(world, selectionId)).map(({ employee }) => employee)
    expect(amounts).toEqual([...Array(4).fill(19.24), ...Array(48).fill(19.23)])
  })

  it('cannot be changed after approval, and the refusal says from which day another order is possible', async () => {
    const bicycle = await signInForBenefit(world, 'amelia.hart', 'cycle-to-work')
    const { selectionId } = await bicycle.choose({ value: 1200 })
    await decide(world, [selectionId])
    const reason =
      'You have ordered this, so it stays in your pay until it is paid for. You can order again, or opt out, from 1 December 2027'
    for (const answer of [
      await bicycle.quote({ value: 1500 }),
      await bicycle.change({ value: 1500 }),
      await bicycle.tryToLeave(selectionId),
    ])
      expect([answer.statusCode, answer.json()]).toMatchObject([403, { message: reason, opensOn: '2027-12-01' }])
    expect((await bicycle.view()).allowedActions).not.toContain('change-cover')
  })

  it('ends with its last planned pay period after a move to another payroll, and that day is shown', async () => {
    const bicycle = await signInForBenefit(world, 'amelia.hart', 'cycle-to-work')
    const { selectionId } = await bicycle.choose({ value: 1000 })
    await decide(world, [selectionId])
    await world.database.moveTo('2026-12-20T09:00:00Z')
    await lockNextRun(world)
    await changeFacts(world, 'amelia.hart', { payroll: 'four-weekly' }, '2027-01-01')
    await world.database.moveTo('2027-01-20T09:00:00Z')
    const [last] = await world.database.rows<{ opensOn: string }>(
      `select max(ends_on + 1)::text as "opensOn"
       from deduction join payroll_period as period on period.client_id = deduction.client_id and period.id = period_id
       where selection_id = $1`,
      [selectionId],
    )
    expect(last).toEqual({ opensOn: '2027-11-06' })
    expect((await (await signInForBenefit(world, 'amelia.hart', 'cycle-to-work')).view()).availability).toMatchObject(
      last ?? {},
    )
  })

  it('is listed with the amount left if the person is in no payroll', async () => {
    expect(await unpaidOrders()).toEqual([])
    await changeFacts(world, 'amelia.hart', { payroll: null })
    const bicycle = await signInForBenefit(world, 'amelia.hart', 'cycle-to-work')
    const { selectionId } = await bicycle.choose({ value: 1000 })
    await decide(world, [selectionId])
    expect(await linesOf(world, selectionId)).toEqual([])
    expect(await unpaidOrders()).toEqual([
      {
        selectionId,
        employeeName: 'Amelia Hart',
        employeeNumber: 'NR1001',
        benefitName: 'Cycle to work',
        employeeAmount: 1000,
        employerAmount: 0,
      },
    ])
    await changeFacts(world, 'amelia.hart', { payroll: 'monthly' })
    expect((await linesOf(world, selectionId)).reduce((sum, { employee }) => sum + employee, 0)).toBeCloseTo(1000, 2)
    expect(await unpaidOrders()).toEqual([])
  })

  it('can follow another order after its last instalment, and is paid in full', async () => {
    await applyChanged(world, {
      'benefits/cycle-to-work.yaml': (text) => text.replace('instalments: 12', 'instalments: 2'),
    })
    const bicycle = await signInForBenefit(world, 'amelia.hart', 'cycle-to-work')
    const { selectionId } = await bicycle.choose({ value: 200 })
    await decide(world, [selectionId])
    for (const day of ['2026-12-20', '2027-01-20']) {
      await world.database.moveTo(`${day}T09:00:00Z`)
      await lockNextRun(world)
    }
    const { json } = await (await signInForBenefit(world, 'amelia.hart', 'cycle-to-work')).quote({ value: 300 })
    expect(json()).toMatchObject({ opensOn: '2027-02-01' })
    await world.database.moveTo('2027-02-01T09:00:00Z')
    const again = await signInForBenefit(world, 'amelia.hart', 'cycle-to-work')
    expect((await again.quote({ value: 300 })).json()).toMatchObject({
      price: { order: { total: 300, instalments: 2 }, taken: null },
    })
    expect((await again.change({ value: 300 })).json()).toMatchObject({ selectionId, status: 'pending-change' })
    await decide(world, [selectionId])
    expect((await linesOf(world, selectionId)).map(({ period, employee }) => [period, employee])).toEqual([
      ['December 2026', 100],
      ['January 2027', 100],
      ['March 2027', 150],
      ['April 2027', 150],
    ])
  })

  it('can follow an order that continued because a last day was removed', async () => {
    await applyChanged(world, {
      'benefits/cycle-to-work.yaml': (text) => text.replace('instalments: 12', 'instalments: 2'),
    })
    const bicycle = await signInForBenefit(world, 'amelia.hart', 'cycle-to-work')
    const { selectionId } = await bicycle.choose({ value: 200 })
    await decide(world, [selectionId])
    await world.database.moveTo('2026-12-20T09:00:00Z')
    await lockNextRun(world)
    await changeFacts(world, 'amelia.hart', { 'end-date': '2027-03-31' })
    await changeFacts(world, 'amelia.hart', { 'end-date': null })
    await world.database.moveTo('2027-01-20T09:00:00Z')
    await lockNextRun(world)
    expect((await linesOf(world, selectionId)).map(({ employee }) => employee)).toEqual([100, 100])
    await world.database.moveTo('2027-02-01T09:00:00Z')
    const again = await signInForBenefit(world, 'amelia.hart', 'cycle-to-work')
    expect((await again.quote({ value: 300 })).json()).toMatchObject({ price: { order: { total: 300 } } })
  })
})

async function unpaidOrders() {
  const { clientId } = await accountOf(world.database, 'grace.lin')
  const url = `/api/v2/client/${clientId}/unpaid-orders`
  return (await world.request({ url, token: await world.signIn('grace.lin') })).json<unknown>()
}
