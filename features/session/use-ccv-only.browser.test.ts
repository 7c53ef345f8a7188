import { afterAll, expect, it } from 'vitest'
import { installTransport } from '../../contract/call.ts'
import { sampleSetup, sampleTokens } from './session.samples.ts'

// As after a reload: the flag is set before any module loads.
localStorage.setItem('ccvOnly', 'true')
const { keepCcvOnly, useCcvOnly } = await import('./use-ccv-only.ts')
const { completeLogin, forgetSession } = await import('./use-session.ts')
afterAll(() => localStorage.clear())

it('is the stored flag at first, and then the value from the server [BENEFIT-62] [STATE-10] [STATE-11]', () => {
  expect(useCcvOnly.getState()).toEqual({ ccvOnly: true })
  keepCcvOnly(false)
  expect([useCcvOnly.getState(), localStorage.getItem('ccvOnly')]).toEqual([{ ccvOnly: false }, null])
  keepCcvOnly(true)
  expect([useCcvOnly.getState(), localStorage.getItem('ccvOnly')]).toEqual([{ ccvOnly: true }, 'true'])
})

it("is not set for the next person who logs in if the page began with another person's flag [STATE-11]", async () => {
  keepCcvOnly(true)
  installTransport(({ endpoint }) => Promise.resolve(endpoint.path === '/login/setup' ? sampleSetup : { status: 'ok' }))
  await completeLogin(sampleTokens, { sso: false })
  expect([useCcvOnly.getState(), localStorage.getItem('ccvOnly')]).toEqual([{ ccvOnly: false }, null])
  keepCcvOnly(true)
  forgetSession(null)
  expect([useCcvOnly.getState(), localStorage.getItem('ccvOnly')]).toEqual([{ ccvOnly: false }, null])
})
