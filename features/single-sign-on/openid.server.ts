import { createHash } from 'node:crypto'
import { createRemoteJWKSet, customFetch, jwtVerify, type JWTVerifyGetKey } from 'jose'
import * as client from 'openid-client'
import { z } from 'zod'
import { restrictedFetch } from '../../platform/restricted-fetch.ts'
import { signOnLimits } from './limits.ts'
import {
  hasSecondFactor,
  isLoopback,
  isStrongEnough,
  type LogoutHint,
  type ProviderLogout,
  type OpenIdProvider,
  type SignOnProof,
} from '../../services/session/provider.rules.ts'
import type { SignOnFailure } from '../session/sign-on-paths.rules.ts'
import { runCheck, UnverifiedIdentity } from './unverified-identity.ts'

export type OpenIdFlow = { kind: 'openid'; state: string; nonce: string; verifier: string; redirectUri: string }

export type OpenIdConnection = { provider: OpenIdProvider; secret: string | undefined }

type Settings = { configuration: client.Configuration; keys: JWTVerifyGetKey; algorithms: string[] }

/** Caches published settings for minutes. Calls only origins in the client's settings. */
export function openIdProviders() {
  const kept = new Map<string, { asked: Promise<Settings>; until: number }>()

  const settingsOf = (known: OpenIdConnection): Promise<Settings> => {
    const key = createHash('sha256')
      .update(JSON.stringify([known.provider, known.secret ?? null]))
      .digest('hex')
    const found = kept.get(key)
    if (found && found.until > performance.now()) return found.asked
    const asked = runCheck(discover(known), {
      what: `the settings of ${known.provider.issuer} cannot be read`,
      kindOf: failureOf,
    })
    const entry = { asked, until: performance.now() + signOnLimits.discoveryMs }
    kept.delete(key)
    kept.set(key, entry)
    entry.asked.catch(() => (entry.until = performance.now() + signOnLimits.silenceMs))
    const [oldest] = kept.keys()
    if (kept.size > signOnLimits.providersKept && oldest !== undefined) kept.delete(oldest)
    return entry.asked
  }

  return {
    start: async (known: OpenIdConnection, redirectUri: string): Promise<{ address: string; flow: OpenIdFlow }> => {
      const { configuration } = await settingsOf(known)
      const flow: OpenIdFlow = {
        kind: 'openid',
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
        redirectUri,
      }
      const { acr } = known.provider
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: usesOtherClaim(known.provider) ? 'openid email profile' : 'openid email',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
        ...(acr.length > 0 && { acr_values: acr.join(' ') }),
      })
      return { address: address.href, flow }
    },

    /** Exchanges the code and verifies the response. Throws an UnverifiedIdentity, or an error of the library. */
    finish: async (known: OpenIdConnection, flow: OpenIdFlow, search: string): Promise<SignOnProof> => {
      const { configuration } = await settingsOf(known)
      const answered = new URL(search, flow.redirectUri).searchParams
      if (!answered.has('code') && !answered.has('error')) throw new UnverifiedIdentity('no code', 'late')
      const grant = client.authorizationCodeGrant(configuration, new URL(search, flow.redirectUri), {
        pkceCodeVerifier: flow.verifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      })
      const tokens = await runCheck(grant, { kindOf: failureOf })
      const claims = tokens.claims()
      if (!claims || tokens.id_token === undefined) throw new UnverifiedIdentity('no identity token')
      const { clientId } = known.provider
      // The library accepts further audiences, but the portal must be the only one.
      const audience = [claims.aud].flat()
      if (audience.length !== 1 || audience[0] !== clientId) throw new UnverifiedIdentity('another audience')
      if (claims['azp'] !== undefined && claims['azp'] !== clientId)
        throw new UnverifiedIdentity('another authorised party')
      const said = typeof claims['acr'] === 'string' ? claims['acr'] : null
      if (!isStrongEnough(known.provider, said)) throw new UnverifiedIdentity('weaker than the client requires')
      if (claims.sub.length > 255) throw new UnverifiedIdentity('the subject is too long')
      return {
        subject: claims.sub,
        ...(await vouchedEmail(configuration, known.provider, { claims, accessToken: tokens.access_token })),
        secondFactor: hasSecondFactor(known.provider, said),
        session: { name: claims.sub, session: textOf(claims['sid']) ?? null },
        logout: { kind: 'openid', idToken: tokens.id_token },
        // No assertion to mark as used: the provider accepts a code once, and the nonce belongs to this browser.
        assertion: null,
      }
    },

    logoutAddress: async (
      known: OpenIdConnection,
      hint: LogoutHint | null,
      returnTo: string,
    ): Promise<string | null> => {
      const { configuration } = await settingsOf(known)
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null
      return client.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: returnTo,
        ...(hint?.kind === 'openid' && { id_token_hint: hint.idToken }),
      }).href
    },

    /** OpenID Connect Back-Channel Logout 1.0, section 2.6. Throws UnverifiedIdentity. */
    readLogout: async (known: OpenIdConnection, token: string): Promise<ProviderLogout> => {
      const { configuration, keys, algorithms } = await settingsOf(known)
      const verified = jwtVerify(token, keys, {
        issuer: configuration.serverMetadata().issuer,
        audience: known.provider.clientId,
        algorithms,
        clockTolerance: signOnLimits.clockSkewMs / 1000,
        maxTokenAge: signOnLimits.logoutTokenMs / 1000,
        requiredClaims: ['iat', 'jti', 'events'],
      })
      const { payload } = await runCheck(verified, { what: 'no valid logout token', kindOf: failureOf })
      const claims = logoutClaims.safeParse(payload)
      if (!claims.success) throw new UnverifiedIdentity(`logout token, ${claims.error.issues[0]?.path.join(' ')}`)
      const { sub, sid, jti, iat } = claims.data
      const expiresAt = new Date(iat * 1000 + signOnLimits.logoutTokenMs + signOnLimits.clockSkewMs)
      // A token that names the person ends all of their sessions.
      const whose = sub === undefined ? { name: null, sessions: [sid ?? ''] } : { name: sub, sessions: [] }
      return { ...whose, subject: sub ?? null, request: { id: jti, expiresAt } }
    },
  }
}

