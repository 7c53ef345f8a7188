import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, installTransport } from '../contract/call.ts'
import { CallFailed, failureText, NO_ANSWER } from '../contract/call-failed.ts'
import { downloadReport } from '../services/reports/reports.contract.ts'
import {
  loginSetup,
  logout,
  ping,
  readableHalfCookie,
  readUser,
  recordActivation,
  requestToken,
} from '../services/session/session.contract.ts'
import { sampleTokens } from '../features/session/session.samples.ts'
import { endSession } from '../features/session/use-logout.ts'
import { restoreSession } from '../features/session/use-token-renewal.ts'
import { completeLogin, clearSession, useSession } from '../features/session/use-session.ts'
import { ANSWER_WITHIN_MS, setCallHosts, FILE_WITHIN_MS, KEEPALIVE_LIMIT, transport } from './call.ts'
import { IDLE_WARNING_AFTER } from './idle.ts'
import { currentIdleState } from './current-idle-state.ts'
import { lastCall, useActivity } from './use-activity.ts'

const network = vi.fn<typeof fetch>()
const realFetch = globalThis.fetch
const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
const token = { ...sampleTokens, access_token: 'the-token' }
const sent = (at = -1) => {
  const [address, init] = network.mock.calls.at(at) ?? []
  return { address, init, headers: new Headers(init?.headers) }
}

beforeEach(async () => {
  localStorage.clear()
  clearSession(null)
  globalThis.fetch = network
  installTransport(transport)
  network.mockReset()
  network.mockImplementation(() =>
    Promise.resolve(answer(200, { user: { userType: 'employee' }, client: {}, cmsData: {} })),
  )
})
afterEach(() => {
  globalThis.fetch = realFetch
})

const signIn = () => completeLogin(token, { sso: false })

