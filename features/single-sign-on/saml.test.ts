import { afterAll, describe, expect, it } from 'vitest'
import { X509Certificate } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { withConnection } from '../../database/bootstrap.ts'
import { readXml } from '../../platform/xml.ts'
import type { StartedProgram } from '../../tests/harness/start-child.ts'
import type { SamlFaults, SamlLogoutFaults } from '../../tests/harness/saml-faults.ts'
import { portalEntity, startSamlProvider, type SamlProvider } from '../../tests/harness/saml-process.ts'
import { changeSamlResponse, samlFormOf, postSamlForm, samlSettings, signInBySaml } from '../../tests/harness/saml.ts'
import {
  addProviderClient,
  encodeJson,
  exchangeLoginToken,
  followRedirect,
  isLoginTokenAddress,
  startSignOn,
  startSignOnPortal,
  emailOfLoginToken,
  withoutFailureKind,
} from '../../tests/harness/sign-on.ts'
import { rsaKeys, selfSigned } from '../../tests/harness/saml-certificate.ts'
import { cookiesOf } from '../../tests/harness/people.ts'
import { addPersonWithTwoFactor, codeIn, sendCode } from '../../tests/harness/two-factor.ts'

afterAll(() => child.stop())

const client = (more: object = {}, options: Partial<Parameters<typeof addProviderClient>[1]> = {}) =>
  addProviderClient(portal, { provider: samlSettings(child.message, more), ...options })

const asOwner = <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  withConnection(portal.database.superuser, async (connection) => (await connection.query<Row>(sql, values)).rows)

async function visit(site: string, faults: SamlFaults = {}, tamper?: (xml: string) => string): Promise<string> {
  const { browser, address } = await signInBySaml(portal, site, faults, tamper)
  return emailOfLoginToken(portal, browser, address)
}

async function tryOut(site: string, faults: SamlFaults = {}): Promise<string> {
  const { address } = await signInBySaml(portal, site, faults)
  return isLoginTokenAddress(address) ? 'in' : `refused: ${address}`
}

const refused = 'refused: /sso-error/'
const format = 'urn:oasis:names:tc:SAML:'

const child: StartedProgram<SamlProvider> = await startSamlProvider()
const { privateKey, publicKey } = rsaKeys()
const ourCertificate: string = selfSigned({ privateKey, publicKey })
const ourKey = `${privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()}${ourCertificate}`
const locked = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' } as const
const byPassphrase = privateKey.export(locked).toString()
const portal = await startSignOnPortal({
  identityProviders: {
    secretOf: (name: string) => ({ IDP_A_KEY: ourKey, IDP_A_KEY_BY_PASSPHRASE: byPassphrase })[name],
  },
})
const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'
const mailAs = (name: string, value: string, friendly = 'x') =>
  `<saml:Attribute Name="${name}" FriendlyName="${friendly}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`

