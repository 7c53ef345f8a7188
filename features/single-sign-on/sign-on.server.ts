import type { ClientId } from '../../contract/ids.ts'
import { paths } from '../../contract/paths.ts'
import { registeredAddress } from '../../contract/redirects.ts'
import { ConcurrencyLimiter } from '../../platform/concurrency-limiter.ts'
import type { Clock, Tx } from '../../platform/handle.ts'
import type { Mode } from '../../platform/app-context.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import { limitPerMinute } from '../../platform/rate-limit.ts'
import { networkOfIp } from '../../platform/network-of-ip.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { endChallenges } from '../session/login-challenge.queries.ts'
import { signOnPaths } from '../session/sign-on-paths.rules.ts'
import { endLoginTokensOfPeople } from '../../services/session/login-token.queries.ts'
import { issueLoginToken } from '../../services/session/login-token.server.ts'
import { lockAccount } from '../../services/session/account.queries.ts'
import { endOtherSessions } from '../../services/session/session.queries.ts'
import { tokensOf } from '../../services/session/tokens.server.ts'
import type { SamlLogoutRequest } from './saml-logout.server.ts'
import { flowCookies, type SignOnFlow } from './sign-on-flow.server.ts'
import { signOnLimits } from './limits.ts'
import { UnverifiedIdentity } from './unverified-identity.ts'
import type { OpenIdConnection, openIdProviders } from './openid.server.ts'
import {
  providerName,
  type IdentityProvider,
  type OpenIdProvider,
  type ProviderLogout,
  type SignOnProof,
  type SamlProvider,
} from '../../services/session/provider.rules.ts'
import type { SamlConnection } from './saml.server.ts'
import { findPeopleAtProvider, hashOf, providerSession } from '../../services/session/provider-session.queries.ts'
import { findIdentity, readProvider, redeemAssertion, type ProviderSettings } from './sign-on.queries.ts'
import { findSignedOnPerson } from './signed-on-person.server.ts'

export type SignOnDependencies = {
  mode: Mode
  serverSecret: ServerSecret
  begin: <T>(clientId: ClientId, work: (tx: Tx, clock: Clock) => Promise<T>) => Promise<T>
  secretOf: (name: string) => string | undefined
  standIn?: (issuer: string) => Promise<string | undefined>
}

export type SignOnVisit = { clientId: ClientId; origin: string; requestId: string; ip: string }
export type SamlForm = { response: string; relayState: string }

export type StartedSignOn = { to: string; flow: string; kind: IdentityProvider['kind'] }
export type FinishedSignOn = { to: string; entryCookie: string; logoutHint: string | null }

export const returnPaths = { callback: '/sso/callback', acs: '/sso/acs', loggedOut: '/sso/logged-out' } as const

/** Loaded on first use, because SAML is a tenth of all loaded code, and most portals do not need it. */
const saml = () => import('./saml.server.ts')
const samlLogout = () => import('./saml-logout.server.ts')

function openIdOnDemand() {
  let known: Promise<ReturnType<typeof openIdProviders>> | undefined
  return () => (known ??= import('./openid.server.ts').then((openId) => openId.openIdProviders()))
}

