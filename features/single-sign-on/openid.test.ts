import { afterAll, describe, expect, it } from 'vitest'
import { startChild, type StartedProgram } from '../../tests/harness/start-child.ts'
import type { OpenIdFaults, SettingsFaults } from '../../tests/harness/openid-faults.ts'
import {
  addProviderClient,
  authorisationCodeFor,
  returnFromProvider,
  followRedirect,
  isLoginTokenAddress,
  startSignOn,
  openIdSettings,
  startSignOnPortal,
  emailOfLoginToken,
} from '../../tests/harness/sign-on.ts'

const child: StartedProgram<{ port: number }> = await startChild('tests/harness/faulty-openid-provider.ts')
const origin = `http://127.0.0.1:${child.message.port}`
const portal = await startSignOnPortal()
const site: string = (await addProviderClient(portal, { provider: openIdSettings(origin) })).site
afterAll(() => child.stop())

const error = '/sso-error/'

async function tryOut(
  faults: OpenIdFaults = {},
  tamper: Record<string, string | null> = {},
  at = site,
): Promise<string> {
  const left = await startSignOn(portal, at)
  if (!left.at.href.startsWith(origin)) return `refused: ${left.at.pathname}`
  const address = await returnFromProvider(portal, left, faults, tamper)
  return isLoginTokenAddress(address) ? 'in' : `refused: ${address}`
}

async function visit(
  faults: OpenIdFaults = {},
  tamper: Record<string, string | null> = {},
  at = site,
): Promise<string> {
  const left = await startSignOn(portal, at)
  if (!left.at.href.startsWith(origin)) return `refused: ${left.at.pathname}`
  return emailOfLoginToken(portal, left, await returnFromProvider(portal, left, faults, tamper))
}

async function visitAt(published: SettingsFaults, more: object = {}): Promise<string> {
  const client = await addProviderClient(portal, { provider: openIdSettings(origin, published, more) })
  return tryOut({}, {}, client.site)
}

