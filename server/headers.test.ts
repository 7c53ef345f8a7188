import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sendOverHttp, type HttpRequest } from '../tests/harness/send-over-http.ts'
import { startWorld, worldPassword } from '../tests/harness/world.ts'
import { httpLimits } from './limits.ts'

// The portal behind a proxy that ends TLS, over real connections.
const world = await startWorld({
  https: true,
  trustedHops: 1,
  allowedOrigins: ['https://demo.partner.example', 'https://plain.partner.example'],
  webDir: join(import.meta.dirname, '../dist/web'),
})
await world.app.listen({ port: 0, host: '127.0.0.1' })
const port: number = (world.app.server.address() as AddressInfo).port
const grace = await world.signIn('grace.lin')

const onDemo = { host: 'demo.benefits.example' }
const ask = ({ headers, ...asked }: HttpRequest) => sendOverHttp(port, { ...asked, headers: { ...onDemo, ...headers } })
const asGrace = () => ({ authorization: `Bearer ${grace}`, 'x-bearer-token': `Bearer ${grace}` })
const json = { 'content-type': 'application/json' }

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}
const inert = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const notice = { ...always, 'cache-control': 'no-store', 'content-security-policy': inert }
const ofInterface = { ...notice, vary: 'Origin' }
const forGood = 'public, max-age=31536000, immutable'
const asJson = { 'content-type': 'application/json; charset=utf-8' }

function headersOf(headers: IncomingHttpHeaders): object {
  const { date, connection, 'content-length': length, 'x-request-id': id, ...rest } = headers
  expect([typeof date, connection, id ?? 'none']).toEqual(['string', 'close', expect.stringMatching(/^[0-9a-f-]{36}$/)])
  expect(length ?? '0').toMatch(/^\d+$/)
  return rest
}

