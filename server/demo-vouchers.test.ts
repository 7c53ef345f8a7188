import { afterEach, expect, it } from 'vitest'
import { type DemoProcess, startDemoProcess } from './demo-process.ts'
import { type DemoVouchers, demoVouchers } from './demo-vouchers.ts'

const named = 'https://employers.treehouse-vouchers.example/employers'
const secret = 'a secret of at least thirty-two characters'
let vouchers: DemoVouchers | undefined
afterEach(() => vouchers?.stop())

/** Uses 127.0.0.1, because the test machine may not resolve the name. */
async function statusOf(address: string | undefined): Promise<number> {
  const { port, pathname } = new URL(address ?? '')
  return (await fetch(`http://127.0.0.1:${port}${pathname}`)).status
}

it('the voucher application starts when a page first frames it, and starts again after it has ended', async () => {
  const started: DemoProcess[] = []
  vouchers = demoVouchers(
    () => 65_535,
    {},
    (program, options) => {
      const one = startDemoProcess(program, options)
      started.push(one)
      return one
    },
  )
  expect(await vouchers.standIn('https://another.example/employers')).toBeUndefined()
  expect(started).toEqual([])
  const [first, same] = await Promise.all([vouchers.standIn(named), vouchers.standIn(named)])
  expect([same, started.length, await statusOf(first)]).toEqual([first, 1, 200])

  await started[0]?.stop()
  const second = await vouchers.standIn(named)
  expect([started.length, await statusOf(second)]).toEqual([2, 200])
})

it('if the voucher application cannot start, nothing is framed, and the next page tries to start it again', async () => {
  let starts = 0
  vouchers = demoVouchers(
    () => 65_535,
    {},
    (program, options) => {
      starts += 1
      return startDemoProcess(program, { ...options, runner: '/nowhere/node' })
    },
  )
  expect([await vouchers.standIn(named), await vouchers.standIn(named), starts]).toEqual([undefined, undefined, 2])
  await vouchers.stop()
})

it('a voucher application that is already running at the given address is framed, and no other is started', async () => {
  const address = 'http://treehouse-vouchers.localhost:4700/employers'
  const given = { DEMO_VOUCHERS_URL: address, VOUCHERS_NORTHGATE_SECRET: secret }
  vouchers = demoVouchers(
    () => 3000,
    given,
    () => {
      throw new Error('Nothing is to be started')
    },
  )
  expect(await vouchers.standIn(named)).toBe(address)
  expect(await vouchers.standIn('https://another.example/employers')).toBeUndefined()
  expect(vouchers.secretOf('VOUCHERS_NORTHGATE_SECRET')).toBe(secret)
})

it.each([
  [{ DEMO_VOUCHERS_URL: 'treehouse', VOUCHERS_NORTHGATE_SECRET: secret }, /DEMO_VOUCHERS_URL/],
  [{ DEMO_VOUCHERS_URL: 'http://localhost:4700/employers' }, /VOUCHERS_NORTHGATE_SECRET/],
])('a portal with %j does not start, because pages could not frame the voucher application', (given, why) => {
  expect(() => demoVouchers(() => 3000, given)).toThrow(why)
})