describe('sign-in through a SAML provider', () => {
  it('works with a signed assertion, whether the response is signed or not [S-26]', async () => {
    for (const faults of [{}, { signs: 'both' }, { algorithm: 'rsa-sha512' }, { key: 'next' }] as const) {
      const { site } = await client()
      expect(await visit(site, faults)).toBe('lena@a.example')
    }
  })

  it('accepts variants that providers write: a declaration in single quotes, times with an offset, base64 in several lines', async () => {
    const { site } = await client()
    const now = new Date(Date.now() - 5000).toISOString().replace('Z', '+00:00')
    const later = new Date(Date.now() + 60_000).toISOString().replace('Z', '+00:00')
    const conditions = `<saml:Conditions NotBefore="${now}" NotOnOrAfter="${later}"><saml:AudienceRestriction><saml:Audience>${portalEntity}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`
    const left = await startSignOn(portal, site)
    const form = await samlFormOf(left.at, { conditions })
    const declared = changeSamlResponse(form.SAMLResponse, (xml) => `<?xml version='1.0' encoding='UTF-8'?>\n${xml}`)
    const SAMLResponse = declared.replaceAll(/(.{76})/g, '$1\r\n  ')
    expect(await emailOfLoginToken(portal, left, await postSamlForm(portal, left, { ...form, SAMLResponse }))).toBe(
      'lena@a.example',
    )
  })

  it('sets a cookie that browsers send with a form from another site; it is otherwise as strict as possible', async () => {
    const { site } = await client()
    const started = await portal.request({ url: '/sso/start', site })
    expect(started.cookies).toEqual([
      expect.objectContaining({
        name: '__Host-sso-flow',
        httpOnly: true,
        secure: true,
        sameSite: 'None',
        path: '/',
        maxAge: 600,
      }),
    ])
    const at = new URL(String(started.headers.location))
    expect([...at.searchParams.keys()]).toEqual(['SAMLRequest', 'RelayState'])
    const signing = await client({ secretFrom: 'IDP_A_KEY' })
    const signed = await startSignOn(portal, signing.site)
    expect([...signed.at.searchParams.keys()]).toEqual(['SAMLRequest', 'RelayState', 'SigAlg', 'Signature'])
    expect(signed.at.searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')
  })

  it("does not start if the provider requires signed requests and the portal's key cannot be read", async () => {
    const { site } = await client({ secretFrom: 'IDP_A_KEY_BY_PASSPHRASE' })
    expect((await startSignOn(portal, site)).at.pathname).toBe('/sso-error/')
    expect(portal.lastReason()).toBe('the secret holds no private key, as PEM and without a passphrase')
  })

  it('publishes metadata if the client has a provider, and otherwise none', async () => {
    const { site } = await client({ secretFrom: 'IDP_A_KEY' })
    const { body, headers } = await portal.request({ url: '/sso/metadata', site })
    expect(headers['content-type']).toBe('application/samlmetadata+xml; charset=utf-8')
    const entity = readXml(body, { bytes: 20_000, tags: 100, depth: 20 })
    expect(entity.getAttribute('entityID')).toBe(portalEntity)
    expect(body).toContain(`Location="http://${site}.localhost/sso/acs"`)
    expect(body).toContain(`Location="http://${site}.localhost/sso/logged-out"`)
    expect(body).toContain('WantAssertionsSigned="true"')
    const [, certificate = ''] = /<ds:X509Certificate>([^<]+)</.exec(body) ?? []
    expect(new X509Certificate(Buffer.from(certificate, 'base64')).subject).toBe('CN=provider')
    expect((await portal.request({ url: '/sso/metadata', site: 'demo' })).statusCode).toBe(404)
  })

  it('identifies the person by the permanent identifier of the provider, never by the email address alone [S-30]', async () => {
    const { site } = await client({}, { people: [{ email: 'lena@a.example' }, { email: 'otto@a.example' }] })
    expect(await visit(site)).toBe('lena@a.example')
    expect(await visit(site, { email: 'otto@a.example' })).toBe('lena@a.example')
    expect(await visit(site, { subject: 'a-new-lena' })).toBe(refused)
    const byAttribute = await client({ subjectAttribute: 'oid', emailAttribute: 'mail' })
    const oid = '<saml:Attribute Name="oid"><saml:AttributeValue>7</saml:AttributeValue></saml:Attribute>'
    const mail =
      '<saml:Attribute Name="mail"><saml:AttributeValue>lena@a.example</saml:AttributeValue></saml:Attribute>'
    expect(await visit(byAttribute.site, { email: null, attributes: oid })).toBe(refused)
    expect(await visit(byAttribute.site, { email: null, attributes: oid + mail })).toBe('lena@a.example')
    expect(await visit(byAttribute.site, { email: null, subject: 'another', attributes: oid })).toBe('lena@a.example')
    const named = await client({ emailAttribute: 'mail' })
    for (const one of ['emailAddress', 'unspecified']) {
      const faults = { email: null, format: `${format}1.1:nameid-format:${one}`, subject: 'lena@a.example' }
      expect([one, await visit(named.site, faults)]).toEqual([one, refused])
    }
    expect(await visit(named.site, { email: null, attributes: mail })).toBe('lena@a.example')
    const byAddress = await client()
    expect(
      await visit(byAddress.site, {
        email: null,
        format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
        subject: 'lena@a.example',
      }),
    ).toBe('lena@a.example')
  })

  it('asks the provider for a second factor if the client accepts it; otherwise the portal asks for its own code [D-17]', async () => {
    const strong = 'urn:a:two-factor'
    const { site } = await client(
      { secondFactorCounts: true, acr: [strong] },
      { people: [{ email: 'lena@a.example', userType: 'employer' }], switches: { twoFactor: { employers: true } } },
    )
    const outcome = async (faults: SamlFaults) => {
      const { browser, address } = await signInBySaml(portal, site, faults)
      return (await exchangeLoginToken(portal, browser, address.replace('/sso-login/', ''))).json<{
        is_should_setup_2fa: boolean
      }>().is_should_setup_2fa
    }
    expect([await outcome({ context: strong }), await outcome({}), await outcome({ context: null })]).toEqual([
      false,
      true,
      true,
    ])
  })

  it('refuses weaker authentication than the client requires [S-30]', async () => {
    const strong = 'urn:a:two-factor'
    const { site } = await client({ acr: [strong], acrRequired: true })
    expect(await visit(site, { context: strong })).toBe('lena@a.example')
    for (const context of ['urn:a:password', null]) {
      expect(await visit(site, { context })).toBe(refused)
      expect(portal.lastReason()).toBe('weaker than the client requires')
    }
  })

  it('logs out at the provider with the name and session that the provider has for the person [LOGOUT-02] [LOGOUT-07]', async () => {
    const { site } = await client()
    const { browser } = await signInBySaml(portal, site)
    const at = new URL(await followRedirect(portal, browser, '/sso/logout'))
    expect(at.pathname).toBe('/logout')
    const page = await fetch(at)
    expect(await page.text()).toContain('Logged out lena-of-a of session-7')
    expect(await followRedirect(portal, { site, cookies: {} }, '/sso/logout')).toBe('/logout-success')
    expect(await followRedirect(portal, { site, cookies: {} }, '/sso/logged-out?SAMLResponse=x')).toBe(
      '/logout-success',
    )
  })
})

describe('logout sent by a SAML provider [S-36]', () => {
  const sessionAt = (session: string) =>
    `<saml:AuthnStatement AuthnInstant="${new Date(Date.now() - 5000).toISOString()}" SessionIndex="${session}"><saml:AuthnContext><saml:AuthnContextClassRef>x</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`

  async function signedIn(
    site: string,
    session = 'session-7',
    faults: SamlFaults = {},
  ): Promise<() => Promise<boolean>> {
    const { browser, address } = await signInBySaml(portal, site, { statement: sessionAt(session), ...faults })
    const entered = await exchangeLoginToken(portal, browser, address.replace('/sso-login/', ''))
    const { access_token: token } = entered.json<{ access_token: string }>()
    return async () => (await portal.request({ url: '/api/v1/user', site, token })).statusCode === 200
  }

  async function report(
    site: string,
    faults: SamlLogoutFaults = {},
    tamper: (sent: string) => string = (sent) => sent,
  ): Promise<string> {
    const to = `http://${site}.localhost/sso/logged-out`
    const asked = `${child.message.origin}/logout-request?${new URLSearchParams({ to, faults: encodeJson(faults) }).toString()}`
    const sent = tamper(await (await fetch(asked)).text())
    if (faults.binding !== 'post') return followRedirect(portal, { site, cookies: {} }, `/sso/logged-out?${sent}`)
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' }
    const answer = await portal.request({ method: 'POST', url: '/sso/logged-out', site, headers, body: sent })
    return withoutFailureKind(String(answer.headers.location))
  }

  it.each(['redirect', 'post'] as const)(
    'ends the session that a request by %s names, and sends a reply',
    async (binding) => {
      const { site, clientId } = await client({ secretFrom: 'IDP_A_KEY' })
      const [one, other] = [await signedIn(site), await signedIn(site, 'session-8')]
      const to = new URL(await report(site, { binding, sessions: ['session-7'], id: '_of-logout' }))
      expect([...to.searchParams.keys()]).toEqual(['SAMLResponse', 'RelayState', 'SigAlg', 'Signature'])
      expect(await (await fetch(to)).text()).toContain('Logged out _of-logout, state of the provider')
      expect([await one(), await other()]).toEqual([false, true])
      const events = await asOwner<{ entry: string }>(
        `select entry from audit_event where client_id = $1 and action = 'session.ended-by-provider'`,
        [clientId],
      )
      expect(events.map(({ entry }) => JSON.parse(entry) as object)).toMatchObject([{ details: { sessions: 1 } }])
    },
  )

  it('replies to the address that the provider has for replies, and otherwise logs out at the address for requests', async () => {
    const replies = `${child.message.origin}/replies`
    const { site } = await client({ logoutResponses: replies })
    const { browser } = await signInBySaml(portal, site)
    expect((await report(site)).split('=')[0]).toBe(`${replies}?SAMLResponse`)
    expect(new URL(await followRedirect(portal, browser, '/sso/logout')).pathname).toBe('/logout')
  })

  it('ends all sessions of the person if no session is named, and no sessions of other people', async () => {
    const people = [{ email: 'lena@a.example' }, { email: 'otto@a.example' }]
    const { site } = await client({ logoutService: undefined }, { people })
    const others = await signedIn(site, 'session-9', { subject: 'otto', email: 'otto@a.example' })
    const [one, two] = [await signedIn(site), await signedIn(site, 'session-8')]
    expect(await report(site)).toBe('/logout-success')
    expect([await one(), await two(), await others()]).toEqual([false, false, true])
  })

  it('ends login tokens that were not used yet, and logins that wait for their code', async () => {
    const { site, clientId } = await client({}, { people: [] })
    const { seed } = await addPersonWithTwoFactor(portal, clientId, { email: 'lena@a.example' })
    const { browser, address } = await signInBySaml(portal, site)
    const half = await exchangeLoginToken(portal, browser, address.replace('/sso-login/', ''))
    const entry = await signInBySaml(portal, site)
    await report(site)
    expect((await exchangeLoginToken(portal, entry.browser, entry.address.replace('/sso-login/', ''))).statusCode).toBe(
      401,
    )
    const cookies = { ...browser.cookies, ...cookiesOf(half) }
    const { ticket: password } = half.json<{ ticket: string }>()
    const sent = await sendCode(portal, { site, cookies, email: '', password, code: codeIn(seed) })
    expect(sent.statusCode).toBe(401)
  })

  it("finds the session by the provider's name for the person, even if another attribute identifies the person or a code was required", async () => {
    const { site, clientId } = await client({ subjectAttribute: 'oid' }, { people: [] })
    const { seed } = await addPersonWithTwoFactor(portal, clientId, { email: 'lena@a.example' })
    const oid = '<saml:Attribute Name="oid"><saml:AttributeValue>7</saml:AttributeValue></saml:Attribute>'
    const { browser, address } = await signInBySaml(portal, site, { attributes: oid })
    const half = await exchangeLoginToken(portal, browser, address.replace('/sso-login/', ''))
    const { ticket: password } = half.json<{ ticket: string }>()
    const cookies = { ...browser.cookies, ...cookiesOf(half) }
    const entered = await sendCode(portal, { site, cookies, email: '', password, code: codeIn(seed) })
    const { access_token: token } = entered.json<{ access_token: string }>()
    expect((await portal.request({ url: '/api/v1/user', site, token })).statusCode).toBe(200)
    await report(site, { sessions: ['session-7'] })
    expect((await portal.request({ url: '/api/v1/user', site, token })).statusCode).toBe(401)
  })

  it('accepts addresses whose parameters are encoded differently, and answers a repeated request', async () => {
    const { site } = await client()
    const first = await signedIn(site)
    const ways = (sent: string) =>
      sent
        .replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
        .replace(/(Signature=.*)/, (all) => all.replaceAll('%2b', '+'))
    const again = { id: '_once' }
    expect(await report(site, again, (sent) => `extra=1&${sent}`)).toMatch(/\/logout\?SAMLResponse=/)
    expect(await first()).toBe(false)
    const later = await signedIn(site)
    expect(await report(site, again)).toMatch(/\/logout\?SAMLResponse=/)
    expect(await later()).toBe(true)
    expect(await report(site, {}, (sent) => sent.replace(/Signature=.*/, ways))).toMatch(/\/logout\?SAMLResponse=/)
    expect(await later()).toBe(false)
  })

  it.each<[string, SamlLogoutFaults, RegExp]>([
    ['no signature', { signs: 'nothing' }, /not signed/],
    ["a stranger's key", { key: 'stranger' }, /[Ii]nvalid .*signature/],
    ['a signature by SHA-1', { algorithm: 'rsa-sha1' }, /signature that is not allowed/],
    ['another issuer', { issuer: 'https://other.example' }, /issuer/],
    ['another destination', { destination: 'https://other.example/slo' }, /another destination/],
    ['another version', { version: '1.1' }, /another version/],
    ['an age of over ten minutes', { issuedIn: -661, endsIn: 600 }, /not of now/],
    ['a beginning in the future', { issuedIn: 120, endsIn: 600 }, /not of now/],
    ['an end that has passed', { endsIn: -61 }, /expired|ended/],
    ['no name', { nameId: '' }, /NameID|no name/],
  ])('is refused and ends nothing with %s', async (_, faults, reason) => {
    const { site } = await client()
    const lena = await signedIn(site)
    for (const binding of ['redirect', 'post'] as const) {
      expect(await report(site, { ...faults, binding })).toBe('/sso-error/')
      expect(portal.lastReason()).toMatch(reason)
    }
    expect(await lena()).toBe(true)
  })

  it.each(['SigAlg', 'Signature'])('is refused if %s is missing or empty', async (name) => {
    const { site } = await client()
    const lena = await signedIn(site)
    const parameter = new RegExp(`${name}=[^&]*`)
    for (const left of ['', `${name}=`]) {
      expect(await report(site, {}, (sent) => sent.replace(parameter, left))).toBe('/sso-error/')
      expect(portal.lastReason()).toBe('not signed')
    }
    expect(await lena()).toBe(true)
  })

  it('is refused if a second request is next to the signed request, if it expands to too much data, or if it was changed', async () => {
    const { site } = await client()
    const lena = await signedIn(site)
    const doubled = (sent: string) =>
      `${sent}&SAMLRequest=${encodeURIComponent(deflateRawSync('<x/>').toString('base64'))}`
    expect(await report(site, {}, doubled)).toBe('/sso-error/')
    expect(portal.lastReason()).toBe('SAMLRequest more than once')
    const bomb = encodeURIComponent(deflateRawSync(Buffer.alloc(2 ** 20, ' ')).toString('base64'))
    expect(await report(site, {}, (sent) => sent.replace(/SAMLRequest=[^&]*/, `SAMLRequest=${bomb}`))).toBe(
      '/sso-error/',
    )
    expect(portal.lastReason()).toBe('the request cannot be inflated')
    const forged = (sent: string) => {
      const form = new URLSearchParams(sent)
      const xml = Buffer.from(form.get('SAMLRequest') ?? '', 'base64').toString()
      form.set('SAMLRequest', Buffer.from(xml.replace('someone', 'lena-of-a')).toString('base64'))
      return form.toString()
    }
    const nameId = '<saml:NameID>someone</saml:NameID>'
    expect(await report(site, { binding: 'post', nameId }, forged)).toBe('/sso-error/')
    expect(await lena()).toBe(true)
  })
})

// Each row changes one thing and signs the result. Without that change, the response is accepted.
describe('invalid SAML responses, even if signed [S-26] [S-27] [S-30]', () => {
  it.each<[string, SamlFaults, RegExp]>([
    ['nothing signed', { signs: 'nothing' }, /not signed/],
    ['the response signed and the assertion not', { signs: 'response' }, /not signed/],
    ["a stranger's key", { key: 'stranger' }, /Invalid signature/],
    ['a signature by SHA-1', { algorithm: 'rsa-sha1' }, /signature that is not allowed/],
    ['another issuer', { issuer: 'https://other.example' }, /another issuer/],
    ['another issuer around it', { responseIssuer: 'https://other.example' }, /another issuer/],
    ['another audience', { audience: 'https://other.example' }, /audience mismatch/],
    ['no audience', { audience: null }, /AudienceRestriction/],
    [
      'other audiences alone',
      { audience: 'https://one.example</saml:Audience><saml:Audience>https://other.example' },
      /another audience|audience/i,
    ],
    [
      'two restrictions',
      {
        conditions: `<saml:Conditions><saml:AudienceRestriction><saml:Audience>${portalEntity}</saml:Audience></saml:AudienceRestriction><saml:AudienceRestriction><saml:Audience>x</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
      },
      /audience|AudienceRestriction/,
    ],
    ['no conditions', { conditions: '' }, /Cannot read/],
    ['another recipient', { recipient: 'https://other.example/acs' }, /another recipient/],
    ['no recipient', { recipient: null }, /another recipient/],
    ['another destination', { destination: 'https://other.example/acs' }, /another destination/],
    ['no destination', { destination: null }, /another destination/],
    ['an answer to another request', { inResponseTo: '_another' }, /another request/],
    ['an answer to no request', { inResponseTo: null }, /without a request/],
    ['a confirmation for another request', { confirmedRequest: '_another' }, /another request|InResponseTo/],
    ['a confirmation for no request', { confirmedRequest: null, inResponseTo: null }, /without a request/],
    ['a confirmation that names no request', { confirmedRequest: null }, /another request/],
    ['a confirmation that has ended', { confirmedUntil: -61 }, /ended|subject confirmation/],
    ['a confirmation without an end', { confirmedUntil: null }, /Error parsing NotOnOrAfter/],
    ['a confirmation with a beginning', { confirmedFrom: -5 }, /beginning/],
    [
      'a confirmation by another method',
      { method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' },
      /another confirmation/,
    ],
    ['a beginning to come', { validFrom: 62 }, /not (yet valid|begun)/],
    ['an end that has passed', { validUntil: -61 }, /expired|ended/],
    ['a session there that has ended', { sessionUntil: -61 }, /session there/],
    ['another version', { version: '1.1' }, /version/],
    ['that it failed', { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }, /refused/],
    ['a name for this visit alone', { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }, /this visit/],
    ['no name', { nameId: '' }, /NameID/],
    ['an empty name', { subject: '' }, /lasting name/],
    ['a name of two parts', { subject: 'lena<saml:x/>-of-a' }, /more than text/],
    ['two names', { nameId: '<saml:NameID>a</saml:NameID><saml:NameID>b</saml:NameID>' }, /NameID/],
    ['no statement of how', { statement: '' }, /AuthnStatement/],
    ["another client's domain", { email: 'otto@b.example' }, /no address/],
    ['nobody here', { email: 'nobody@a.example' }, /nobody here/],
    [
      'two addresses',
      {
        attributes:
          '<saml:Attribute Name="email"><saml:AttributeValue>otto@a.example</saml:AttributeValue></saml:Attribute>',
      },
      /no address/,
    ],
    ['no address', { email: null }, /no address/],
    ['an id that is none', { id: '_<>' }, /well-formed|id/],
  ])('%s', async (_, faults, reason) => {
    const { site } = await client()
    expect(await tryOut(site, faults)).toBe(refused)
    expect(portal.lastReason()).toMatch(reason)
    expect(await tryOut(site)).toBe('in')
  })

  it.each<[string, SamlFaults]>([
    ['us among other audiences', { audience: `https://one.example</saml:Audience><saml:Audience>${portalEntity}` }],
    ['the address under a friendly name', { email: null, attributes: mailAs('urn:x', 'Lena@a.example', 'mail') }],
    ['the address under the name of Entra ID and ADFS', { email: null, attributes: mailAs(claims, 'lena@a.example') }],
    ['the address under a name in capitals', { email: null, attributes: mailAs('EmailAddress', ' lena@a.example ') }],
    ['two addresses, one of the client', { email: 'lena@home.example', attributes: mailAs('mail', 'lena@a.example') }],
    ['the same address twice', { attributes: mailAs('mail', 'LENA@a.example') }],
    ['an empty address beside the right one', { email: '', attributes: mailAs('mail', 'lena@a.example') }],
    ...[`${format}1.1:nameid-format:emailAddress`, `${format}1.1:nameid-format:unspecified`].map(
      (one): [string, SamlFaults] => [
        `the address as a name, ${one}`,
        { email: null, subject: 'lena@a.example', format: one },
      ],
    ),
    ['a clock that is a little behind', { confirmedUntil: -50, validUntil: -50 }],
    ['a clock that is a little ahead', { validFrom: 50 }],
    [
      'roles, which mean nothing here',
      {
        attributes: '<saml:Attribute Name="role"><saml:AttributeValue>employer</saml:AttributeValue></saml:Attribute>',
      },
    ],
  ])('by contrast, %s is accepted', async (_, faults) => {
    const { site } = await client()
    expect(await visit(site, faults)).toBe('lena@a.example')
  })
})

describe('encrypted assertion [S-26]', () => {
  const secretFrom = 'IDP_A_KEY'

  it.each<[string, SamlFaults]>([
    ['signed itself', {}],
    ['signed with the response', { signs: 'both' }],
    ['with its key by OAEP', { keyEncryption: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p' }],
  ])('is decrypted and checked in the same way as an assertion that is not encrypted: %s', async (_, faults) => {
    const { site } = await client({ secretFrom })
    expect(await visit(site, { ...faults, encryptFor: ourCertificate })).toBe('lena@a.example')
  })

  it.each<[string, SamlFaults, RegExp]>([
    ['without a signature of its own', { signs: 'response' }, /not signed|not exactly/],
    ["by a stranger's key", { key: 'stranger' }, /[Ss]ignature/],
    ['for another request', { confirmedRequest: '_another' }, /another request|InResponseTo/],
    ['for another portal', { audience: 'https://other.example' }, /audience/i],
    ['for another key', { encryptFor: 'stranger' }, /./],
    [
      'with its key by an old padding',
      { keyEncryption: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5' },
      /encryption that is not/,
    ],
  ])('is refused %s', async (_, faults, reason) => {
    const { site } = await client({ secretFrom })
    const encryptFor = faults.encryptFor === undefined ? ourCertificate : child.message.certificates.stranger
    expect(await tryOut(site, { ...faults, encryptFor })).toBe(refused)
    expect(portal.lastReason()).toMatch(reason)
    expect(await tryOut(site, { encryptFor: ourCertificate })).toBe('in')
  })

  it('is refused with a one-sentence message if the portal has no key', async () => {
    const { site } = await client()
    expect(await tryOut(site, { encryptFor: ourCertificate })).toBe(refused)
    expect(portal.lastReason()).toBe('an encrypted assertion, and secretFrom names no private key')
  })
})

describe('failure page for a SAML provider', () => {
  const status = 'urn:oasis:names:tc:SAML:2.0:status:'
  const send = async (site: string, cookies: Record<string, string>, payload: string) => {
    const headers = { host: `${site}.localhost`, 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await portal.app.inject({ method: 'POST', url: '/sso/acs', cookies, headers, payload })
    return answer.headers.location
  }

  it.each<[string, SamlFaults]>([
    [
      'cancelled',
      { status: `${status}Responder"><samlp:StatusCode Value="${status}AuthnFailed"/></samlp:StatusCode><x y="` },
    ],
    ['unknown', { email: 'nobody@a.example' }],
    ['late', { inResponseTo: '_another' }],
    ['tile', { inResponseTo: null }],
    ['', { key: 'stranger' }],
  ])('says %j [SSO-10]', async (kind, faults) => {
    const { site } = await client()
    const left = await startSignOn(portal, site)
    const form = new URLSearchParams(await samlFormOf(left.at, faults)).toString()
    expect(await send(site, left.cookies, form)).toBe(`/sso-error/${kind}`)
  })

  it('distinguishes a login started at the provider from a login that began in another browser', async () => {
    const { site } = await client()
    const { at } = await startSignOn(portal, site)
    const form = async (faults: SamlFaults) => new URLSearchParams(await samlFormOf(at, faults)).toString()
    expect(await send(site, {}, await form({ inResponseTo: null, confirmedRequest: null }))).toBe('/sso-error/tile')
    expect(await send(site, {}, await form({}))).toBe('/sso-error/late')
    expect((await portal.request({ url: '/sso/acs', site })).headers.location).toBe('/sso-error/late')
  })
})

describe('one use of a response, in the browser that requested it [S-27]', () => {
  it('a second use is refused, in the same browser and in another browser that has also started a login', async () => {
    const { site } = await client()
    const left = await startSignOn(portal, site)
    const cookies = { ...left.cookies }
    const form = await samlFormOf(left.at)
    expect(await emailOfLoginToken(portal, left, await postSamlForm(portal, left, form))).toBe('lena@a.example')
    expect(await postSamlForm(portal, { site, cookies }, form)).toBe('/sso-error/')
    expect(portal.lastReason()).toMatch(/used before/)
    for (const other of [{ site, cookies: {} }, await startSignOn(portal, site)])
      expect(await postSamlForm(portal, other, form)).toBe('/sso-error/')
  })

  it(
    'only one of fifty parallel uses is allowed [S-27]',
    { timeout: process.env['LONG_TESTS'] ? 900_000 : 120_000 },
    async () => {
      const { site } = await client()
      const rounds = process.env['LONG_TESTS'] ? 50 : 1
      for (let round = 0; round < rounds; round += 1) {
        const left = await startSignOn(portal, site)
        const form = await samlFormOf(left.at)
        const addresses = await Promise.all(
          Array.from({ length: 50 }, () => postSamlForm(portal, { site, cookies: { ...left.cookies } }, form)),
        )
        expect(addresses.filter((address) => address.startsWith('/sso-login/'))).toHaveLength(1)
      }
    },
  )

  it('a missing, different or repeated RelayState is refused', async () => {
    const { site } = await client()
    const left = await startSignOn(portal, site)
    const form = await samlFormOf(left.at)
    const { SAMLResponse, RelayState } = form
    const twice = new URLSearchParams([
      ['SAMLResponse', SAMLResponse],
      ['RelayState', RelayState],
      ['RelayState', RelayState],
    ])
    for (const wrong of [{ SAMLResponse, RelayState: '' }, { SAMLResponse, RelayState: 'x' }, twice.toString(), ''])
      expect(await postSamlForm(portal, { site, cookies: { ...left.cookies } }, wrong)).toBe('/sso-error/')
    expect(await emailOfLoginToken(portal, left, await postSamlForm(portal, left, form))).toBe('lena@a.example')
  })

  it('another client with the same provider, and another kind of response, are refused', async () => {
    const [one, other] = [await client(), await client()]
    const left = await startSignOn(portal, one.site)
    const form = await samlFormOf(left.at)
    const elsewhere = await startSignOn(portal, other.site)
    expect(await postSamlForm(portal, elsewhere, form)).toBe('/sso-error/')
    expect(await postSamlForm(portal, { site: other.site, cookies: { ...left.cookies } }, form)).toBe('/sso-error/')
    expect(
      await followRedirect(portal, { site: one.site, cookies: { ...left.cookies } }, '/sso/callback?code=x&state=y'),
    ).toBe('/sso-error/')
    expect(await emailOfLoginToken(portal, left, await postSamlForm(portal, left, form))).toBe('lena@a.example')
    expect(changeSamlResponse(form.SAMLResponse, (xml) => xml)).toBe(form.SAMLResponse)
  })
})
