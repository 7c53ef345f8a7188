import { afterAll, expect, it } from 'vitest'
import { installTransport } from '../../contract/call.ts'
import { sampleSetup, sampleTokens } from './session.samples.ts'

// The flag is in storage before the module loads, as after a reload.
localStorage.setItem('ccvOnly', 'true')
const { storeVouchersOnly, useVouchersOnly } = await import('./use-vouchers-only.ts')
const { completeLogin, clearSession } = await import('./use-session.ts')
afterAll(() => localStorage.clear())

it("the vouchers-only flag is at first the value stored in the browser, and then the server's value [BENEFIT-62] [STATE-10] [STATE-11]", () => {
  expect(useVouchersOnly.getState()).toEqual({ ccvOnly: true })
  storeVouchersOnly(false)
  expect([useVouchersOnly.getState(), localStorage.getItem('ccvOnly')]).toEqual([{ ccvOnly: false }, null])
  storeVouchersOnly(true)
  expect([useVouchersOnly.getState(), localStorage.getItem('ccvOnly')]).toEqual([{ ccvOnly: true }, 'true'])
})

it('the vouchers-only flag of another person is not set for the next person who logs in [STATE-11]', async () => {
  storeVouchersOnly(true)
  installTransport(({ endpoint }) => Promise.resolve(endpoint.path === '/login/setup' ? sampleSetup : { status: 'ok' }))
  await completeLogin(sampleTokens, { sso: false })
  expect([useVouchersOnly.getState(), localStorage.getItem('ccvOnly')]).toEqual([{ ccvOnly: false }, null])
  storeVouchersOnly(true)
  clearSession(null)
  expect([useVouchersOnly.getState(), localStorage.getItem('ccvOnly')]).toEqual([{ ccvOnly: false }, null])
})
