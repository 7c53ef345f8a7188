import { beforeEach, describe, expect, it } from 'vitest'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { changeFacts, lockNextRun } from '../../tests/harness/world-actions.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import { notifyBelowMinimumWage } from '../benefit-mails/notices.jobs.ts'
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

  it('agrees with a mail and a notice on Home to the employee, until the pay is enough', async () => {
    const notices = async () =>
      (await world.request({ url: '/api/v1/user/home-page-banner', token: await world.signIn('amelia.hart') }))
        .json<{ title: string; text: string }[]>()
        .filter(({ title }) => title === 'Your pay would be below the minimum wage')
    const mails = async () =>
      (await mailsOf(world, 'amelia.hart@demo.example')).filter(({ kind }) => kind === 'below-minimum-wage')
    const tellOn = async (day: string) => {
      await world.database.moveTo(`${day}T09:00:00Z`)
      await runDaily(world, [notifyBelowMinimumWage(world.serverSecret)])
    }
    await lockNextRun(world)
    await tellOn('2026-11-17')
    expect([await listed(), await notices(), await mails()]).toEqual([[], [], []])
    await paid(24_784_50 + 2_734_91)
    await tellOn('2026-11-18')
    await tellOn('2026-11-19')
    expect(await listed()).toMatchObject([{ employeeName: 'Amelia Hart', payOn: '2026-12-28' }])
    expect(await notices()).toMatchObject([{ text: expect.stringContaining('On 28 December 2026') as string }])
    expect(await mails()).toMatchObject([{ data: { payOn: '28 December 2026' } }])
    expect((await mailsOf(world)).filter(({ kind }) => kind === 'below-minimum-wage')).toHaveLength(1)
    await paid(24_784_50 + 2_735_10)
    expect(await notices()).toEqual([])
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