/** Independent of HTTP. Every failure throws. */
export function signOn({ mode, serverSecret, begin, secretOf, standIn }: SignOnDependencies) {
  const openId = openIdOnDemand()
  const tokens = tokensOf(serverSecret)
  const { sealFlow, openFlow, sealHint, openHint } = flowCookies(serverSecret)
  const gates = new Map<ClientId, ConcurrencyLimiter>()
  const mayStart = limitPerMinute(signOnLimits.startsPerMinute)

  return {
    start: async ({ clientId, origin, ip }: SignOnVisit): Promise<StartedSignOn> => {
      if (!mayStart(`${clientId} ${networkOfIp(ip)}`)) throw new UnverifiedIdentity('too many starts from one address')
      const { provider, now } = await providerOf(clientId)
      const { address, flow } =
        provider.kind === 'openid'
          ? await (await openId()).start(await reached(provider), origin + returnPaths.callback)
          : await (await saml()).startSaml(keyed(provider), origin + returnPaths.acs)
      const sealed = sealFlow({ ...flow, provider: providerName(provider), startedAt: now }, clientId)
      return { to: address, flow: sealed, kind: provider.kind }
    },

    callback: async (
      visit: SignOnVisit,
      { sealed, search }: { sealed: string | undefined; search: string },
    ): Promise<FinishedSignOn> =>
      back(visit, sealedOr(sealed, !new URLSearchParams(search).has('state')), async (provider, flow) => {
        if (provider.kind !== 'openid' || flow.kind !== 'openid')
          throw new UnverifiedIdentity('another kind of provider')
        return (await openId()).finish(await reached(provider), flow, search)
      }),

    consume: async (
      visit: SignOnVisit,
      { sealed, form }: { sealed: string | undefined; form: SamlForm },
    ): Promise<FinishedSignOn> =>
      back(visit, sealedOr(sealed, !(await saml()).namesRequest(form.response)), async (provider, flow) => {
        if (provider.kind !== 'saml' || flow.kind !== 'saml') throw new UnverifiedIdentity('another kind of provider')
        return (await saml()).finishSaml(keyed(provider), flow, form)
      }),

    /** The browser goes to the provider's logout or, if there is none, to the portal's page. */
    logout: async ({ clientId, origin }: SignOnVisit, sealedHint: string | undefined): Promise<string> => {
      const { provider, redirectOrigins } = await providerOf(clientId)
      const home = paths.logoutSuccess()
      if (provider.logoutUrl !== undefined) return registeredAddress(provider.logoutUrl, redirectOrigins) ?? home
      const hint = openHint(sealedHint, clientId)
      const address =
        provider.kind === 'openid'
          ? await (await openId()).logoutAddress(await reached(provider), hint, origin + home)
          : await (await saml()).samlLogoutAddress(keyed(provider), hint)
      return address ?? home
    },

    /** A repeated token has no effect. */
    loggedOutAtProvider: async (visit: SignOnVisit, token: string): Promise<void> => {
      const { clientId } = visit
      const { provider } = await providerLoggingOut(visit)
      if (provider.kind !== 'openid') throw new UnverifiedIdentity('another kind of provider')
      const known = await reached(provider)
      await endAtProvider(visit, {
        provider,
        logout: await gateOf(clientId).run(async () => (await openId()).readLogout(known, token)),
      })
    },

    /**
     * Ends the sessions that began from the provider's session `sid` (OpenID Connect Front-Channel Logout 1.0). Returns
     * the origins that may frame the response: pages of the provider.
     */
    loggedOutInFrame: async (visit: SignOnVisit, { iss, sid }: { iss: string; sid: string }): Promise<string[]> => {
      const { provider } = await providerLoggingOut(visit)
      if (provider.kind !== 'openid') throw new UnverifiedIdentity('another kind of provider')
      if (iss.replace(/\/$/, '') !== provider.issuer.replace(/\/$/, '')) throw new UnverifiedIdentity('another issuer')
      if (sid === '' || sid.length > 1024) throw new UnverifiedIdentity('no session of the provider')
      const logout = { name: null, subject: null, sessions: [sid], request: null }
      await endAtProvider(visit, { provider, logout })
      return addressesOf(provider).map((address) => new URL(address).origin)
    },

    /** Returns the address to which the browser takes the response. */
    loggedOutBySaml: async (visit: SignOnVisit, asked: SamlLogoutRequest): Promise<string> => {
      const { clientId, origin } = visit
      const { provider } = await providerLoggingOut(visit)
      if (provider.kind !== 'saml') throw new UnverifiedIdentity('another kind of provider')
      const { readSamlLogout, samlLogoutAnswer } = await samlLogout()
      const address = origin + returnPaths.loggedOut
      const logout = await gateOf(clientId).run(() => readSamlLogout(keyed(provider), asked, address))
      await endAtProvider(visit, { provider, logout })
      return (await samlLogoutAnswer(keyed(provider), logout)) ?? paths.logoutSuccess()
    },

    metadata: async ({ clientId, origin }: SignOnVisit): Promise<string | null> => {
      const { provider } = await providerOf(clientId)
      if (provider.kind !== 'saml') return null
      const { acs, loggedOut } = returnPaths
      return (await saml()).samlMetadata(keyed(provider), { acs: origin + acs, loggedOut: origin + loggedOut })
    },
  }

  async function providerLoggingOut({ clientId, ip }: SignOnVisit): Promise<ProviderSettings> {
    if (!mayStart(`${clientId} ${networkOfIp(ip)}`)) throw new UnverifiedIdentity('too many logouts from one address')
    return providerOf(clientId)
  }

  async function endAtProvider(
    { clientId, requestId }: SignOnVisit,
    { provider, logout }: { provider: IdentityProvider; logout: ProviderLogout },
  ): Promise<void> {
    const name = providerName(provider)
    const { request } = logout
    const sessionHashes = logout.sessions.map(hashOf)
    await begin(clientId, async (tx, { now }) => {
      const once = request && { assertion: `logout ${request.id}`, expiresAt: request.expiresAt }
      if (once && !(await redeemAssertion(tx, clientId, { provider: name, ...once }))) return
      const { subject } = logout
      const linked = subject === null ? null : await findIdentity(tx, clientId, { provider: name, subject })
      const nameHash = logout.name === null ? null : hashOf(logout.name)
      const there = await findPeopleAtProvider(tx, clientId, { nameHash, sessionHashes })
      const people = [...new Set([...there, ...(linked ? [linked] : [])])].toSorted()
      if (people.length === 0) return
      // These calls lock rows in the same order as a login (ARCHITECTURE.md).
      await endLoginTokensOfPeople(tx, clientId, { people, now })
      for (const personId of people) await lockAccount(tx, clientId, personId)
      await endChallenges(tx, clientId, people)
      const ended = { except: null, cameBy: 'single-sign-on', atProvider: sessionHashes, now } as const
      const events = []
      for (const personId of people) {
        const whose = { ...ended, personId, because: 'logged-out-at-provider' } as const
        const sessions = await endOtherSessions(tx, clientId, whose)
        const event = { actor: null, subject: personId, action: 'session.ended-by-provider', details: { sessions } }
        events.push({ ...event, at: now.toISOString(), requestId })
      }
      await appendAudit(tx, clientId, events)
    })
  }

  type Check = (provider: IdentityProvider, flow: SignOnFlow) => Promise<SignOnProof>

  async function back(
    { clientId, requestId }: SignOnVisit,
    sealed: string | undefined,
    check: Check,
  ): Promise<FinishedSignOn> {
    const { provider, now } = await providerOf(clientId)
    const flow = openFlow(sealed, clientId, now)
    if (flow.provider !== providerName(provider)) throw new UnverifiedIdentity('started with another provider')
    const proof = await gateOf(clientId).run(() => check(provider, flow))
    const entry = await begin(clientId, async (tx, clock) => {
      // If the provider was disabled in the meantime, nobody may log in (S-30).
      const latest = await readProvider(tx, clientId)
      if (!latest || providerName(latest.provider) !== flow.provider)
        throw new UnverifiedIdentity('no provider any more')
      const who = { provider: latest.provider, proof, requestId }
      const { personId, events } = await findSignedOnPerson(tx, clientId, who, clock)
      const { secondFactor } = proof
      const there = providerSession(proof.session)
      const given = await issueLoginToken(tx, clientId, tokens, {
        personId,
        secondFactor,
        provider: there,
        now: clock.now,
      })
      await appendAudit(tx, clientId, events)
      return given
    })
    const logoutHint = sealHint(proof.logout, clientId)
    return { to: signOnPaths.login(entry.token), entryCookie: entry.cookie, logoutHint }
  }

  async function providerOf(clientId: ClientId): Promise<ProviderSettings & { now: number }> {
    const { settings, now } = await begin(clientId, async (tx, clock) => ({
      settings: await readProvider(tx, clientId),
      now: clock.now.getTime(),
    }))
    if (!settings) throw new UnverifiedIdentity('no provider')
    const { provider } = settings
    if (mode === 'production' && addressesOf(provider).some((address) => !address.startsWith('https://')))
      throw new UnverifiedIdentity('an address without TLS')
    if (provider.secretFrom !== undefined && secret(provider) === undefined)
      throw new UnverifiedIdentity(`the secret ${provider.secretFrom} is not set`)
    return { ...settings, now }
  }

  function secret({ secretFrom }: IdentityProvider): string | undefined {
    return secretFrom === undefined ? undefined : secretOf(secretFrom)
  }

  function keyed(provider: SamlProvider): SamlConnection {
    return { provider, signingKey: secret(provider) }
  }

  async function reached(provider: OpenIdProvider): Promise<OpenIdConnection> {
    const issuer = await standIn?.(provider.issuer)
    return { provider: issuer === undefined ? provider : { ...provider, issuer }, secret: secret(provider) }
  }

  /** Each client has its own limit, so that a slow provider delays only its own client. */
  function gateOf(clientId: ClientId): ConcurrencyLimiter {
    const { returnsAtOnce: places, returnsWaiting: queue, returnWaitMs: waitMs } = signOnLimits
    const gate = gates.get(clientId) ?? new ConcurrencyLimiter({ places, queue, waitMs })
    gates.set(clientId, gate)
    return gate
  }
}

/** Refuses a login that was started at the provider: the browser has no cookie of ours. */
function sealedOr(sealed: string | undefined, isUnsolicited: boolean): string | undefined {
  if (sealed === undefined && isUnsolicited) throw new UnverifiedIdentity('not started here', 'tile')
  return sealed
}

function addressesOf(provider: IdentityProvider): string[] {
  if (provider.kind === 'openid') return [provider.issuer, ...provider.alsoAt]
  const { entryPoint, logoutService, logoutResponses } = provider
  return [entryPoint, logoutService, logoutResponses].filter((address) => address !== undefined)
}