describe('request to the identity provider', () => {
  it('asks for a code, with PKCE by S256, a state and a nonce [S-29]', async () => {
    const [one, other] = [await startSignOn(portal, site), await startSignOn(portal, site)]
    const asked = (at: URL) => Object.fromEntries(at.searchParams)
    expect(asked(one.at)).toEqual({
      client_id: 'portal',
      response_type: 'code',
      redirect_uri: `http://${site}.localhost/sso/callback`,
      scope: 'openid email',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    for (const part of ['state', 'nonce', 'code_challenge']) expect(asked(one.at)[part]).not.toBe(asked(other.at)[part])
  })
})

// Each row changes one thing. Without that change, the response is accepted.
describe('invalid replies of a provider [S-29] [R-17]', () => {
  it.each<[string, OpenIdFaults, RegExp]>([
    ['another issuer', { claims: { iss: 'https://other.example' } }, /OAUTH_JWT_CLAIM/],
    ['no issuer', { claims: { iss: null } }, /OAUTH_INVALID_RESPONSE/],
    ['another audience', { claims: { aud: 'another-portal' } }, /OAUTH_JWT_CLAIM/],
    ['no audience', { claims: { aud: null } }, /OAUTH_INVALID_RESPONSE/],
    ['us among other audiences', { claims: { aud: ['portal', 'another-portal'] } }, /OAUTH_JWT_CLAIM/],
    [
      'us among others, and us as the party',
      { claims: { aud: ['portal', 'another'], azp: 'portal' } },
      /another audience/,
    ],
    ['another authorised party', { claims: { azp: 'another-portal' } }, /another authorised party/],
    ['no subject', { claims: { sub: null } }, /OAUTH_INVALID_RESPONSE/],
    ['a subject that is no text', { claims: { sub: 7 } }, /OAUTH_INVALID_RESPONSE/],
    ['a subject beyond all measure', { claims: { sub: 'x'.repeat(256) } }, /too long/],
    ['another nonce', { claims: { nonce: 'of-another-visit' } }, /OAUTH_JWT_CLAIM/],
    ['no nonce', { claims: { nonce: null } }, /OAUTH_INVALID_RESPONSE/],
    ['an end that has passed', { endsIn: -61 }, /OAUTH_JWT_TIMESTAMP/],
    ['no end', { claims: { exp: null } }, /OAUTH_INVALID_RESPONSE/],
    ['a beginning to come', { beginsIn: 75 }, /OAUTH_JWT_TIMESTAMP/],
    ['no time of issue', { claims: { iat: null } }, /OAUTH_INVALID_RESPONSE/],
    ['an end that is no number', { claims: { exp: 'tomorrow' } }, /OAUTH_INVALID_RESPONSE/],
    ['no signature at all (alg none)', { alg: 'none' }, /OAUTH_/],
    ['our own secret as key (HS256)', { alg: 'HS256' }, /OAUTH_/],
    ['a signature by SHA-1', { alg: 'RS1' }, /OAUTH_/],
    ['an algorithm that the client does not allow', { alg: 'RS384' }, /OAUTH_/],
    ["a stranger's key under a known name", { key: 'stranger' }, /OAUTH_INVALID_RESPONSE/],
    ['a key nobody publishes', { key: 'stranger', kid: 'stranger' }, /OAUTH_(KEY_SELECTION|INVALID)/],
    ['a key of another kind than the algorithm', { kid: 'ec' }, /OAUTH_|Algorithm|key/i],
    [
      'a key that the token brings along',
      { key: 'stranger', header: { jwk: { kty: 'RSA' } } },
      /OAUTH_INVALID_RESPONSE/,
    ],
    [
      'keys at an address of the token',
      { key: 'stranger', kid: null, header: { jku: 'http://127.0.0.1:9/keys' } },
      /OAUTH_INVALID_RESPONSE/,
    ],
    ['a header that must be understood', { header: { crit: ['exp'] } }, /OAUTH_/],
    ['claims that were changed after signing', { spoiled: 'other-claims' }, /OAUTH_INVALID_RESPONSE/],
    ['a signature that was cut off', { spoiled: 'no-signature' }, /OAUTH_INVALID_RESPONSE/],
    ['a token of four parts', { spoiled: 'four-parts' }, /OAUTH_/],
    ['something that is no token', { spoiled: 'no-token' }, /OAUTH_/],
    ['no identity token', { answer: { id_token: null } }, /OAUTH_INVALID_RESPONSE/],
    ['no access token', { answer: { access_token: null } }, /OAUTH_INVALID_RESPONSE/],
    ['a token of another type', { answer: { token_type: 'mac' } }, /OAUTH_/],
    ['a refusal of the code', { status: 400, answer: { error: 'invalid_grant' } }, /OAUTH_RESPONSE_BODY_ERROR/],
    ['a fault of its own', { status: 500 }, /OAUTH_/],
    ['somewhere else to ask for the token', { moved: true }, /OAUTH_/],
    ['an answer without end', { pad: 300_000 }, /larger than/],
    ['an address that is not verified', { claims: { email_verified: false } }, /no address/],
    ['an address of which nothing is said', { claims: { email_verified: null } }, /no address/],
    ['an address that is not verified, as a word', { claims: { email_verified: 'false' } }, /no address/],
    ['an address that is verified by an unknown word', { claims: { email_verified: 'perhaps' } }, /no address/],
    ['several addresses', { claims: { email: ['lena@a.example', 'otto@a.example'] } }, /no address/],
    [
      'another claim than the set one',
      { claims: { email: null, preferred_username: 'lena@a.example' }, person: {} },
      /the answer has .*preferred_username/,
    ],
    ["an address of another client's domain", { claims: { email: 'otto@b.example' } }, /no address/],
    ['a domain that only ends like ours', { claims: { email: 'lena@evil-a.example' } }, /no address/],
    ['a domain below ours', { claims: { email: 'lena@it.a.example' } }, /no address/],
    ['two addresses in one', { claims: { email: 'evil@b.example lena@a.example' } }, /no address/],
    ['an address in angle brackets', { claims: { email: '<lena@a.example>' } }, /no address/],
    ['an address that nobody here has', { claims: { email: 'nobody@a.example', sub: 'nobody' } }, /nobody here/],
    ['no address anywhere', { claims: { email: null }, person: {} }, /no address/],
    [
      'another person beside the token',
      { claims: { email: null, sub: 'lena' }, person: { sub: 'otto', email: 'lena@a.example', email_verified: true } },
      /OAUTH_/,
    ],
  ])('%s', async (_, faults, reason) => {
    const client = await addProviderClient(portal, { provider: openIdSettings(origin) })
    expect(await tryOut(faults, {}, client.site)).toBe(`refused: ${error}`)
    expect(portal.lastReason()).toMatch(reason)
    expect(await tryOut({}, {}, client.site)).toBe('in')
  })

  it.each<[string, OpenIdFaults]>([
    ['a list with us alone as the audience', { claims: { aud: ['portal'], azp: 'portal' } }],
    ['a signature by another allowed algorithm', { alg: 'ES256' }],
    ['a clock that is a little behind', { endsIn: -50 }],
    ['a clock that is a little ahead', { beginsIn: 50, issuedIn: 50 }],
    [
      'the address on its page about people alone',
      { claims: { email: null }, person: { email: 'LENA@a.example', email_verified: true } },
    ],
    ['an address that is verified by a word', { claims: { email_verified: 'true' } }],
    ['an address that is verified by a word in capitals', { claims: { email_verified: 'True' } }],
    ['an address that is verified by a number', { claims: { email_verified: 1 } }],
    ['a list of one address', { claims: { email: ['lena@a.example'] } }],
    ['an address in capitals and spaces', { claims: { email: ' Lena@A.example ' } }],
    [
      'the address on its page, verified by a word',
      { claims: { email: null }, person: { email: 'lena@a.example', email_verified: 'true' } },
    ],
    ['a claim of another type', { claims: { name: 7, groups: { a: null }, email_verified: true } }],
    ['roles, which mean nothing here', { claims: { roles: ['employer'], userType: 'employer' } }],
  ])('by contrast, %s is accepted', async (_, faults) => {
    const client = await addProviderClient(portal, { provider: openIdSettings(origin) })
    expect(await visit(faults, {}, client.site)).toBe('lena@a.example')
  })
})

describe('invalid redirects back from the identity provider [S-29]', () => {
  it.each<[string, Record<string, string | null>, RegExp]>([
    ['another state', { state: 'of-another-visit' }, /OAUTH_INVALID_RESPONSE/],
    ['no state', { state: null }, /OAUTH_INVALID_RESPONSE/],
    ['no code', { code: null }, /no code/],
    [
      'a code that was changed',
      { code: authorisationCodeFor(new URL('http://x/?nonce=n&code_challenge=c')) },
      /OAUTH_RESPONSE_BODY_ERROR/,
    ],
    ['another issuer', { iss: 'https://other.example' }, /OAUTH_INVALID_RESPONSE/],
    ['a refusal of the provider', { error: 'access_denied' }, /OAUTH_AUTHORIZATION_RESPONSE_ERROR/],
    ['a whole response in a token', { response: 'eyJhbGciOiJub25lIn0.e30.' }, /OAUTH_/],
  ])('%s', async (_, tamper, reason) => {
    expect(await tryOut()).toBe('in')
    expect(await tryOut({}, tamper)).toBe(`refused: ${error}`)
    expect(portal.lastReason()).toMatch(reason)
  })

  it('with a state or code that was already used', async () => {
    const left = await startSignOn(portal, site)
    const [code, state] = [authorisationCodeFor(left.at), left.at.searchParams.get('state')]
    expect(await followRedirect(portal, left, `/sso/callback?code=${code}&state=${state}&state=${state}`)).toBe(error)
    expect(await followRedirect(portal, left, `/sso/callback?code=${code}&code=${code}&state=${state}`)).toBe(error)
  })

  it('with the state of another person', async () => {
    const [mine, theirs] = [await startSignOn(portal, site), await startSignOn(portal, site)]
    const elsewhere = await startSignOn(
      portal,
      (await addProviderClient(portal, { provider: openIdSettings(origin) })).site,
    )
    for (const cookies of [{}, theirs.cookies, elsewhere.cookies, { '__Host-sso-flow': 'made-up' }])
      expect(await returnFromProvider(portal, { ...mine, cookies: { ...cookies } })).toBe(error)
    expect(await emailOfLoginToken(portal, mine, await returnFromProvider(portal, mine))).toBe('lena@a.example')
  })
})

describe('invalid settings of a provider [S-29] [S-30]', () => {
  it.each<[string, SettingsFaults, RegExp]>([
    ['settings of another issuer', { settings: { issuer: 'https://other.example' } }, /another issuer/],
    ['an issuer with a slash more', { settings: { issuer: 'http://127.0.0.1/' } }, /another issuer/],
    ['tokens from another origin', { settings: { token_endpoint: 'https://other.example/token' } }, /another origin/],
    ['keys at another origin', { settings: { jwks_uri: 'https://other.example/keys' } }, /another origin/],
    [
      'a sign-in page at another origin',
      { settings: { authorization_endpoint: 'https://other.example/' } },
      /another origin/,
    ],
    ['people at another origin', { settings: { userinfo_endpoint: 'http://169.254.169.254/' } }, /another origin/],
    ['a logout at another origin', { settings: { end_session_endpoint: 'https://other.example/' } }, /another origin/],
    [
      'only signatures that nobody should take',
      { settings: { id_token_signing_alg_values_supported: ['none', 'HS256'] } },
      /no signature/,
    ],
    ['no keys', { settings: { jwks_uri: null } }, /settings lack jwks_uri/],
    ['an address of another form', { settings: { token_endpoint: 7 } }, /settings lack token_endpoint/],
    [
      'an issuer for every organisation',
      { settings: { issuer: 'https://login.example/{tenantid}/v2.0' } },
      /for any organisation/,
    ],
    ['a fault', { status: 500 }, /answer 500/],
    ['that it has moved', { moved: true }, /answer 302/],
    ['settings without end', { pad: 300_000 }, /larger than/],
  ])('%s', async (_, published, reason) => {
    expect(await visitAt(published)).toBe(`refused: ${error}`)
    expect(portal.lastReason()).toMatch(reason)
    expect(await visitAt({})).toBe('in')
  })

  it('keys that are not meant for signatures, or that are too short', async () => {
    for (const keys of [['stranger'], ['ec'], []] as const) {
      const client = await addProviderClient(portal, { provider: openIdSettings(origin, { keys }) })
      expect(await tryOut({}, {}, client.site)).toBe(`refused: ${error}`)
    }
    const weak = await addProviderClient(portal, { provider: openIdSettings(origin, { keys: ['weak'] }) })
    expect(await tryOut({ key: 'weak', kid: 'weak' }, {}, weak.site)).toBe(`refused: ${error}`)
  })
})

describe('differences between identity providers', () => {
  it.each<[string, SettingsFaults, object?]>([
    [
      'null instead of a missing address',
      { settings: { userinfo_endpoint: null, end_session_endpoint: null }, nulls: true },
    ],
    ['null instead of lists', { settings: { token_endpoint_auth_methods_supported: null }, nulls: true }],
    ['an empty text instead of an address', { settings: { end_session_endpoint: '' } }],
  ])('%s in the settings of the provider is accepted', async (_, published, more) => {
    expect(await visitAt(published, more)).toBe('in')
  })

  it('the issuer may be set with or without a slash at the end', async () => {
    const provider = openIdSettings(origin)
    const client = await addProviderClient(portal, { provider: { ...provider, issuer: `${provider.issuer}/` } })
    expect(await tryOut({}, {}, client.site)).toBe('in')
  })

  it('the address may be in a claim that the settings name, such as preferred_username of Entra ID', async () => {
    const more = { emailClaim: 'preferred_username', emailsAreVerified: true }
    const { site: at } = await addProviderClient(portal, { provider: openIdSettings(origin, {}, more) })
    expect((await startSignOn(portal, at)).at.searchParams.get('scope')).toBe('openid email profile')
    const faults = { claims: { email: 'otto@a.example', email_verified: false, preferred_username: 'Lena@a.example' } }
    expect(await visit(faults, {}, at)).toBe('lena@a.example')
    expect(
      await tryOut({ claims: { sub: 'x', preferred_username: 'lena_b.example#EXT#@a.onmicrosoft.com' } }, {}, at),
    ).toBe(`refused: ${error}`)
    const unsafe = await addProviderClient(portal, {
      provider: openIdSettings(origin, {}, { emailClaim: 'preferred_username' }),
    })
    expect((await startSignOn(portal, unsafe.site)).at.pathname).toBe(error)
  })

  it('a response may be sent as a form, and the portal then redirects to the usual address', async () => {
    const left = await startSignOn(portal, site)
    const form = new URLSearchParams({
      code: authorisationCodeFor(left.at),
      state: left.at.searchParams.get('state') ?? '',
    })
    const posted = await portal.app.inject({
      method: 'POST',
      url: '/sso/callback',
      headers: { host: `${site}.localhost`, 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
      payload: form.toString(),
    })
    expect([posted.statusCode, posted.headers.location]).toEqual([303, `/sso/callback?${form.toString()}`])
    expect(
      await emailOfLoginToken(portal, left, await followRedirect(portal, left, String(posted.headers.location))),
    ).toBe('lena@a.example')
  })
})

describe('failure page', () => {
  const kindOf = async (browser: { site: string; cookies?: Record<string, string> }, url: string) => {
    const answer = await portal.request({ url, ...browser })
    return String(answer.headers.location)
  }
  const returned = (left: Awaited<ReturnType<typeof startSignOn>>, query: Record<string, string>) =>
    kindOf(
      left,
      `/sso/callback?${new URLSearchParams({ state: left.at.searchParams.get('state') ?? '', ...query }).toString()}`,
    )

  it.each([
    ['access_denied', 'cancelled'],
    ['login_required', 'cancelled'],
    ['temporarily_unavailable', 'unavailable'],
    ['server_error', 'unavailable'],
    ['unsupported_response_type', ''],
  ])('after %s says %s [SSO-10]', async (code, kind) => {
    expect(await returned(await startSignOn(portal, site), { error: code })).toBe(`${error}${kind}`)
  })

  it('says whether a login has expired, was started at the identity provider, or belongs to no known person', async () => {
    const left = await startSignOn(portal, site)
    for (const [query, kind] of [
      ['?code=x&state=y', 'late'],
      ['', 'tile'],
      ['?code=x', 'tile'],
      ['?error=access_denied&state=y', 'late'],
    ])
      expect([query, await kindOf({ site }, `/sso/callback${query}`)]).toEqual([query, `${error}${kind}`])
    expect(await kindOf(left, `/sso/callback?state=${left.at.searchParams.get('state')}`)).toBe(`${error}late`)
    const unknown = { claims: { sub: 'nobody', email: 'nobody@a.example' } }
    expect(
      await returned(await startSignOn(portal, site), {
        code: authorisationCodeFor((await startSignOn(portal, site)).at, unknown),
      }),
    ).toBe(`${error}late`)
    const other = await startSignOn(portal, site)
    expect(await returned(other, { code: authorisationCodeFor(other.at, unknown) })).toBe(`${error}unknown`)
  })

  it('says that the provider does not reply', async () => {
    const down = await addProviderClient(portal, { provider: openIdSettings(origin, { status: 503 }) })
    expect(await kindOf(down, '/sso/start')).toBe(`${error}unavailable`)
    const gone = await addProviderClient(portal, { provider: openIdSettings('http://127.0.0.1:1') })
    expect(await kindOf(gone, '/sso/start')).toBe(`${error}unavailable`)
    const left = await startSignOn(portal, site)
    expect(await returned(left, { code: authorisationCodeFor(left.at, { status: 503 }) })).toBe(`${error}unavailable`)
  })
})