const usesOtherClaim = ({ emailClaim }: OpenIdProvider): boolean => emailClaim !== 'email'

async function vouchedEmail(
  configuration: client.Configuration,
  provider: OpenIdProvider,
  { claims, accessToken }: { claims: client.IDToken; accessToken: string },
): Promise<Pick<SignOnProof, 'email' | 'claims'>> {
  const asks =
    textOf(claims[provider.emailClaim]) === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
  const said: Record<string, unknown> = asks
    ? await runCheck(client.fetchUserInfo(configuration, accessToken, claims.sub), { kindOf: failureOf })
    : claims
  const email = textOf(said[provider.emailClaim])
  const verified = usesOtherClaim(provider) ? null : isVerified(said['email_verified'])
  const isTrusted = verified ?? provider.emailsAreVerified
  return { email: email !== undefined && isTrusted ? email : null, claims: Object.keys({ ...claims, ...said }) }
}

function textOf(claim: unknown): string | undefined {
  const [text, ...more] = Array.isArray(claim) ? claim : [claim]
  return typeof text === 'string' && text.trim() !== '' && more.length === 0 ? text : undefined
}

/** Null if the provider does not say whether the address is verified. Some send a text or number, not a boolean. */
function isVerified(claim: unknown): boolean | null {
  if (claim === undefined || claim === null) return null
  return claim === true || claim === 1 || (typeof claim === 'string' && /^(true|1)$/i.test(claim))
}

/** OpenID and OAuth error codes which mean that the person did not finish the login. */
const cancelled =
  /^(access_denied|user_cancell?ed|login_required|consent_required|interaction_required|account_selection_required)$/
const unavailable = /^(temporarily_unavailable|server_error|slow_down)$/

function failureOf(error: unknown): SignOnFailure {
  if (!(error instanceof Error)) return ''
  const code = 'error' in error && typeof error.error === 'string' ? error.error : ''
  if (cancelled.test(code)) return 'cancelled'
  if (code === 'invalid_grant') return 'late'
  const status = 'status' in error ? Number(error.status) : 0
  if (unavailable.test(code) || status >= 500) return 'unavailable'
  const { cause } = error
  if (cause instanceof Response && cause.status >= 500) return 'unavailable'
  const isNetwork =
    /^(TimeoutError|AbortError)$/.test(error.name) ||
    ('code' in error && /^(E[A-Z]+|UND_ERR_\w+)$/.test(String(error.code)))
  return isNetwork || (cause instanceof Error && failureOf(cause) === 'unavailable') ? 'unavailable' : ''
}

const endpoints = [
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'userinfo_endpoint',
  'end_session_endpoint',
] as const