describe('headers of each kind of reply [S-61] [S-68]', () => {
  it('a page has a new nonce, no other origins, Trusted Types, and an address for violation reports', async () => {
    const [one, other] = [await ask({ path: '/app/home/' }), await ask({ path: '/' })]
    for (const { status, headers } of [one, other]) {
      const policy = String(headers['content-security-policy'])
      const [, nonce = ''] = /'nonce-([A-Za-z0-9+/]{24})'/.exec(policy) ?? []
      expect(nonce).not.toBe('')
      expect([status, headersOf(headers)]).toEqual([
        200,
        {
          ...always,
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          vary: 'Accept-Encoding, Cookie',
          'reporting-endpoints': 'policy="/reports/policy"',
          'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; script-src-attr 'none'; style-src 'self' 'nonce-${nonce}'; style-src-attr 'none'; font-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src https://employers.treehouse-vouchers.example; worker-src 'self'; manifest-src 'self'; form-action 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types portal-html portal-scripts; upgrade-insecure-requests; report-uri /reports/policy; report-to policy`,
        },
      ])
    }
    expect(one.headers['content-security-policy']).not.toBe(other.headers['content-security-policy'])
  })

  it('a hashed file of the build is cached without end', async () => {
    const { body } = await ask({ path: '/' })
    for (const [pattern, type] of [
      [/src="(\/assets\/[^"]+\.js)"/, 'application/javascript; charset=utf-8'],
      [/href="(\/assets\/[^"]+\.woff2)"/, 'font/woff2'],
    ] as const) {
      const [, path = ''] = pattern.exec(body) ?? []
      const { status, headers } = await ask({ path })
      const { etag, 'last-modified': changed, ...rest } = headersOf(headers) as Record<string, string>
      expect([typeof etag, typeof changed]).toEqual(['string', 'string'])
      expect([status, rest]).toEqual([
        200,
        {
          ...always,
          'content-type': type,
          'cache-control': forGood,
          'content-security-policy': `${inert}; sandbox`,
          'accept-ranges': 'bytes',
          vary: 'accept-encoding',
        },
      ])
    }
  })

  it('a logo is cached without end, and is harmless when it is opened directly [S-62]', async () => {
    const { body } = await ask({ path: '/api/v1/schemes/demo' })
    const [, path = ''] = /"logoFileUrl":"(\/pictures\/[0-9a-f]{32})"/.exec(body) ?? []
    const { status, headers } = await ask({ path })
    expect([status, headersOf(headers)]).toEqual([
      200,
      {
        ...always,
        'content-type': 'image/svg+xml',
        'cache-control': forGood,
        'content-security-policy': `${inert}; sandbox`,
      },
    ])
  })

  it('a reply of the API and its refusals are not cached', async () => {
    const answers = [
      await ask({ path: '/api/v1/ping', headers: asGrace() }),
      await ask({ path: '/api/v1/ping' }),
      await ask({ path: '/api/v1/nothing' }),
      await ask({ path: '/api/login', method: 'POST', headers: json, body: '{"email":' }),
      await ask({ path: '/api/login', method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 400, 415])
    for (const { headers } of answers) expect(headersOf(headers)).toEqual({ ...ofInterface, ...asJson })
    const other = await ask({ path: '/api/login', method: 'PATCH', headers: json, body: '{}' })
    expect([other.status, headersOf(other.headers)]).toEqual([405, { ...ofInterface, ...asJson, allow: 'POST' }])
    const unreadable = await ask({ path: '/api/v1/%zz' })
    expect([unreadable.status, headersOf(unreadable.headers)]).toEqual([404, { ...notice, ...asJson }])
  })

  it('a downloaded file is an attachment, which browsers do not display, sniff or cache [S-58]', async () => {
    const { clientId } = await world.database.db
      .selectFrom('client_address')
      .select('client_id as clientId')
      .where('name', '=', 'demo')
      .executeTakeFirstOrThrow()
    const runs = `/api/v2/client/${clientId}/payroll-runs`
    const listed = JSON.parse((await ask({ path: runs, headers: asGrace() })).body) as {
      runId: string
      state: string
    }[]
    const open = listed.find(({ state }) => state === 'open')
    const locked = await ask({ path: `${runs}/${open?.runId}/lock`, method: 'POST', headers: asGrace() })
    const { reportId } = JSON.parse(locked.body) as { reportId: string }
    const path = `/api/client/${clientId}/reports/${reportId}/download`
    const { status, headers } = await ask({ path, headers: asGrace() })
    expect([status, headersOf(headers)]).toEqual([
      200,
      {
        ...always,
        'content-type': 'text/csv; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': `${inert}; sandbox`,
        'content-disposition': expect.stringMatching(/^attachment; filename="[\w. -]+"; filename\*=UTF-8''[\w.%-]+$/),
        vary: 'Origin',
      },
    ])
    for (const extra of [{ range: 'bytes=0-9' }, { 'if-none-match': '*' }]) {
      expect((await ask({ path, headers: extra })).status).toBe(401)
      expect((await ask({ path, headers: { ...asGrace(), ...extra } })).status).toBe(200)
    }
  })

  it('a missing file never gets the page of a screen', async () => {
    for (const path of ['/nothing.js', '/assets/nothing.js', '/assets/', '/pictures/none', '/app/user.css', '/.env']) {
      const { status, headers } = await ask({ path })
      expect([path, status, headersOf(headers)]).toEqual([path, 404, { ...notice, ...asJson }])
    }
    const { status, headers } = await ask({ path: '/api/user/x.css', headers: asGrace() })
    expect([status, headersOf(headers)]).toEqual([404, { ...ofInterface, ...asJson }])
  })

  it('a health check is JSON and is not cached', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      const { status, headers } = await ask({ path })
      expect([path, status, headersOf(headers)]).toEqual([path, 200, { ...notice, ...asJson }])
    }
  })

  it('the API description has only its own styles, and is the same for everyone', async () => {
    for (const [path, type] of [
      ['/api/docs', 'text/html; charset=utf-8'],
      ['/api/openapi.json', 'application/json; charset=utf-8'],
    ] as const) {
      const { status, headers } = await ask({ path })
      expect([path, status, headersOf(headers)]).toEqual([
        path,
        200,
        {
          ...always,
          'content-type': type,
          'cache-control': 'public, max-age=300',
          'content-security-policy': expect.stringMatching(
            /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
          ),
          vary: 'Accept-Encoding',
        },
      ])
    }
  })

  it('a login through an identity provider is a redirect, whatever the result [S-61]', async () => {
    for (const [path, location] of [
      ['/sso/start', '/sso-error/'],
      ['/sso/callback?code=x&state=y', '/sso-error/'],
      ['/sso/logout', '/logout-success'],
      ['/sso/logged-out', '/logout-success'],
    ] as const) {
      const { status, headers } = await ask({ path })
      const { 'set-cookie': _, ...rest } = headersOf(headers) as Record<string, unknown>
      expect([path, status, rest]).toEqual([path, 303, { ...notice, location }])
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const posted = await ask({ path: '/sso/acs', method: 'POST', headers: form, body: 'SAMLResponse=x' })
    expect([posted.status, posted.headers.location]).toEqual([303, '/sso-error/tile'])
    expect((await ask({ path: '/sso/acs', method: 'POST', headers: json, body: '{}' })).status).toBe(415)
    expect((await ask({ path: '/sso/acs', method: 'POST', headers: form, body: 'x'.repeat(600_000) })).status).toBe(413)
    const missing = await ask({ path: '/sso/metadata' })
    expect([missing.status, headersOf(missing.headers)]).toEqual([404, { ...notice, ...asJson }])
  })

  it('pages requested without TLS are redirected to TLS, and calls without TLS are refused [S-67]', async () => {
    const plain = { 'x-forwarded-proto': 'http' }
    const page = await ask({ path: '/app/home/?panel=terms', headers: plain })
    expect([page.status, headersOf(page.headers)]).toEqual([
      308,
      { ...notice, location: 'https://demo.benefits.example/app/home/?panel=terms' },
    ])
    const call = await ask({ path: '/api/v1/ping', headers: { ...plain, ...asGrace() } })
    expect([call.status, headersOf(call.headers)]).toEqual([403, { ...ofInterface, ...asJson }])
    expect(JSON.parse(call.body)).toMatchObject({ code: 'plain-http' })
    const elsewhere = await ask({ path: '/', headers: { ...plain, host: 'demo.example@evil.test/' } })
    expect([elsewhere.status, elsewhere.headers.location]).toEqual([400, undefined])
    const strange = await ask({ path: '/', headers: { ...plain, host: 'demo.example!evil.test' } })
    expect([strange.status, strange.headers.location]).toEqual([403, undefined])
    const secure = await ask({ path: '/app/home/', headers: { 'x-forwarded-proto': 'https' } })
    expect(secure.status).toBe(200)
  })
})

