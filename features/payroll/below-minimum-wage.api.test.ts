import { beforeEach, describe, expect, it } from 'vitest'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { changeFacts, lockNextRun } from '../../tests/harness/world-actions.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import type { listBelowMinimumWage } from './below-minimum-wage.contract.ts'

let world: World
beforeEach(async () => void (world = await startWorld({ people: 'of one client' })))

async function listed() {
  const token = await world.signIn('grace.lin')
  const { clientId } = await accountOf(world.database, 'grace.lin')
  const answer = await world.request({ url: `/api/v2/client/${clientId}/below-minimum-wage`, token })
  return answer
    .json<ReplyOf<typeof listBelowMinimumWage>>()
    .map(({ employeeName, payOn, pay, givenUp, minimumWage }) => ({ employeeName, payOn, pay, givenUp, minimumWage }))
}

async function bornOn(date: string): Promise<void> {
  const { personId } = await accountOf(world.database, 'amelia.hart')
  await world.database.rows('update person_details set date_of_birth = $2 where person_id = $1', [personId, date])
}

/** Amelia gives up £2,700.00 a year for her pension and £35.10 for life assurance. */
const paid = (pence: number) => changeFacts(world, 'amelia.hart', { 'basic-salary': String(pence) })

describe("employer's list of pay below the minimum wage", () => {
  it('shows a person whose next pay is too low, if the difference is more than the rounding of each deduction', async () => {
    await lockNextRun(world)
    await paid(24_784_50 + 2_735_10)
    expect(await listed()).toEqual([])
    // Two deductions together are £227.93 a month. With a penny less each, they are £2,734.92 a year.
    await paid(24_784_50 + 2_734_92)
    expect(await listed()).toEqual([])
    await paid(24_784_50 + 2_734_91)
    expect(await listed()).toEqual([
      { employeeName: 'Amelia Hart', payOn: '2026-12-28', pay: 2293.28, givenUp: 227.93, minimumWage: 2065.38 },
    ])
  })

  it('shows a person from the first pay period after a birthday with a higher minimum wage', async () => {
    // The minimum wage for 37.5 hours a week is £21,157.50 a year at 20, and £24,784.50 (£2,065.38 a month) at 21.
    await paid(25_000_00)
    await bornOn('2005-11-20')
    expect(await listed()).toEqual([])
    await lockNextRun(world)
    expect(await listed()).toMatchObject([{ employeeName: 'Amelia Hart', payOn: '2026-12-28', minimumWage: 2065.38 }])
  })
})
