import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installTransport } from '../../contract/call.ts'
import { CallFailed } from '../../contract/call-failed.ts'
import { sampleSetup, sampleTokens, sampleUser } from './session.samples.ts'
import { completeLogin, forgetSession, hasToken, restoreSession, sessionNow, useSession } from './use-session.ts'

const asked: string[] = []
let answers: Record<string, () => unknown> = {}
const setup = { ...sampleSetup, user: { ...sampleUser, id: 'amelia', userType: 'employer' as const } }
const tokens = { ...sampleTokens, access_token: 'the-access-token' }

beforeEach(() => {
  forgetSession(null)
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
  forgetSession(null)
  localStorage.clear()
})

function keep(...keys: string[]): void {
  for (const key of keys) localStorage.setItem(key, 'true')
}

describe('login remembered by the browser', () => {
  it('is flags in local storage and never a token or a name [STATE-06]', async () => {
    // A login left without a logout, while the server was unreachable, may have been another person's.
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

  it('is restored by a renewal and then by loading the user, and by nothing else [STATE-09]', async () => {
    useSession.setState({ session: { step: 'restoring' } })
    await restoreSession()
    expect(asked).toEqual(['/login/refresh', '/login/setup'])
    expect(sessionNow()).toMatchObject({ step: 'in', user: { id: 'amelia' } })
  })

  it.each([
    ['the renewal is refused', '/login/refresh', 401],
    ['it cannot be told who this is', '/login/setup', 500],
  ])('is removed when %s: a forced logout [STATE-09]', async (_, path, status) => {
    keep('loggedIn', 'user', 'ccvOnly', 'cookies', 'theme:demo')
    answers[path] = () => {
      throw new CallFailed(status)
    }
    useSession.setState({ session: { step: 'restoring' } })
    await restoreSession()
    expect(sessionNow()).toEqual({ step: 'out', loginError: null })
    expect(Object.keys(localStorage).toSorted()).toEqual(['cookies', 'theme:demo'])
  })

  it.each(['/login/refresh', '/login/setup'])(
    'is left by this tab only if %s gets no reply: the next page tries again [STATE-08] [STATE-09]',
    async (path) => {
      keep('loggedIn', 'user', 'ccvOnly')
      answers[path] = () => {
        throw new CallFailed(null)
      }
      useSession.setState({ session: { step: 'restoring' } })
      await restoreSession()
      expect([sessionNow(), hasToken()]).toEqual([{ step: 'out', loginError: null }, false])
      expect(Object.keys(localStorage).toSorted()).toEqual(['ccvOnly', 'loggedIn', 'user'])
    },
  )
})

it('keeps the consent and the theme at logout, and removes every other item [LOGOUT-05] [LOGOUT-06]', async () => {
  await completeLogin(tokens, { sso: false })
  keep('cookies', 'theme:demo', 'theme:plain', 'loginCredentials', 'ccvOnly', 'draft', 'cookies-of-mine')
  sessionStorage.setItem('lastCall', '1')
  forgetSession(null)
  expect(Object.keys(localStorage).toSorted()).toEqual(['cookies', 'theme:demo', 'theme:plain'])
  expect(sessionStorage).toHaveLength(0)
})
