import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { withConnection } from '../../database/bootstrap.ts'
import { inClient } from '../../database/database.ts'
import { startChild, type StartedProgram } from '../../tests/harness/start-child.ts'
import { whileDatabaseIsDown } from '../../tests/harness/database-outage.ts'
import { cookiesOf, requestSignInWithCaptcha } from '../../tests/harness/people.ts'
import { secretsFoundIn, currentTransaction, writtenOnEachNode, type Secret } from '../../tests/harness/secret-sweep.ts'
import {
  addProviderClient,
  authorisationCodeFor,
  returnFromProvider,
  encodeJson,
  exchangeLoginToken,
  followRedirect,
  startSignOn,
  openIdSettings,
  returnAddress,
  startSignOnPortal,
  emailOfLoginToken,
  type Browser,
  type SignOnPortal,
} from '../../tests/harness/sign-on.ts'
import { addPersonWithTwoFactor, codeIn, sendCode, wrongCode } from '../../tests/harness/two-factor.ts'
import { waitUntilCallsAreBlocked } from '../../tests/harness/row-locks.ts'
import type { OpenIdFaults } from '../../tests/harness/openid-faults.ts'
import { entryLimits } from '../../services/session/limits.ts'
import { signOnLimits } from './limits.ts'
import { unlinkSignOn } from './unlink-sign-on.server.ts'

const child: StartedProgram<{ port: number }> = await startChild('tests/harness/faulty-openid-provider.ts')
const origin = `http://127.0.0.1:${child.message.port}`
const portal = await startSignOnPortal()
afterAll(() => child.stop())

type ClientOptions = Partial<Parameters<typeof addProviderClient>[1]>
const client = (more: object = {}, options: ClientOptions = {}) =>
  addProviderClient(portal, { provider: openIdSettings(origin, {}, more), ...options })

async function visit(site: string, faults: OpenIdFaults = {}): Promise<string> {
  const left = await startSignOn(portal, site)
  return emailOfLoginToken(portal, left, await returnFromProvider(portal, left, faults))
}

async function arrive(site: string, faults: OpenIdFaults = {}): Promise<Browser & { token: string }> {
  const left = await startSignOn(portal, site)
  const address = await returnFromProvider(portal, left, faults)
  return { ...left, token: address.replace('/sso-login/', '') }
}

const asOwner = <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  withConnection(portal.database.superuser, async (connection) => (await connection.query<Row>(sql, values)).rows)

describe('email of a domain that uses single sign-on', () => {
  it('leads to the identity provider for any address of the domain, without reading an account [S-01] [D-02]', async () => {
    const { site } = await client()
    const ask = (email: string) => portal.request({ method: 'POST', url: '/api/login/url', site, body: { email } })
    const answers = await Promise.all(['lena@a.example', 'nobody@a.example', 'LENA@A.EXAMPLE'].map(ask))
    for (const answer of answers) expect(answer.body).toBe('{"url":"/sso/start","hasSSO":true,"error":null}')
    expect((await ask('lena@b.example')).json()).toEqual({ url: null, hasSSO: false, error: null })

    await asOwner('revoke select on account from portal_app')
    expect((await ask('lena@a.example')).body).toBe(answers[0]?.body)
    await asOwner('grant select on account to portal_app')
    const off = await client({ enabled: false })
    const answer = await portal.request({
      method: 'POST',
      url: '/api/login/url',
      site: off.site,
      body: { email: 'lena@a.example' },
    })
    expect(answer.json()).toEqual({ url: null, hasSSO: false, error: null })
  })
})

describe('redirect back from the identity provider', () => {
  it('ends with a token in the address and a cookie, which are both needed to start a session [S-31]', async () => {
    const { site } = await client()
    const left = await startSignOn(portal, site)
    const url = `/sso/callback?code=x&state=y`
    expect((await portal.request({ url, site })).headers).toMatchObject({
      location: '/sso-error/late',
      'cache-control': 'no-store',
    })
    const arrived = await arrive(site)
    expect(arrived.token).toMatch(/^sso-[\w-]{43}$/)
    const answer = await exchangeLoginToken(portal, arrived, arrived.token)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      access_token: expect.stringMatching(/^[\w-]{43}$/) as string,
      refresh_token: cookiesOf(answer)['__Host-rth'],
      scheme: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      ssoLogoutUrl: '/sso/logout',
      is_should_setup_2fa: false,
      is_should_validate_2fa: false,
    })
    expect(answer.cookies.find(({ name }) => name === '__Host-rt')).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
    })
    expect(cookiesOf(answer)['__Host-sso']).toBe('')
    expect(Object.keys(left.cookies)).toEqual(['__Host-sso-flow'])
  })

  it('sets each cookie as strictly as its purpose allows', async () => {
    const { site } = await client()
    const started = await portal.request({ url: '/sso/start', site })
    expect(started.cookies).toEqual([
      expect.objectContaining({
        name: '__Host-sso-flow',
        httpOnly: true,
        secure: true,
        sameSite: 'Lax',
        path: '/',
        maxAge: 600,
      }),
    ])
    const browser = { site, cookies: cookiesOf(started), at: new URL(String(started.headers.location)) }
    const returned = await portal.request({
      url: returnAddress(browser.at),
      site,
      cookies: browser.cookies,
    })
    const byName = new Map(returned.cookies.map((cookie) => [cookie.name, cookie]))
    expect(byName.get('__Host-sso')).toMatchObject({
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
      path: '/',
      maxAge: 60,
    })
    expect(byName.get('__Secure-sso-out')).toMatchObject({
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
      path: '/sso/logout',
      maxAge: 43_200,
    })
    expect(byName.get('__Host-sso-flow')).toMatchObject({ value: '', maxAge: 0 })
  })

  it('may take as long as people need at their identity provider, but not longer', async () => {
    onTestFinished(await portal.database.stopClock())
    onTestFinished(() => portal.database.moveClock('PT0S'))
    const { site } = await client()
    const left = await startSignOn(portal, site)
    const late = await startSignOn(portal, site)
    await portal.database.moveClock(`${signOnLimits.flowMs / 1000 - 1} seconds`)
    expect(await emailOfLoginToken(portal, left, await returnFromProvider(portal, left))).toBe('lena@a.example')
    await portal.database.moveClock(`${signOnLimits.flowMs / 1000 + 1} seconds`)
    expect(await returnFromProvider(portal, late)).toBe('/sso-error/')
    expect(portal.lastReason()).toBe('started too long ago')
  })
})

