import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  removeLoginCredentials,
  storeLoginCredentials,
  loginCredentials,
  removeExpiredCredentials,
} from './use-login-credentials.ts'
import { clearSession } from './use-session.ts'

const MINUTE = 60_000
const given = { email: 'amelia.hart@demo.example', ticket: 'mfa1.a-ticket' }
const stored = () => localStorage.getItem('loginCredentials')

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ now: 1_800_000_000_000 })
})
afterEach(() => {
  removeLoginCredentials()
  vi.useRealTimers()
})

it('the email, ticket and expiry time are stored during the two-factor step, and nothing else [STATE-06] [STATE-07]', () => {
  const careless = { ...given, password: 'Quartz&94Wren-Loft', access_token: 'a' }
  storeLoginCredentials(careless)
  expect(JSON.parse(stored() ?? '')).toEqual({ ...given, exp: Date.now() + 5 * MINUTE })
  expect(loginCredentials()).toEqual({ ...given, exp: Date.now() + 5 * MINUTE })
})

it('stored credentials are removed after five minutes, whether or not they are read [STATE-07]', () => {
  storeLoginCredentials(given)
  vi.advanceTimersByTime(5 * MINUTE - 1)
  expect(stored()).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(stored()).toBeNull()
  expect(loginCredentials()).toBeNull()
})

it("credentials that this page stored expire by a clock that is never adjusted, even if the device's clock is corrected", () => {
  storeLoginCredentials(given)
  vi.setSystemTime(Date.now() + 60 * MINUTE)
  expect(loginCredentials()).toMatchObject(given)
  vi.advanceTimersByTime(4 * MINUTE)
  vi.setSystemTime(Date.now() - 120 * MINUTE)
  expect(loginCredentials()).toMatchObject(given)
  vi.advanceTimersByTime(MINUTE)
  expect(stored()).toBeNull()
  expect(loginCredentials()).toBeNull()
})

it('credentials that an earlier page stored are removed when they expire, or at once if they have expired [STATE-07]', () => {
  localStorage.setItem('loginCredentials', JSON.stringify({ ...given, exp: Date.now() - 1 }))
  removeExpiredCredentials()
  expect(stored()).toBeNull()

  localStorage.setItem('loginCredentials', JSON.stringify({ ...given, exp: Date.now() + MINUTE }))
  removeExpiredCredentials()
  expect(loginCredentials()).toMatchObject(given)
  vi.advanceTimersByTime(MINUTE)
  expect(stored()).toBeNull()
})

it.each(['', 'no JSON', 'null', '[]', '{"email":"a"}', JSON.stringify({ ...given, exp: 9e15 })])(
  'the invalid stored value %j is ignored and removed',
  (text) => {
    localStorage.setItem('loginCredentials', text)
    expect(loginCredentials()).toBeNull()
    expect(stored()).toBeNull()
  },
)

it('stored credentials are removed when the step is cancelled, and at every logout [STATE-07]', () => {
  storeLoginCredentials(given)
  removeLoginCredentials()
  expect(stored()).toBeNull()
  storeLoginCredentials(given)
  clearSession(null)
  expect(stored()).toBeNull()
})
