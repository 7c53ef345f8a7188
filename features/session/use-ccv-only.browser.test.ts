import { afterAll, expect, it } from 'vitest'
import { installTransport } from '../../contract/call.ts'
import { sampleSetup, sampleTokens } from './session.samples.ts'

// The flag is in storage before the module loads, as after a reload.
localStorage.setItem('ccvOnly', 'true')
const { storeCcvOnly, useCcvOnly } = await import('./use-ccv-only.ts')
const { completeLogin, clearSession } = await import('./use-session.ts')
afterAll(() => localStorage.clear())

it('is the stored flag at first, and then the value from the server [BENEFIT-62] [STATE-10] [STATE-11]', () => {
  expect(useCcvOnly.getState()).toEqual({ ccvOnly: true })
  storeCcvOnly(false)
  expect([useCcvOnly.getState(), localStorage.getItem('ccvOnly')]).toEqual([{ ccvOnly: false }, null])
  storeCcvOnly(true)
  expect([useCcvOnly.getState(), localStorage.getItem('ccvOnly')]).toEqual([{ ccvOnly: true }, 'true'])
})

it("is not set for the next person who logs in if the page began with another person's flag [STATE-11]", async () => {
  storeCcvOnly(true)
  installTransport(({ endpoint }) => Promise.resolve(endpoint.path === '/login/setup' ? sampleSetup : { status: 'ok' }))
  await completeLogin(sampleTokens, { sso: false })
  expect([useCcvOnly.getState(), localStorage.getItem('ccvOnly')]).toEqual([{ ccvOnly: false }, null])
  storeCcvOnly(true)
  clearSession(null)
  expect([useCcvOnly.getState(), localStorage.getItem('ccvOnly')]).toEqual([{ ccvOnly: false }, null])
})