describe('one-time login token', () => {
  it('works only once [SSO-15] [S-31]', async () => {
    const { site } = await client()
    const arrived = await arrive(site)
    const answers = [
      await exchangeLoginToken(portal, arrived, arrived.token),
      await exchangeLoginToken(portal, arrived, arrived.token),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 401])
    expect(answers[1]?.json()).toMatchObject({
      code: 'entry-failed',
      error: 'SSO login error',
      access_token: null,
      showRecaptcha: false,
    })
  })

  it('is valid for a minute [SSO-15]', async () => {
    onTestFinished(await portal.database.stopClock())
    onTestFinished(() => portal.database.moveClock('PT0S'))
    const { site } = await client()
    const [inTime, late] = [await arrive(site), await arrive(site)]
    await portal.database.moveClock(`${entryLimits.lifeMs / 1000 - 1} seconds`)
    expect((await exchangeLoginToken(portal, inTime, inTime.token)).statusCode).toBe(200)
    await portal.database.moveClock(`${entryLimits.lifeMs / 1000 + 1} seconds`)
    expect((await exchangeLoginToken(portal, late, late.token)).statusCode).toBe(401)
  })

  it('works only in the browser and for the client that it was created for, and other attempts do not use it up [S-31]', async () => {
    const { site } = await client()
    const other = await client()
    const [mine, theirs] = [await arrive(site), await arrive(site)]
    const elsewhere = await arrive(other.site)
    for (const [browser, token] of [
      [{ site, cookies: {} }, mine.token],
      [theirs, mine.token],
      [{ ...mine, site: other.site }, mine.token],
      [{ ...elsewhere, site }, elsewhere.token],
      [mine, `sso-${'A'.repeat(43)}`],
      [mine, ''.padEnd(200, 'x')],
    ] as const) {
      expect((await exchangeLoginToken(portal, browser, token)).statusCode).toBe(401)
    }
    expect((await exchangeLoginToken(portal, mine, mine.token)).statusCode).toBe(200)
    expect((await exchangeLoginToken(portal, theirs, theirs.token)).statusCode).toBe(200)
  })
})

