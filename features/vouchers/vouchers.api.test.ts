import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from '../../tests/harness/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ keep: true })
})
afterAll(() => world.close())

const balanceOf = async (name: string) =>
  (await world.request({ url: '/api/v1/ccv/balance', token: await world.signIn(name) })).json()

it('tells what is left of the vouchers of whoever asks, and nothing for who has none [BENEFIT-60]', async () => {
  expect(await balanceOf('elif.kaya')).toEqual({
    lastPaymentDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    balance: 312.5,
  })
  expect(await balanceOf('amelia.hart')).toEqual({ lastPaymentDate: null, balance: 0 })
})
