// An OpenID provider process. The issuer's path encodes faults of settings, the authorisation code those of tokens.
import { createHash, createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { AuthorisationCode, OpenIdFaults, SettingsFaults } from './openid-faults.ts'

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const keys = { rsa: rsa(), ec: ec(), stranger: rsa(), weak: generateKeyPairSync('rsa', { modulusLength: 1024 }) }
const secret = 'secretOfTheClient'

const server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1', () => {
  // A listening TCP server has an address with a port.
  process.send?.({ port: (server.address() as AddressInfo).port })
})
process.on('disconnect', () => process.exit(0))

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
  const [, variant = '', place = ''] = /^\/([\w-]+)\/(.*)$/.exec(url.pathname) ?? []
  const issuer = `${url.origin}/${variant}`
  // The tests encode this value.
  const published = decode(variant) as SettingsFaults
  switch (place) {
    case '.well-known/openid-configuration':
      if (published.hangs) return
      if (published.moved) return void response.writeHead(302, { location: `${issuer}/elsewhere` }).end()
      return json(response, published.status ?? 200, {
        ...(published.nulls
          ? { ...settingsOf(issuer), ...published.settings }
          : withoutNulls({ ...settingsOf(issuer), ...published.settings })),
        ...(published.pad && { pad: 'x'.repeat(published.pad) }),
      })
    case 'elsewhere':
      return json(response, 200, settingsOf(issuer))
    case 'keys':
      return json(response, 200, { keys: keysOf(published) })
    case 'logout-token': {
      // Encoded by the tests.
      const faults = decode(url.searchParams.get('faults') ?? '') as OpenIdFaults
      const whole = idToken({ faults, nonce: null }, issuer)
      return void response.end(spoiled(whole, faults.spoiled))
    }
    case 'token':
      return token(request, response, issuer)
    case 'people': {
      // The token contains this value.
      const { person } = decode((request.headers.authorization ?? '').replace(/^Bearer /, '')) as Pick<
        OpenIdFaults,
        'person'
      >
      return json(response, 200, { sub: 'lena', ...person })
    }
    default:
      return json(response, 404, {})
  }
}

function settingsOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/people`,
    end_session_endpoint: `${issuer}/end`,
    id_token_signing_alg_values_supported: ['RS256', 'ES256'],
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
  }
}

function keysOf({ keys: wanted = ['rsa', 'ec'] }: SettingsFaults) {
  return wanted.map((name) => ({ ...keys[name].publicKey.export({ format: 'jwk' }), kid: name, use: 'sig' }))
}

async function token(request: IncomingMessage, response: ServerResponse, issuer: string): Promise<void> {
  const form = new URLSearchParams(await text(request))
  // Encoded by the tests.
  const code = decode(form.get('code') ?? '') as AuthorisationCode
  const { faults } = code
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  const basic = `Basic ${Buffer.from(`portal:${secret}`).toString('base64')}`
  if (
    challenge !== code.challenge ||
    request.headers.authorization !== basic ||
    form.get('redirect_uri') !== code.redirectUri
  )
    return json(response, 400, { error: 'invalid_grant' })
  if (faults.hangs) return
  if (faults.moved) return void response.writeHead(307, { location: `${issuer}/elsewhere` }).end()
  const answer = {
    access_token: encode({ person: faults.person ?? {} }),
    token_type: 'Bearer',
    expires_in: 60,
    id_token: spoiled(idToken(code, issuer), faults.spoiled),
    ...(faults.pad && { pad: 'x'.repeat(faults.pad) }),
    ...faults.answer,
  }
  return json(response, faults.status ?? 200, withoutNulls(answer))
}

function idToken({ faults, nonce }: Pick<AuthorisationCode, 'faults' | 'nonce'>, issuer: string): string {
  const now = Math.floor(Date.now() / 1000)
  const at = (seconds: number | undefined) => (seconds === undefined ? undefined : now + seconds)
  const claims = {
    iss: issuer,
    aud: 'portal',
    sub: 'lena',
    email: 'lena@a.example',
    email_verified: true,
    nonce,
    iat: at(faults.issuedIn ?? 0),
    exp: at(faults.endsIn ?? 60),
    ...(faults.beginsIn !== undefined && { nbf: at(faults.beginsIn) }),
    ...faults.claims,
  }
  const said = withoutNulls(claims)
  const alg = faults.alg ?? 'RS256'
  const header = encode({
    alg,
    kid: faults.kid === null ? undefined : (faults.kid ?? (alg === 'ES256' ? 'ec' : 'rsa')),
    typ: 'JWT',
    ...faults.header,
  })
  const input = `${header}.${encode(said)}`
  return `${input}.${signature(input, alg, faults.key ?? (alg === 'ES256' ? 'ec' : 'rsa'))}`
}

function withoutNulls(whole: object): object {
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null))
}

function signature(input: string, alg: string, name: keyof typeof keys): string {
  const { privateKey, publicKey } = keys[name]
  if (alg === 'none') return ''
  if (alg === 'HS256') return createHmac('sha256', pem(publicKey)).update(input).digest('base64url')
  const hash = alg === 'RS1' ? 'sha1' : 'sha256'
  return sign(
    hash,
    Buffer.from(input),
    alg === 'ES256' ? { key: privateKey, dsaEncoding: 'ieee-p1363' } : privateKey,
  ).toString('base64url')
}

function spoiled(whole: string, how: AuthorisationCode['faults']['spoiled']): string {
  const [header = '', claims = '', seal = ''] = whole.split('.')
  switch (how) {
    case 'no-signature':
      return `${header}.${claims}.`
    case 'other-claims':
      return `${header}.${encode({ ...(decode(claims) as object), sub: 'somebody-else' })}.${seal}`
    case 'four-parts':
      return `${whole}.x`
    case 'no-token':
      return 'no token'
    default:
      return whole
  }
}

const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' })
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function decode(sent: string): unknown {
  try {
    return JSON.parse(Buffer.from(sent, 'base64url').toString())
  } catch {
    return {}
  }
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