describe('identity of a person [S-30]', () => {
  it("is the provider's identifier, whatever address the provider sends later", async () => {
    const { site } = await client({}, { people: [{ email: 'lena@a.example' }, { email: 'otto@a.example' }] })
    expect(await visit(site)).toBe('lena@a.example')
    expect(await visit(site, { claims: { email: 'otto@a.example' } })).toBe('lena@a.example')
    expect(await visit(site, { claims: { email: null }, person: {} })).toBe('lena@a.example')
  })

  it('does not pass to another person who gets the email address later', async () => {
    const { site } = await client()
    expect(await visit(site)).toBe('lena@a.example')
    expect(await visit(site, { claims: { sub: 'a-new-lena' } })).toBe('refused: /sso-error/')
    expect(portal.lastReason()).toMatch(/somebody else/)
  })

  it("never matches a person of another client, even if one client's provider sends the address of another client's employee", async () => {
    const b = await client({ emailDomains: ['b.example'] }, { people: [{ email: 'otto@b.example' }] })
    expect(await visit(b.site, { claims: { sub: 'otto', email: 'otto@b.example' } })).toBe('otto@b.example')
    const a = await client()
    expect(await visit(a.site)).toBe('lena@a.example')
    expect(await visit(a.site, { claims: { sub: 'otto', email: 'otto@b.example' } })).toBe('refused: /sso-error/')
    const greedy = await client({ emailDomains: ['a.example', 'b.example'] })
    expect(await visit(greedy.site)).toBe('lena@a.example')
    expect(await visit(greedy.site, { claims: { sub: 'otto', email: 'otto@b.example' } })).toBe('refused: /sso-error/')
    expect(portal.lastReason()).toMatch(/nobody here/)
  })

  it('never matches a person whose address only looks similar to the address that the provider sends', async () => {
    const { site } = await client({}, { people: [{ email: 'kate@a.example' }] })
    for (const email of [
      '\u212aate@a.example',
      'ka\u200bte@a.example',
      'kate@a\u00ad.example',
      '\ufeffkate@a.example',
      '\u00a0kate@a.example',
    ])
      expect([email, await visit(site, { claims: { sub: 'other', email } })]).toEqual([email, 'refused: /sso-error/'])
    expect(await visit(site, { claims: { sub: 'kate', email: 'KATE@A.example' } })).toBe('kate@a.example')
  })

  it('differs between providers, even if two providers send the same identifier', async () => {
    const { site, clientId } = await client({}, { people: [{ email: 'lena@a.example' }, { email: 'otto@a.example' }] })
    expect(await visit(site)).toBe('lena@a.example')
    await setProvider(clientId, openIdSettings(origin, { keys: ['rsa'] }))
    expect(await visit(site, { claims: { email: 'otto@a.example' } })).toBe('otto@a.example')
    await setProvider(clientId, openIdSettings(origin))
    expect(await visit(site, { claims: { email: 'otto@a.example' } })).toBe('lena@a.example')
  })

  it('makes the account active at the first login, without giving it further roles', async () => {
    const { site, clientId } = await client({}, { people: [{ email: 'lena@a.example', state: 'invited' }] })
    const faults = { claims: { roles: ['employer'], userType: 'employer', groups: ['administrators'] } }
    expect(await visit(site, faults)).toBe('lena@a.example')
    expect(await asOwner('select state, user_type from account where client_id = $1', [clientId])).toEqual([
      { state: 'active', user_type: 'employee' },
    ])
    const events = await asOwner<{ action: string }>('select action from audit_event where client_id = $1', [clientId])
    expect(events.map(({ action }) => action)).toEqual(expect.arrayContaining(['sign-on.linked', 'session.started']))
  })

  it('is refused while the account is disabled, before and after the first login [S-05]', async () => {
    const never = await client({}, { people: [{ email: 'lena@a.example', state: 'disabled' }] })
    expect(await visit(never.site)).toBe('refused: /sso-error/')
    const { site, clientId } = await client()
    expect(await visit(site)).toBe('lena@a.example')
    const onTheWay = await arrive(site)
    await setState(clientId, 'disabled')
    expect((await exchangeLoginToken(portal, onTheWay, onTheWay.token)).statusCode).toBe(401)
    expect(await visit(site)).toBe('refused: /sso-error/')
    await setState(clientId, 'active')
    expect(await visit(site)).toBe('lena@a.example')
  })

  it('is linked again after an operator unlinks it; unlinking is audited and ends all sessions', async () => {
    const { site, clientId } = await client({}, { people: [{ email: 'unlinked@a.example' }] })
    const as = (sub: string): OpenIdFaults => ({ claims: { sub, email: 'unlinked@a.example' } })
    const unlink = () => unlinkSignOn(portal.database.db, { email: 'Unlinked@a.example', operator: 'Ada' })
    expect(await unlink()).toEqual({ providers: [], sessions: 0 })
    const arrived = await arrive(site, as('old-name'))
    const { access_token: token } = (await exchangeLoginToken(portal, arrived, arrived.token)).json<{
      access_token: string
    }>()
    expect(await visit(site, as('new-name'))).toBe('refused: /sso-error/')

    expect(await unlink()).toEqual({ providers: [`openid ${openIdSettings(origin).issuer}`], sessions: 1 })
    expect((await portal.request({ url: '/api/v1/ping', site, token })).statusCode).toBe(401)
    expect(await visit(site, as('new-name'))).toBe('unlinked@a.example')
    expect(await visit(site, as('old-name'))).toBe('refused: /sso-error/')
    const events = await asOwner<{ action: string; entry: string }>(
      `select action, entry from audit_event where client_id = $1 and action like 'sign-on.%' order by sequence`,
      [clientId],
    )
    expect(events.map(({ action }) => action)).toEqual(['sign-on.linked', 'sign-on.unlinked', 'sign-on.linked'])
    expect(JSON.parse(events[1]?.entry ?? '{}')).toMatchObject({ actor: 'operator ada' })
    expect(await unlinkSignOn(portal.database.db, { email: 'nobody@a.example' })).toBeUndefined()
  })

  it('is not linked by an email address that the account loses during the login at the provider', async () => {
    const { site, clientId } = await client()
    const left = await startSignOn(portal, site)
    const returned = await withConnection(portal.database.superuser, async (connection) => {
      await connection.query('begin')
      await connection.query(`update account set email = 'moved@a.example' where client_id = $1`, [clientId])
      const coming = returnFromProvider(portal, left)
      await waitUntilCallsAreBlocked(portal, 1)
      await connection.query('commit')
      return coming
    })
    expect(returned).toBe('/sso-error/')
    expect(await asOwner('select 1 from sign_on_identity where client_id = $1', [clientId])).toEqual([])
  })

  it('logs in with each of many parallel first logins, and is linked only once', async () => {
    const { site, clientId } = await client()
    const lefts = await Promise.all(Array.from({ length: 10 }, () => startSignOn(portal, site)))
    const names = await Promise.all(
      lefts.map(async (left) => emailOfLoginToken(portal, left, await returnFromProvider(portal, left))),
    )
    expect(names).toEqual(lefts.map(() => 'lena@a.example'))
    expect(await asOwner('select 1 from sign_on_identity where client_id = $1', [clientId])).toHaveLength(1)
    const linked = `select 1 from audit_event where client_id = $1 and action = 'sign-on.linked'`
    expect(await asOwner(linked, [clientId])).toHaveLength(1)
    expect(await visit(site)).toBe('lena@a.example')
  })
})