async function discover({ provider, secret }: OpenIdConnection): Promise<Settings> {
  const { issuer, clientId, algorithms, alsoAt } = provider
  const origins = [new URL(issuer).origin, ...alsoAt]
  const ask = restrictedFetch({ origins, timeoutMs: signOnLimits.outboundMs, bytes: signOnLimits.answerBytes })
  const answer = await ask(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    headers: { accept: 'application/json' },
  })
  if (answer.status !== 200)
    throw new UnverifiedIdentity(
      `the provider's settings answer ${answer.status}`,
      answer.status >= 500 ? 'unavailable' : '',
    )
  const metadata = readSettings(await answer.json())
  if (/[{}]/.test(metadata.issuer))
    throw new UnverifiedIdentity(`issuer is ${metadata.issuer}, for any organisation: set the address of your own`)
  // Some providers publish their issuer with a slash at the end, others without.
  if (metadata.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
    throw new UnverifiedIdentity(`another issuer: the settings say ${metadata.issuer}`)
  for (const name of endpoints) {
    const endpoint = metadata[name]
    if (endpoint !== undefined && !isSameEndpoint(origins, endpoint))
      throw new UnverifiedIdentity(`an endpoint at another origin: list that of ${name} in alsoAt`)
  }
  const known = metadata.id_token_signing_alg_values_supported
  const usable = algorithms.filter((algorithm) => known.includes(algorithm))
  if (usable.length === 0)
    throw new UnverifiedIdentity(
      `no signature that is allowed: id_token_signing_alg_values_supported has ${known.join(', ')}`,
    )
  const configuration = new client.Configuration(
    {
      ...metadata,
      id_token_signing_alg_values_supported: usable,
      // The library needs these algorithms if the userinfo response is signed.
      userinfo_signing_alg_values_supported: usable,
    },
    clientId,
    { [client.clockTolerance]: signOnLimits.clockSkewMs / 1000 },
    authentication(metadata, secret),
  )
  configuration.timeout = signOnLimits.outboundMs / 1000
  configuration[client.customFetch] = (url, options) => ask(url, options)
  // Also checks signatures of tokens that come directly from the provider.
  client.enableNonRepudiationChecks(configuration)
  // The settings allow http only on this machine, and production refuses it.
  if (isLoopback(issuer)) client.allowInsecureRequests(configuration)
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), {
    timeoutDuration: signOnLimits.outboundMs,
    [customFetch]: (url, { signal }) => ask(url, { signal }),
  })
  return { configuration, keys, algorithms: usable }
}

/** A token names the person, the session or both. With a nonce it is an identity token, and refused. */
const logoutClaims = z
  .object({
    sub: z.string().min(1).max(255).optional(),
    sid: z.string().min(1).max(1024).optional(),
    jti: z.string().min(1).max(255),
    iat: z.number(),
    events: z.object({ 'http://schemas.openid.net/event/backchannel-logout': z.object({}) }),
    nonce: z.never().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined, { path: ['sub'] })

const text = z.string().max(2048)
const texts = z.array(text).max(100)
const published = z.object({
  issuer: text,
  authorization_endpoint: text,
  token_endpoint: text,
  jwks_uri: text,
  userinfo_endpoint: text.optional(),
  end_session_endpoint: text.optional(),
  id_token_signing_alg_values_supported: texts.default(['RS256']),
  token_endpoint_auth_methods_supported: texts.default(['client_secret_basic']),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
  code_challenge_methods_supported: texts.default([]),
})

/** Providers write null or '' for a missing setting. */
function readSettings(answer: unknown): Whole<Published> {
  const given = typeof answer === 'object' && answer !== null ? Object.entries(answer) : []
  const read = published.safeParse(Object.fromEntries(given.filter(([, value]) => value !== null && value !== '')))
  if (read.success) return trimmed(read.data)
  const names = new Set(read.error.issues.map(({ path }) => path.join('.')))
  throw new UnverifiedIdentity(`the provider's settings lack ${[...names].join(', ')}, or have them in another form`)
}

type Published = z.output<typeof published>
type Whole<T> = { [Key in keyof T]: Exclude<T[Key], undefined> }

/** The library rejects undefined settings. */
function trimmed<T extends object>(settings: T): Whole<T> {
  // Undefined values are removed here.
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Whole<T>
}

function isSameEndpoint(origins: readonly string[], address: string): boolean {
  return URL.canParse(address) && origins.includes(new URL(address).origin)
}

function authentication(
  { token_endpoint_auth_methods_supported: methods }: Published,
  secret: string | undefined,
): client.ClientAuth {
  if (secret === undefined) return client.None()
  return methods.includes('client_secret_basic') ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret)
}