it('cookies are bound to the host and sent with TLS only [S-33]', async () => {
  const body = JSON.stringify({ email: 'amelia.hart@demo.example', password: worldPassword })
  const { status, headers } = await ask({ path: '/api/login', method: 'POST', headers: json, body })
  expect(status).toBe(200)
  const cookies = (headers['set-cookie'] ?? []).map((cookie) =>
    cookie.replace(/=[^;]+/, '=…').replace(/Max-Age=\d+/, 'Max-Age=…'),
  )
  expect(cookies.toSorted()).toEqual([
    '__Host-dev=…; Max-Age=…; Path=/; HttpOnly; Secure; SameSite=Strict',
    '__Host-rt=…; Max-Age=…; Path=/; HttpOnly; Secure; SameSite=Strict',
    '__Host-rth=…; Max-Age=…; Path=/; Secure; SameSite=Strict',
  ])
  const { 'set-cookie': _, ...rest } = headersOf(headers) as Record<string, string>
  expect(rest).toEqual({ ...ofInterface, ...asJson })
})

describe('pages of other origins [S-68] [API-08]', () => {
  const readable = {
    'access-control-allow-origin': 'https://demo.partner.example',
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'X-Masquerade, X-Request-Id, Retry-After, Content-Disposition',
  }
  const preflight = { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'authorization' }
  const path = '/api/v1/ping'

  it('may call the API if the operator lists the origin, for the client to which both hosts belong', async () => {
    const origin = 'https://demo.partner.example'
    const { headers } = await ask({ path, headers: { origin, ...asGrace() } })
    expect(headersOf(headers)).toEqual({ ...ofInterface, ...asJson, ...readable })
    const before = await ask({ path, method: 'OPTIONS', headers: { origin, ...preflight } })
    expect([before.status, headersOf(before.headers)]).toEqual([
      204,
      {
        ...ofInterface,
        ...readable,
        'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
        'access-control-allow-headers':
          'Authorization, X-Bearer-Token, X-Masquerade, X-Masquerade-Scheme-Year, X-Requested-With, Idempotency-Key, Content-Type',
        'access-control-max-age': '600',
      },
    ])
  })

  it.each([
    'null',
    '*',
    'https://plain.partner.example',
    'http://demo.partner.example',
    'https://demo.partner.example:8443',
    'https://demo.partner.example.',
    'https://demo.partner.example.evil.test',
    'https://evil.test/https://demo.partner.example',
    'https://demo.partner.example@evil.test',
    'https://evildemo.partner.example',
    'https://DEMO.partner.example',
    'https://demo.partner.example, https://evil.test',
    'https://demo.partner.exampleevil.test',
    'https://demo.benefits.example',
    'https://evil.test',
    'file://',
  ])('%s may not call the API', async (origin) => {
    for (const asked of [
      { path, headers: { origin, ...asGrace() } },
      { path, method: 'OPTIONS', headers: { origin, ...preflight } },
    ]) {
      const { headers } = await ask(asked)
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(headers['vary']).toBe('Origin')
    }
  })
})

describe('reports of policy violations [S-61]', () => {
  const path = '/reports/policy'
  const send = (type: string, body: string) =>
    ask({ path, method: 'POST', headers: { 'content-type': type }, body }).then(({ status }) => status)

  it('are accepted in the two formats that browsers send, and in no other format', async () => {
    const old = JSON.stringify({ 'csp-report': { 'blocked-uri': 'inline', 'effective-directive': 'script-src-elem' } })
    const recent = JSON.stringify([{ type: 'csp-violation', url: 'https://a.example/', body: { blockedURL: 'eval' } }])
    expect([
      await send('application/csp-report', old),
      await send('application/reports+json', recent),
      await send('application/reports+json', '[{"type":"deprecation"}]'),
      await send('text/plain', old),
      await send('application/csp-report', '{'),
      await send('application/csp-report', JSON.stringify({ a: 'x'.repeat(httpLimits.policyReportBytes) })),
    ]).toEqual([204, 204, 204, 415, 400, 413])
    expect((await ask({ path })).status).toBe(404)
  })
})