describe('identity provider that is switched off or cannot be used [S-30]', () => {
  it('starts no logins, and ends logins in progress', async () => {
    const { site, clientId } = await client()
    const left = await startSignOn(portal, site)
    await setProvider(clientId, openIdSettings(origin, {}, { enabled: false }))
    expect(await returnFromProvider(portal, left)).toBe('/sso-error/')
    expect((await startSignOn(portal, site)).at.pathname).toBe('/sso-error/')
    await setProvider(clientId, openIdSettings(origin))
    expect(await visit(site)).toBe('lena@a.example')
  })

  it('starts no logins if its secret is missing, or for a host without a provider', async () => {
    const { site } = await client({ secretFrom: 'IDP_NOT_SET' })
    expect((await startSignOn(portal, site)).at.pathname).toBe('/sso-error/')
    expect(portal.lastReason()).toBe('the secret IDP_NOT_SET is not set')
    for (const host of [`nobody-${randomUUID().slice(0, 8)}`, 'demo']) {
      expect((await startSignOn(portal, host)).at.pathname).toBe('/sso-error/')
      expect(await followRedirect(portal, { site: host, cookies: {} }, '/sso/callback?code=x&state=y')).toBe(
        '/sso-error/',
      )
      expect(await followRedirect(portal, { site: host, cookies: {} }, '/sso/logout')).toBe('/logout-success')
    }
  })

  it('that cannot be reached is named in the log with the cause', async () => {
    const { site } = await addProviderClient(portal, { provider: openIdSettings('http://127.0.0.1:1') })
    expect((await startSignOn(portal, site)).at.pathname).toBe('/sso-error/')
    expect(portal.lastReason()).toMatch(/^the settings of http:\/\/127\.0\.0\.1:1\/\S+ cannot be read: ECONNREFUSED /)
  })

  it('starts no more logins after too many from one network address, whatever headers the caller sends [S-08]', async () => {
    const proxied = await startSignOnPortal({ trustedHops: 1, beside: portal })
    const [one, other] = [await client(), await client()]
    const start = async (from: string, { site } = one) => {
      const { headers } = await proxied.request({ url: '/sso/start', site, headers: { 'x-forwarded-for': from } })
      return String(headers.location)
    }
    const all = await Promise.all(Array.from({ length: signOnLimits.startsPerMinute }, () => start('198.51.100.7')))
    expect(all.filter((to) => !to.startsWith(origin))).toEqual([])
    for (const from of ['198.51.100.7', '203.0.113.9, 198.51.100.7']) expect(await start(from)).toBe('/sso-error/')
    expect(proxied.lastReason()).toBe('too many starts from one address')
    expect(await start('198.51.100.8')).toContain(origin)
    expect(await start('198.51.100.7', other)).toContain(origin)
    await proxied.app.close()
  })

  it('shows the general error page and writes a log entry if the database is down', async () => {
    const { site } = await client()
    const { at } = await whileDatabaseIsDown(portal, () => startSignOn(portal, site))
    expect(at.pathname).toBe('/sso-error/')
    expect(portal.log().trimEnd().split('\n').at(-2)).toMatch(
      /"level":"error".*"err":\{.*"msg":"single sign-on failed"/,
    )
    expect(await visit(site)).toBe('lena@a.example')
  })

  it('cannot be used without TLS in production', async () => {
    const production = await startSignOnPortal({
      mode: 'production',
      portalUrl: 'http://{site}.localhost',
      beside: portal,
    })
    const { site } = await client()
    expect((await startSignOn(production, site)).at.pathname).toBe('/sso-error/')
    expect(production.lastReason()).toBe('an address without TLS')
    expect(await visit(site)).toBe('lena@a.example')
    await production.app.close()
  })
})

describe('address of the portal that identity providers use', () => {
  const site = 'settled'
  const portalUrl = 'https://{site}.benefits.example'
  const own = `https://${site}.benefits.example`
  const foreign = [`${site}.evil.test`, `${site}.benefits.example.evil.test`, `${site}.benefits.example:8443`, site]
  let settled: SignOnPortal
  beforeAll(async () => {
    settled = await startSignOnPortal({ portalUrl, beside: portal })
    await addProviderClient(portal, { site, provider: openIdSettings(origin) })
  })
  afterAll(() => settled.app.close())
  const ask = async (url: string, host: string) => {
    const { statusCode, headers } = await settled.request({ url, headers: { host } })
    return { statusCode, to: new URL(String(headers.location), 'http://portal.invalid') }
  }

  it('comes from the settings, whatever host name a request has [S-13] [S-27]', async () => {
    const { to } = await ask('/sso/start', `${site}.benefits.example`)
    expect(to.searchParams.get('redirect_uri')).toBe(`${own}/sso/callback`)
    const away = await ask('/sso/logout', `${site}.benefits.example`)
    expect(away.to.searchParams.get('post_logout_redirect_uri')).toBe(`${own}/logout-success`)

    for (const host of foreign) {
      expect((await ask('/sso/start', host)).to.pathname).toBe('/sso-error/')
      expect(settled.lastReason()).toBe('asked at an address that is not the portal’s')
      expect((await ask('/sso/callback?code=x&state=y', host)).to.pathname).toBe('/sso-error/')
      expect((await ask('/sso/logout', host)).to.pathname).toBe('/logout-success')
      expect((await ask('/sso/metadata', host)).statusCode).toBe(404)
    }
  })

  it('is required in production before a login starts [S-13]', async () => {
    const unsettled = await startSignOnPortal({ mode: 'production', beside: portal })
    expect((await startSignOn(unsettled, site)).at.pathname).toBe('/sso-error/')
    expect(unsettled.lastReason()).toBe('PORTAL_URL is not set')
    await unsettled.app.close()
  })
})

describe('second factor [D-17]', () => {
  const strong = 'urn:a:two-factor'
  const employer = {
    people: [{ email: 'lena@a.example', userType: 'employer' as const }],
    switches: { twoFactor: { employers: true } },
  }
  const counting = { secondFactorCounts: true, acr: [strong] }
  const outcome = async (site: string, faults: OpenIdFaults = {}) => {
    const arrived = await arrive(site, faults)
    const answer = await exchangeLoginToken(portal, arrived, arrived.token)
    const {
      access_token: token,
      is_should_setup_2fa: setUp,
      is_should_validate_2fa: code,
    } = answer.json<Record<string, unknown>>()
    return token ? 'in' : setUp ? 'set-up' : code ? 'code' : 'nothing'
  }

  it('of the provider is accepted if the client allows it and the provider confirms it', async () => {
    const { site } = await client(counting, employer)
    expect((await startSignOn(portal, site)).at.searchParams.get('acr_values')).toBe(strong)
    expect(await outcome(site, { claims: { acr: strong } })).toBe('in')
    expect(await outcome(site, { claims: { acr: 'urn:a:password' } })).toBe('set-up')
    expect(await outcome(site)).toBe('set-up')
    expect(await outcome(site, { claims: { acr: [strong] } })).toBe('set-up')
    const { site: mistrusting } = await client({ acr: [strong] }, employer)
    expect(await outcome(mistrusting, { claims: { acr: strong } })).toBe('set-up')
  })

  it('is required only from people who must have one, or who have set one up', async () => {
    const { site } = await client()
    expect(await outcome(site)).toBe('in')
    const own = await client(counting, { people: [{ email: 'lena@a.example', twoFactorSecret: 'sealed' }] })
    expect(await outcome(own.site)).toBe('code')
    expect(await outcome(own.site, { claims: { acr: strong } })).toBe('in')
  })
})

describe('strength of authentication that a client requires of everyone [S-30]', () => {
  it('is checked after the login at the provider, and weaker authentication is refused', async () => {
    const strong = 'urn:a:two-factor'
    const { site } = await client({ acr: [strong, 'urn:a:key'], acrRequired: true })
    for (const faults of [{}, { claims: { acr: 'urn:a:password' } }, { claims: { acr: [strong] } }]) {
      expect(await visit(site, faults)).toBe('refused: /sso-error/')
      expect(portal.lastReason()).toBe('weaker than the client requires')
    }
    expect(await visit(site, { claims: { acr: strong } })).toBe('lena@a.example')
    expect(await visit(site, { claims: { acr: 'urn:a:key' } })).toBe('lena@a.example')
  })
})

describe('session started at the identity provider, after the client begins to require a second factor [S-24] [D-17]', () => {
  it('continues if the provider confirmed a second factor that the client accepts; otherwise a second factor must be set up first', async () => {
    const strong = 'urn:a:two-factor'
    const { site, clientId } = await client({ secondFactorCounts: true, acr: [strong] })
    const comeIn = async (faults: OpenIdFaults) => {
      const arrived = await arrive(site, faults)
      return (await exchangeLoginToken(portal, arrived, arrived.token)).json<{ access_token: string }>().access_token
    }
    const [proved, plain] = [await comeIn({ claims: { acr: strong } }), await comeIn({})]
    const ask = async (token: string) => {
      const answer = await portal.request({ url: '/api/v1/user', site, token })
      return [answer.statusCode, answer.json<{ code?: string }>().code]
    }
    expect([await ask(proved), await ask(plain)]).toEqual([
      [200, undefined],
      [200, undefined],
    ])
    await asOwner('update client set switches = $2 where client_id = $1', [
      clientId,
      { twoFactor: { employees: true } },
    ])
    expect([await ask(proved), await ask(plain)]).toEqual([
      [200, undefined],
      [403, 'mfa_required'],
    ])
  })
})

describe('code that is required after a login at the identity provider [SSO-05] [S-19]', () => {
  it('is accepted while the password is locked, and wrong codes lock it like other logins [S-04]', async () => {
    const { site, clientId } = await client({}, { people: [] })
    const email = 'lena@a.example'
    const { seed } = await addPersonWithTwoFactor(portal, clientId, { email })
    const guess = () => requestSignInWithCaptcha(portal, { email, site, password: 'wrong' })
    for (let each = 0; each < 5; each += 1) await guess()
    const halfWay = async () => {
      const arrived = await arrive(site)
      const half = await exchangeLoginToken(portal, arrived, arrived.token)
      const { ticket: password } = half.json<{ ticket: string }>()
      const cookies = { ...arrived.cookies, ...cookiesOf(half) }
      return (code: string) => sendCode(portal, { site, cookies, email: '', password, code })
    }
    expect((await (await halfWay())(codeIn(seed))).statusCode).toBe(200)
    expect((await guess()).statusCode).toBe(429)
    const send = await halfWay()
    const statuses: number[] = []
    for (let each = 0; each < 5; each += 1) statuses.push((await send(wrongCode(seed))).statusCode)
    expect(statuses).toEqual([422, 422, 422, 422, 429])
    expect((await (await halfWay())(codeIn(seed, 30))).statusCode).toBe(429)
  })

  it('logs in as after a password, even if passwords are switched off or the page was reloaded before', async () => {
    const { site, clientId } = await client({}, { people: [], switches: { ssoAccessOnly: true } })
    const { seed } = await addPersonWithTwoFactor(portal, clientId, { email: 'lena@a.example', password: null })
    const arrived = await arrive(site)
    const half = await exchangeLoginToken(portal, arrived, arrived.token)
    const { ticket, access_token: none } = half.json<{ ticket: string; access_token: null }>()
    expect([none, half.cookies.find(({ name }) => name === '__Host-mfa')?.httpOnly]).toEqual([null, true])

    const cookies = { ...arrived.cookies, ...cookiesOf(half) }
    const again = await portal.request({
      method: 'POST',
      url: '/api/login',
      site,
      cookies,
      body: { email: '', password: ticket },
    })
    expect(again.json()).toMatchObject({ is_should_validate_2fa: true, access_token: null, ticket })
    const wrong = await sendCode(portal, { site, cookies, email: '', password: ticket, code: wrongCode(seed) })
    expect(wrong.statusCode).toBe(422)
    const right = await sendCode(portal, { site, cookies, email: '', password: ticket, code: codeIn(seed) })
    expect(right.json()).toMatchObject({ access_token: expect.any(String) as string, ssoLogoutUrl: '/sso/logout' })
    expect(await asOwner('select sign_in_method from session where client_id = $1', [clientId])).toEqual([
      { sign_in_method: 'single-sign-on' },
    ])
  })
})

describe('stored data of a login through an identity provider', () => {
  it('contain none of its secrets, neither in the database nor in the log, during and after the login [R-18] [S-83]', async () => {
    const { site } = await client({ secretFrom: 'IDP_A_SECRET' })
    const since = await portal.database.onEachNode(currentTransaction)
    const left = await startSignOn(portal, site)
    const secrets: Secret[] = [
      { name: 'the secret of the client', value: 'secretOfTheClient' },
      { name: 'the code', value: authorisationCodeFor(left.at) },
      { name: 'the state', value: left.at.searchParams.get('state') ?? '' },
      { name: 'the nonce', value: left.at.searchParams.get('nonce') ?? '' },
    ]
    const keepCookies = () =>
      secrets.push(...Object.entries(left.cookies).flatMap(([name, value]) => (value ? [{ name, value }] : [])))
    const leaks = async () => {
      const written = await writtenOnEachNode(portal.database, since)
      expect(written).toContain(site)
      return secretsFoundIn(`${written}\n${portal.log()}`, secrets)
    }
    await asOwner(`update client set name = name || '.' where code = $1`, [site])
    keepCookies()
    const address = await returnFromProvider(portal, left)
    const token = address.replace('/sso-login/', '')
    secrets.push({ name: 'the entry', value: token }, { name: 'the entry alone', value: token.replace('sso-', '') })
    keepCookies()
    expect(await leaks()).toEqual([])

    const answer = await exchangeLoginToken(portal, left, token)
    const { access_token: access } = answer.json<{ access_token: string }>()
    secrets.push({ name: 'the access token', value: access })
    Object.assign(left.cookies, cookiesOf(answer))
    keepCookies()
    expect(await leaks()).toEqual([])
    expect(secrets.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['__Host-sso-flow', '__Host-sso', '__Secure-sso-out', '__Host-rt', '__Host-rth']),
    )

    await asOwner(`update client set name = $2 where code = $1`, [site, Buffer.from(token).toString('hex')])
    expect(await leaks()).toEqual(['the entry', 'the entry alone'])
  })
})

