import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { installTransport } from '../../contract/call.ts'
import { CallFailed } from '../../contract/call-failed.ts'
import { sampleSetup, sampleTokens, sampleUser } from './session.samples.ts'
import { restoreSession } from './use-token-renewal.ts'
import { accessToken, completeLogin, clearSession, sessionNow, useSession } from './use-session.ts'

const asked: string[] = []
let answers: Record<string, () => unknown> = {}
const setup = { ...sampleSetup, user: { ...sampleUser, id: 'amelia', userType: 'employer' as const } }
const tokens = { ...sampleTokens, access_token: 'the-access-token' }

beforeEach(() => {
  clearSession(null)
  localStorage.clear()
  asked.length = 0
  answers = {
    '/login/refresh': () => tokens,
    '/login/setup': () => setup,
    'user/activate': () => ({ status: 'ok' }),
  }
  installTransport(({ endpoint: { path } }) => {
    asked.push(path)
    return Promise.resolve().then(() => answers[path]?.())
  })
})
afterEach(() => {
  clearSession(null)
  localStorage.clear()
})

function keep(...keys: string[]): void {
  for (const key of keys) localStorage.setItem(key, 'true')
}

describe('login remembered by the browser', () => {
  it('consists of flags in local storage, never a token or a name [STATE-06]', async () => {
    // An earlier login, perhaps of another person, left these items and could not be logged out.
    keep('loginCredentials', 'ccvOnly')
    await completeLogin(tokens, { sso: false })
    expect(Object.fromEntries(Object.entries(localStorage))).toEqual({
      loggedIn: 'true',
      user: '{"userType":"employer"}',
    })
    expect(JSON.stringify([...Object.values(localStorage), ...Object.values(sessionStorage)])).not.toMatch(
      /token|amelia/i,
    )
  })

  it('is restored by renewing the session and then loading the user, and in no other way [STATE-09]', async () => {
    useSession.setState({ session: { step: 'restoring' } })
    await restoreSession()
    expect(asked).toEqual(['/login/refresh', '/login/setup'])
    expect(sessionNow()).toMatchObject({ step: 'in', user: { id: 'amelia' } })
  })

  it('is removed when the portal refuses the renewal: the person is logged out [STATE-09]', async () => {
    keep('loggedIn', 'user', 'ccvOnly', 'cookies', 'theme:demo')
    answers['/login/refresh'] = () => {
      throw new CallFailed(401, { code: 'not-renewed' })
    }
    useSession.setState({ session: { step: 'restoring' } })
    await restoreSession()
    expect(sessionNow()).toEqual({ step: 'out', loginError: null })
    expect(Object.keys(localStorage).toSorted()).toEqual(['cookies', 'theme:demo'])
  })

  describe.each(['/login/refresh', '/login/setup'])('remains stored if %s', (path) => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
    afterEach(() => void vi.useRealTimers())

    it.each<[string, CallFailed, string]>([
      ['gets no reply', new CallFailed(null), 'Failed to fetch. The connection is lost. Please try again'],
      [
        'is answered by a gateway',
        new CallFailed(502),
        'It looks like something has gone wrong, please try again later',
      ],
      [
        'fails on the server',
        new CallFailed(500, { code: 'fault' }),
        'It looks like something has gone wrong, please try again later',
      ],
      ['is limited by the portal', new CallFailed(429, { code: 'many', message: 'Too many' }), 'Too many'],
    ])('%s, with the reason, and is restored by a later attempt [STATE-08] [STATE-09]', async (_, failure, why) => {
      keep('loggedIn', 'user', 'ccvOnly')
      const { [path]: works } = answers
      answers[path] = () => {
        throw failure
      }
      useSession.setState({ session: { step: 'restoring' } })
      await restoreSession()
      expect(sessionNow()).toEqual({ step: 'out', loginError: null, unanswered: why })
      expect(Object.keys(localStorage).toSorted()).toEqual(['ccvOnly', 'loggedIn', 'user'])

      await vi.advanceTimersByTimeAsync(2000)
      expect(sessionNow()).toMatchObject({ unanswered: why })
      answers[path] = works ?? (() => undefined)
      dispatchEvent(new Event('online'))
      await vi.waitFor(() => expect(sessionNow()).toMatchObject({ step: 'in', user: { id: 'amelia' } }))
    })

    it('even after the last automatic retry, and is restored when the network returns [STATE-09]', async () => {
      keep('loggedIn')
      const { [path]: works } = answers
      answers[path] = () => {
        throw new CallFailed(null)
      }
      useSession.setState({ session: { step: 'restoring' } })
      await restoreSession()
      await vi.waitFor(async () => {
        await vi.advanceTimersByTimeAsync(60_000)
        expect(asked.filter((one) => one === path)).toHaveLength(4)
      })
      answers[path] = works ?? (() => undefined)
      await vi.waitFor(() => {
        dispatchEvent(new Event('online'))
        expect(sessionNow()).toMatchObject({ step: 'in', user: { id: 'amelia' } })
      })
    })

    it('but a person who logs in before a retry stays logged in [STATE-09]', async () => {
      let refuse = (_failure: CallFailed) => undefined as void
      const { [path]: works } = answers
      answers[path] = () => new Promise((_, reject) => (refuse = reject))
      useSession.setState({ session: { step: 'restoring' } })
      const restored = restoreSession()
      await vi.waitFor(() => expect(asked.at(-1)).toBe(path))
      answers[path] = works ?? (() => undefined)
      await completeLogin({ ...tokens, access_token: 'the-new-token', refresh_token: 'the-new-half' }, { sso: false })
      refuse(new CallFailed(401, { code: 'not-renewed' }))
      await restored
      expect(sessionNow()).toMatchObject({ step: 'in', user: { id: 'amelia' } })
      expect(await accessToken()).toBe('the-new-token')
    })
  })
})

it("a login works even if the browser's storage is full or blocked; then only the next page asks for a login again", async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  try {
    await completeLogin(tokens, { sso: false })
    expect(sessionNow()).toMatchObject({ step: 'in', user: { id: 'amelia' } })
  } finally {
    full.mockRestore()
  }
})

it('a logout keeps the cookie consent and the theme, and removes all other items [LOGOUT-05] [LOGOUT-06]', async () => {
  await completeLogin(tokens, { sso: false })
  keep('cookies', 'theme:demo', 'theme:plain', 'loginCredentials', 'ccvOnly', 'draft', 'cookies-of-mine')
  sessionStorage.setItem('lastCall', '1')
  clearSession(null)
  expect(Object.keys(localStorage).toSorted()).toEqual(['cookies', 'theme:demo', 'theme:plain'])
  expect(sessionStorage).toHaveLength(0)
})