describe('call of the API', () => {
  it('sends credentials, JSON headers and a JSON body [API-01] [API-02]', async () => {
    await call(requestToken, { body: { email: 'a@b.example', password: 'p' } })
    expect(sent().address).toBe('/api/login')
    expect(sent().init).toMatchObject({
      method: 'POST',
      credentials: 'include',
      body: '{"email":"a@b.example","password":"p"}',
    })
    expect(sent().headers.get('Content-Type')).toBe('application/json')
    expect(sent().headers.get('Accept')).toBe('application/json')
  })

  it('has both bearer headers if there is a token, and otherwise none [API-03] [API-04]', async () => {
    await call(requestToken, { body: { email: 'a@b.example', password: 'p' } })
    expect(sent().headers.has('Authorization') || sent().headers.has('X-Bearer-Token')).toBe(false)
    await signIn()
    await call(readUser, {})
    expect(sent().headers.get('Authorization')).toBe('Bearer the-token')
    expect(sent().headers.get('X-Bearer-Token')).toBe('Bearer the-token')
  })

  it('sends person and scheme year while an operator views the portal as that person, from the first call on [API-05]', async () => {
    const masquerade = () => ['X-Masquerade', 'X-Masquerade-Scheme-Year'].map((name) => sent().headers.get(name))
    await signIn()
    await call(readUser, {})
    expect(masquerade()).toEqual([null, null])
    clearSession(null)
    await completeLogin({ ...token, masqueradeUserId: '42', scheme: '2026' }, { sso: true })
    await call(readUser, {})
    expect(masquerade()).toEqual(['42', '2026'])
    const all = network.mock.calls.slice(-3).map(([, init]) => new Headers(init?.headers).get('X-Masquerade'))
    expect(all).toEqual(['42', '42', '42'])
    await call(requestToken, { body: { email: 'a@b.example', password: 'p' } })
    expect(masquerade()).toEqual([null, null])
  })

  it('is sent to the host for its base path, by default the host of the page [API-06] [API-08]', async () => {
    await signIn()
    await call(readUser, {})
    expect(sent().address).toBe('/api/v1/user')
    setCallHosts({ api: 'https://demo.api.example', v1: 'https://demo.old.example' })
    try {
      await call(readUser, {})
      expect(sent().address).toBe('https://demo.old.example/api/v1/user')
      await call(loginSetup, {})
      expect(sent().address).toBe('https://demo.api.example/api/login/setup')
      expect(sent().init?.credentials).toBe('include')
    } finally {
      setCallHosts()
    }
  })

  it('has a new idempotency key if it changes data, and no key if it only reads', async () => {
    await signIn()
    await call(recordActivation, { body: { sso: false } })
    const first = sent().headers.get('Idempotency-Key')
    await call(recordActivation, { body: { sso: false } })
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(sent().headers.get('Idempotency-Key')).not.toBe(first)
    await call(ping, {})
    expect(sent().headers.has('Idempotency-Key')).toBe(false)
  })

  it('has the same idempotency key again after a lost reply, until a reply arrives', async () => {
    await signIn()
    const ask = () => call(recordActivation, { body: { sso: false } })
    const keys: (string | null)[] = []
    const lost = [new TypeError('net::ERR'), answer(503, { code: 'busy' }), answer(200, '{"status":'), answer(200, {})]
    for (const outcome of lost) {
      if (outcome instanceof Response) network.mockResolvedValueOnce(outcome)
      else network.mockRejectedValueOnce(outcome)
      await ask().catch(() => undefined)
      keys.push(sent().headers.get('Idempotency-Key'))
    }
    expect(new Set(keys).size).toBe(1)
    await ask()
    expect(sent().headers.get('Idempotency-Key')).not.toBe(keys[0])
    await call(recordActivation, { body: { sso: true } })
    expect(keys).not.toContain(sent().headers.get('Idempotency-Key'))
  })

  it.each([
    ['outlives a page that is out of sight', true, KEEPALIVE_LIMIT, true],
    ['does not where it is longer than browsers let it', true, KEEPALIVE_LIMIT + 1, false],
    ['ends with a page that is shown', false, KEEPALIVE_LIMIT, false],
  ])('%s', async (_, hidden, length, outlives) => {
    const empty = JSON.stringify({ email: 'a@b.example', password: '' }).length
    const visibility = vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
    try {
      await call(requestToken, { body: { email: 'a@b.example', password: 'p'.repeat(length - empty) } })
    } finally {
      visibility.mockRestore()
    }
    const { body, keepalive } = sent().init ?? {}
    expect([typeof body === 'string' && body.length, keepalive]).toEqual([length, outlives])
  })

  it.each([200, 201, 202])('treats %i as success, and returns its body [API-09] [CONST-05]', async (status) => {
    network.mockResolvedValueOnce(answer(status, { id: '7' }))
    expect(await call(readUser, {})).toEqual({ id: '7' })
  })

  it.each([203, 206, 301, 304, 400, 404, 500])('does not treat %i as success [CONST-05]', async (status) => {
    const refused = answer.bind(null, status, { id: '7', code: 'a-code' })
    network.mockResolvedValueOnce(status === 304 ? new Response(null, { status }) : refused())
    await expect(call(readUser, {})).rejects.toMatchObject({ status: status === 304 ? 502 : status })
  })

  it.each<[string, () => Response]>([
    ['a captive portal', () => answer(200, '<html>Please pay for the wireless network</html>')],
    ['an empty body', () => answer(200, '')],
    ['a body that was cut off', () => answer(200, '{"access_token":"a')],
    ['no content', () => new Response(null, { status: 204 })],
    [
      'another page, after a redirect',
      () => Object.defineProperty(answer(200, { id: '7' }), 'redirected', { value: true }),
    ],
    ['a firewall', () => answer(403, '<html>Forbidden</html>')],
    ['a gateway that wants a login', () => answer(401, '<html>Unauthorized</html>')],
    ['a gateway that answers with JSON', () => answer(401, { message: 'Unauthorized' })],
    ['a gateway whose JSON is a text', () => answer(404, '"not found"')],
    ['a rate limit', () => answer(429, { message: 'Too many requests' })],
  ])(
    'does not treat a reply with %s as a refusal: nobody is logged out, and no field is marked as wrong',
    async (_, foreign) => {
      await signIn()
      network.mockImplementation(() => Promise.resolve(foreign()))
      for (const asked of [
        () => call(readUser, {}),
        () => call(requestToken, { body: { email: 'a@b.example', password: 'p' } }),
        () => call(downloadReport, { params: { id: 'c', reportId: 'r' }, query: {} }),
      ]) {
        const failure: unknown = await asked().catch((error: unknown) => error)
        expect(failure).toMatchObject({ status: 502, code: null, fieldErrors: {} })
        expect(failureText(failure)).toBe('It looks like something has gone wrong, please try again later')
      }
      expect(useSession.getState().session.step).toBe('in')
    },
  )

  it("adds the id of the viewed person from the reply's header to the body [API-10]", async () => {
    network.mockResolvedValueOnce(answer(200, { id: '7' }, { 'X-Masquerade': '42' }))
    expect(await call(readUser, {})).toEqual({ id: '7', masqueradeUserId: '42' })
  })

  it('fails with the text of the body, or without text if the body is not JSON [API-11] [API-12]', async () => {
    network.mockResolvedValueOnce(answer(409, { code: 'changed', error: 'Changed meanwhile', message: 'Other' }))
    await expect(call(readUser, {})).rejects.toMatchObject({
      status: 409,
      code: 'changed',
      message: 'Changed meanwhile',
    })
    network.mockResolvedValueOnce(answer(502, '<html>Bad gateway</html>'))
    await expect(call(readUser, {})).rejects.toMatchObject({ status: 502, message: '' })
  })

  it('fails with one sentence if there is no reply [API-20]', async () => {
    network.mockRejectedValueOnce(new TypeError('net::ERR'))
    await expect(call(readUser, {})).rejects.toThrow(new CallFailed(null).message)
    network.mockRejectedValueOnce(new TypeError('net::ERR'))
    await expect(call(readUser, {})).rejects.toThrow('Failed to fetch')
  })

  describe('call that gets no reply', () => {
    // A server that never responds, so that only the signal ends the call.
    const silence: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      })
    const givenUp = async (ended: Promise<unknown>) => {
      let isOver = false
      void ended.catch(() => undefined).finally(() => (isOver = true))
      await Promise.resolve()
      return () => isOver
    }
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      network.mockImplementation(silence)
    })
    afterEach(() => {
      vi.useRealTimers()
      network.mockReset()
    })

    it.each([
      ['a call', ANSWER_WITHIN_MS, () => call(readUser, {})],
      ['a file', FILE_WITHIN_MS, () => call(downloadReport, { params: { id: 'c', reportId: 'r' }, query: {} })],
    ])('is abandoned after its time limit, in the same way as after a lost connection: %s', async (_, within, ask) => {
      const asked = ask()
      const isOver = await givenUp(asked)
      await vi.advanceTimersByTimeAsync(within - 1)
      expect(isOver()).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      await expect(asked).rejects.toMatchObject({
        status: null,
        code: NO_ANSWER,
        message: 'Failed to fetch. The connection is lost. Please try again',
      })
    })

    it('is abandoned if the reply stops in the middle', async () => {
      network.mockImplementation((_, init) => {
        const halfway = new ReadableStream({
          start: (body) => {
            body.enqueue(new TextEncoder().encode('{"id":'))
            init?.signal?.addEventListener('abort', () => body.error(new DOMException('Aborted', 'AbortError')))
          },
        })
        return Promise.resolve(new Response(halfway, { status: 200 }))
      })
      const asked = call(readUser, {})
      await givenUp(asked)
      await vi.advanceTimersByTimeAsync(ANSWER_WITHIN_MS)
      await expect(asked).rejects.toMatchObject({ status: null, code: NO_ANSWER })
    })

    it('can be cancelled earlier by its caller, which is not reported as a network failure', async () => {
      const taken = new AbortController()
      const asked = call(readUser, {}, taken.signal)
      await givenUp(asked)
      await vi.advanceTimersByTimeAsync(1)
      taken.abort()
      await expect(asked).rejects.toThrow('Aborted')
    })
  })

  it('logs the person out after a 401 reply, with its detail; a failed login is left to the login screen [API-13]', async () => {
    await signIn()
    network.mockResolvedValueOnce(answer(401, { code: 'sign-in-failed', message: 'No match' }))
    await expect(call(requestToken, { body: { email: 'a@b.example', password: 'p' } })).rejects.toMatchObject({
      status: 401,
    })
    expect(useSession.getState().session.step).toBe('in')
    network.mockImplementation(() =>
      Promise.resolve(answer(401, { code: 'session-ended', detail: 'Your session has ended. Please log in again' })),
    )
    await expect(call(readUser, {})).rejects.toMatchObject({ status: 401 })
    expect(useSession.getState().session).toEqual({
      step: 'out',
      loginError: 'Your session has ended. Please log in again',
    })
    expect(localStorage.getItem('loggedIn')).toBeNull()
  })

  it('stores its time in session storage, from which the idle time is measured [API-15]', async () => {
    await signIn()
    sessionStorage.clear()
    const before = Date.now()
    await call(readUser, {})
    expect(Number(sessionStorage.getItem('lastCall'))).toBeGreaterThanOrEqual(before)
    expect(lastCall()).toBe(Number(sessionStorage.getItem('lastCall')))
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime(lastCall() + IDLE_WARNING_AFTER - 1)
      expect(currentIdleState()).toEqual({ step: 'active' })
      vi.setSystemTime(lastCall() + IDLE_WARNING_AFTER)
      expect(currentIdleState()).toEqual({ step: 'warning', seconds: 15 })
    } finally {
      vi.useRealTimers()
    }
  })

  it('that ends the session does not count as use of the session [API-15]', async () => {
    await signIn()
    const longAgo = Date.now() - IDLE_WARNING_AFTER
    useActivity.setState({ lastCall: longAgo })
    await call(logout, {})
    expect(lastCall()).toBe(longAgo)
    await call(ping, {})
    expect(lastCall()).toBeGreaterThan(longAgo)
  })

  it('renews a token shortly before its expiry, once for all waiting calls [CHROME-50]', async () => {
    await signIn()
    const refresh = (address: unknown) => String(address).endsWith('/login/refresh')
    network.mockImplementation((address) =>
      Promise.resolve(
        refresh(address) ? answer(200, { ...token, access_token: 'the-next-token' }) : answer(200, { id: '7' }),
      ),
    )
    network.mockClear()
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      vi.advanceTimersByTime(580_000)
      await Promise.all([call(readUser, {}), call(ping, {}), call(readUser, {})])
    } finally {
      vi.useRealTimers()
    }
    expect(network.mock.calls.filter(([address]) => refresh(address))).toHaveLength(1)
    expect(network.mock.calls).toHaveLength(4)
    expect(sent().headers.get('Authorization')).toBe('Bearer the-next-token')
  })

  it('logs the person out with the reason if the token can no longer be renewed [API-13]', async () => {
    await signIn()
    network.mockImplementation(() =>
      Promise.resolve(answer(401, { code: 'session-ended', detail: 'Your session has ended. Please log in again' })),
    )
    network.mockClear()
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      vi.advanceTimersByTime(580_000)
      await expect(Promise.all([call(readUser, {}), call(ping, {})])).rejects.toMatchObject({ status: 401 })
    } finally {
      vi.useRealTimers()
    }
    expect(network.mock.calls.map(([address]) => address)).toEqual(['/api/login/refresh'])
    expect(useSession.getState().session).toEqual({
      step: 'out',
      loginError: 'Your session has ended. Please log in again',
    })
  })

  it('renews a refused token once, and is then sent again with the same key', async () => {
    await signIn()
    network.mockClear()
    network
      .mockResolvedValueOnce(answer(401, { code: 'session-ended', detail: 'gone' }))
      .mockResolvedValueOnce(answer(200, { ...token, access_token: 'the-next-token' }))
      .mockResolvedValueOnce(answer(200, {}))
    await call(recordActivation, { body: { sso: false } })
    const paths = network.mock.calls.map(([address]) => address)
    expect(paths).toEqual(['/api/v1/user/activate', '/api/login/refresh', '/api/v1/user/activate'])
    expect(sent().headers.get('Authorization')).toBe('Bearer the-next-token')
    expect(sent().headers.get('Idempotency-Key')).toBe(sent(0).headers.get('Idempotency-Key'))
    expect(useSession.getState().session.step).toBe('in')
  })

  it.each([502, 503, 429])(
    'keeps the person logged in if a gateway answers the renewal of a refused token with %i',
    async (status) => {
      await signIn()
      network
        .mockResolvedValueOnce(answer(401, { code: 'session-ended', detail: 'gone' }))
        .mockResolvedValueOnce(answer(status, '<html>Bad gateway</html>'))
      await expect(call(readUser, {})).rejects.toMatchObject({ status: Math.max(status, 502) })
      expect([useSession.getState().session.step, localStorage.getItem('loggedIn')]).toEqual(['in', 'true'])
    },
  )

  it('keeps the person logged in if the network fails during a renewal, and the next call tries again', async () => {
    await signIn()
    network.mockRejectedValueOnce(new TypeError('net::ERR'))
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      vi.advanceTimersByTime(580_000)
      await expect(call(readUser, {})).rejects.toThrow('Failed to fetch')
      network.mockResolvedValueOnce(answer(200, token)).mockResolvedValueOnce(answer(200, { id: '7' }))
      expect(await call(readUser, {})).toEqual({ id: '7' })
    } finally {
      vi.useRealTimers()
    }
    expect(useSession.getState().session.step).toBe('in')
  })

  it('treats a logout from a session that the server does not know as done', async () => {
    await signIn()
    network.mockResolvedValueOnce(answer(401, { code: 'session-ended', detail: 'gone' }))
    expect(await endSession()).toBeNull()
    expect(useSession.getState().session.step).toBe('out')
  })

  it('does not repeat a logout that another tab has already sent [S-38]', async () => {
    const holds = (half: string) => void (document.cookie = `${readableHalfCookie}=${half}; Path=/; Secure`)
    await completeLogin({ ...token, refresh_token: 'the half' }, { sso: false })
    holds('the half')
    const other = Promise.withResolvers<void>()
    const told = navigator.locks.request('portal-logout', () => other.promise)
    network.mockClear()
    const ended = endSession()
    holds('; Max-Age=0')
    other.resolve()
    await told
    expect(await ended).toBeNull()
    expect(network).not.toHaveBeenCalled()
    expect(useSession.getState().session.step).toBe('out')
  })

  // Must be the last test, because afterwards the page behaves as if it were being left.
  it('keeps a person logged in who leaves the page while the token is renewed', async () => {
    await signIn()
    useSession.setState({ session: { step: 'restoring' } })
    const asked = Promise.withResolvers<void>()
    network.mockImplementationOnce(() => {
      asked.resolve()
      const body = new ReadableStream({ pull: (stream) => stream.error(new TypeError('network error')) })
      return Promise.resolve(new Response(body))
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      dispatchEvent(new Event('beforeunload'))
      const restored = restoreSession()
      await asked.promise
      await vi.advanceTimersByTimeAsync(4900)
      expect(useSession.getState().session.step).toBe('restoring')
      await vi.advanceTimersByTimeAsync(200)
      await restored
      expect(useSession.getState().session.step).toBe('out')
      expect(localStorage.getItem('loggedIn')).toBe('true')
    } finally {
      vi.useRealTimers()
    }
  })
})