describe('logging out at the identity provider', () => {
  it("leads to the provider's logout page with the data it needs, and then back to the portal's page [LOGOUT-02] [LOGOUT-07]", async () => {
    const { site } = await client()
    const left = await startSignOn(portal, site)
    await returnFromProvider(portal, left)
    const at = new URL(await followRedirect(portal, left, '/sso/logout'))
    expect(`${at.origin}${at.pathname}`).toBe(`${origin}/${Buffer.from('{}').toString('base64url')}/end`)
    expect(at.searchParams.get('post_logout_redirect_uri')).toBe(`http://${site}.localhost/logout-success`)
    expect(at.searchParams.get('client_id')).toBe('portal')
    expect(at.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    const again = new URL(
      await followRedirect(portal, { site, cookies: { '__Secure-sso-out': 'made-up' } }, '/sso/logout'),
    )
    expect(again.searchParams.has('id_token_hint')).toBe(false)
  })

  it("leads to the client's address if its origin is registered, otherwise to the portal's page [LOGOUT-08] [S-63]", async () => {
    const logoutUrl = 'https://login.a.example/bye'
    const registered = await client({ logoutUrl }, { switches: { redirectOrigins: ['https://login.a.example'] } })
    const arrived = await arrive(registered.site)
    expect((await exchangeLoginToken(portal, arrived, arrived.token)).json()).toMatchObject({ ssoLogoutUrl: logoutUrl })
    expect(await followRedirect(portal, arrived, '/sso/logout')).toBe(logoutUrl)
    const { site } = await client({ logoutUrl })
    expect(await followRedirect(portal, { site, cookies: {} }, '/sso/logout')).toBe('/logout-success')
    const silent = await addProviderClient(portal, {
      provider: openIdSettings(origin, { settings: { end_session_endpoint: null } }),
    })
    expect(await followRedirect(portal, { site: silent.site, cookies: {} }, '/sso/logout')).toBe('/logout-success')
  })
})

async function setProvider(clientId: string, provider: object): Promise<void> {
  await asOwner('update client set identity_provider = $2 where client_id = $1', [clientId, JSON.stringify(provider)])
}

async function setState(clientId: Parameters<typeof inClient>[1], state: string): Promise<void> {
  await asOwner('update account set state = $2 where client_id = $1', [clientId, state])
}

describe('logout that the identity provider sends without the browser [S-29] [S-36]', () => {
  const event = 'http://schemas.openid.net/event/backchannel-logout'

  async function report(site: string, faults: OpenIdFaults = {}): Promise<number> {
    const claims = { email: null, email_verified: null, jti: randomUUID(), events: { [event]: {} }, ...faults.claims }
    const address = `${origin}/${encodeJson({})}/logout-token?faults=${encodeJson({ ...faults, claims })}`
    return post(site, new URLSearchParams({ logout_token: await (await fetch(address)).text() }).toString())
  }

  async function post(site: string, body: string): Promise<number> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await portal.request({ method: 'POST', url: '/sso/backchannel-logout', site, headers, body })
    expect(answer.headers['cache-control']).toBe('no-store')
    return answer.statusCode
  }

  async function signedIn(
    site: string,
    sub = 'lena',
    claims: OpenIdFaults['claims'] = {},
  ): Promise<{ isSignedIn: () => Promise<boolean> }> {
    const browser = await arrive(site, { claims: { sub, email: `${sub}@a.example`, ...claims } })
    const { access_token: token } = (await exchangeLoginToken(portal, browser, browser.token)).json<{
      access_token: string
    }>()
    return {
      isSignedIn: async () => (await portal.request({ url: '/api/v1/user', site, token })).statusCode === 200,
    }
  }

  it('ends sessions that the person started at the provider and login tokens not used yet, and is audited', async () => {
    const people = [{ email: 'lena@a.example', password: 'Quartz&94Wren-Loft' }, { email: 'otto@a.example' }]
    const { site, clientId } = await client({}, { people })
    const [one, two, other] = [await signedIn(site), await signedIn(site), await signedIn(site, 'otto')]
    const entry = await arrive(site)
    const password = await requestSignInWithCaptcha(portal, {
      site,
      email: 'lena@a.example',
      password: 'Quartz&94Wren-Loft',
    })
    const { access_token: token } = password.json<{ access_token: string }>()
    expect(await report(site)).toBe(200)
    expect([await one.isSignedIn(), await two.isSignedIn(), await other.isSignedIn()]).toEqual([false, false, true])
    expect((await exchangeLoginToken(portal, entry, entry.token)).statusCode).toBe(401)
    expect((await portal.request({ url: '/api/v1/user', site, token })).statusCode).toBe(200)
    const events = await asOwner<{ entry: string }>(
      `select entry from audit_event where client_id = $1 and action = 'session.ended-by-provider'`,
      [clientId],
    )
    expect(events.map(({ entry }) => JSON.parse(entry) as object)).toMatchObject([{ details: { sessions: 2 } }])
  })

  it('ends a login that waits for its code [SSO-05]', async () => {
    const { site, clientId } = await client({}, { people: [] })
    const { seed } = await addPersonWithTwoFactor(portal, clientId, { email: 'lena@a.example' })
    const arrived = await arrive(site)
    const half = await exchangeLoginToken(portal, arrived, arrived.token)
    const { ticket: password } = half.json<{ ticket: string }>()
    expect(await report(site)).toBe(200)
    const cookies = { ...arrived.cookies, ...cookiesOf(half) }
    const sent = await sendCode(portal, { site, cookies, email: '', password, code: codeIn(seed) })
    expect(sent.statusCode).toBe(401)
  })

  it('ends only the sessions that it names, if it does not name a person', async () => {
    const { site } = await client()
    const one = await signedIn(site, 'lena', { sid: 'at-work' })
    const two = await signedIn(site, 'lena', { sid: 'at-home' })
    expect(await report(site, { claims: { sub: null, sid: 'elsewhere' } })).toBe(200)
    expect(await report(site, { claims: { sub: null, sid: 'at-work' } })).toBe(200)
    expect([await one.isSignedIn(), await two.isSignedIn()]).toEqual([false, true])
  })

  it('is accepted again without ending later sessions, and is accepted for an unknown person', async () => {
    const { site } = await client()
    await signedIn(site)
    const again = { claims: { jti: randomUUID() } }
    expect(await report(site, again)).toBe(200)
    const later = await signedIn(site)
    expect(await report(site, again)).toBe(200)
    expect(await report(site, { claims: { sub: 'stranger' } })).toBe(200)
    expect(await later.isSignedIn()).toBe(true)
  })

  const inFrame = (site: string, query: Record<string, string>) =>
    portal.request({ url: `/sso/frontchannel-logout?${new URLSearchParams(query).toString()}`, site })

  it('ends the sessions that a frame of the provider names, without cookies, and again without effect', async () => {
    const { site } = await client()
    const one = await signedIn(site, 'lena', { sid: 'at-work' })
    const two = await signedIn(site, 'lena', { sid: 'at-home' })
    const iss = openIdSettings(origin).issuer
    const answer = await inFrame(site, { iss, sid: 'at-work' })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors ${origin}`,
    })
    expect([await one.isSignedIn(), await two.isSignedIn()]).toEqual([false, true])
    expect((await inFrame(site, { iss, sid: 'at-work' })).statusCode).toBe(200)
    expect(await two.isSignedIn()).toBe(true)
  })

  it.each([
    ['another issuer', { iss: 'https://other.example' }, /another issuer/],
    ['no session', { sid: '' }, /no session of the provider/],
  ])('is refused in a frame and ends nothing with %s', async (_, wrong, reason) => {
    const { site } = await client()
    const lena = await signedIn(site, 'lena', { sid: 'at-work' })
    const answer = await inFrame(site, { iss: openIdSettings(origin).issuer, sid: 'at-work', ...wrong })
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(portal.lastReason()).toMatch(reason)
    expect(await lena.isSignedIn()).toBe(true)
  })

  it.each<[string, OpenIdFaults, RegExp]>([
    ['another issuer', { claims: { iss: 'https://other.example' } }, /JWT_CLAIM_VALIDATION_FAILED/],
    ['another audience', { claims: { aud: 'another-portal' } }, /JWT_CLAIM_VALIDATION_FAILED/],
    ['an identity token', { claims: { events: null, nonce: 'n' } }, /JWT_CLAIM_VALIDATION_FAILED/],
    ['a nonce', { claims: { nonce: 'n' } }, /logout token, nonce/],
    ['another event', { claims: { events: { 'urn:other': {} } } }, /logout token, events/],
    ['no identifier', { claims: { jti: null } }, /JWT_CLAIM_VALIDATION_FAILED/],
    ['neither subject nor session', { claims: { sub: null } }, /logout token, sub/],
    ['an end that has passed', { endsIn: -61 }, /JWT_EXPIRED/],
    ['an age of over ten minutes', { issuedIn: -661, endsIn: 600 }, /JWT_EXPIRED/],
    ["a stranger's key", { key: 'stranger' }, /SIGNATURE_VERIFICATION_FAILED/],
    ['no signature', { alg: 'none' }, /ALG_NOT_ALLOWED/],
    ['the public key as secret', { alg: 'HS256' }, /ALG_NOT_ALLOWED/],
    ['changed claims', { spoiled: 'other-claims' }, /SIGNATURE_VERIFICATION_FAILED/],
  ])('is refused and ends nothing with %s', async (_, faults, reason) => {
    const { site } = await client()
    const lena = await signedIn(site)
    expect(await report(site, faults)).toBe(400)
    expect(portal.lastReason()).toMatch(reason)
    expect(await lena.isSignedIn()).toBe(true)
  })

  it('is refused if the token is missing, and if the client has no OpenID provider', async () => {
    const { site } = await client()
    expect(await post(site, '')).toBe(400)
    expect(await report((await client({ enabled: false })).site)).toBe(400)
  })
})
