import type { ClientId } from '../../contract/ids.ts'
import { paths } from '../../contract/paths.ts'
import { registeredAddress } from '../../contract/redirects.ts'
import { Gate } from '../../platform/gate.ts'
import type { Clock, Tx } from '../../platform/handle.ts'
import type { Mode } from '../../platform/house.ts'
import type { ServerSecret } from '../../platform/keys.ts'
import { minuteBudgets } from '../../platform/minute-budgets.ts'
import { networkOf } from '../../platform/network.ts'
import { appendAudit } from '../audit/audit.queries.ts'
import { signOnPaths } from '../session/sign-on-paths.rules.ts'
import { giveEntry } from '../session/entry.server.ts'
import { tokensOf } from '../session/tokens.server.ts'
import { carried, type Flow } from './flow.server.ts'
import { signOnLimits } from './limits.ts'
import { NotProven } from './not-proven.ts'
import type { OpenIdKnown, openIdProviders } from './openid.server.ts'
import {
  providerName,
  type IdentityProvider,
  type OpenIdProvider,
  type Proof,
  type SamlProvider,
} from './provider.rules.ts'
import type { SamlKnown } from './saml.server.ts'
import { readProvider, type ProviderSettings } from './sign-on.queries.ts'
import { whoReturns } from './who.server.ts'

export type SignOnShop = {
  mode: Mode
  serverSecret: ServerSecret
  begin: <T>(clientId: ClientId, work: (tx: Tx, clock: Clock) => Promise<T>) => Promise<T>
  /** The value of a secret that a client's settings name. */
  secretOf: (name: string) => string | undefined
  /** The issuer of a demo's own provider, in place of one that its example names. */
  standIn?: (issuer: string) => Promise<string | undefined>
}

/** Where a request came in: whose portal, the origin that the browser sees, and the address that it came from. */
export type Visit = { clientId: ClientId; origin: string; requestId: string; ip: string }
export type SamlForm = { response: string; relayState: string }

/** On the way to the provider: where it is, and what the browser carries along. */
export type Started = { to: string; flow: string; kind: IdentityProvider['kind'] }
/** Back from the provider: where the browser goes, and what it is given for the way. */
export type Returned = { to: string; entryCookie: string; logoutHint: string | null }

/** The addresses to which providers send people back; each is registered with the provider. */
export const returnPaths = { callback: '/sso/callback', acs: '/sso/acs', loggedOut: '/sso/logged-out' } as const

/** Loaded when the first one asks for it: SAML is a tenth of all the code, and most portals never speak it. */
const saml = () => import('./saml.server.ts')

/** Loaded like SAML; the providers it knows are kept for as long as the portal runs. */
function openIdOnDemand() {
  let known: Promise<ReturnType<typeof openIdProviders>> | undefined
  return () => (known ??= import('./openid.server.ts').then((openId) => openId.openIdProviders()))
}

/** The ways through a client's identity provider, without HTTP. Whatever is wrong on them is thrown. */
export function signOn({ mode, serverSecret, begin, secretOf, standIn }: SignOnShop) {
  const openId = openIdOnDemand()
  const tokens = tokensOf(serverSecret)
  const { sealFlow, openFlow, sealHint, openHint } = carried(serverSecret)
  const gates = new Map<ClientId, Gate>()
  const mayStart = minuteBudgets(signOnLimits.startsPerMinute)

  return {
    start: async ({ clientId, origin, ip }: Visit): Promise<Started> => {
      if (!mayStart(`${clientId} ${networkOf(ip)}`)) throw new NotProven('too many starts from one address')
      const { provider, now } = await providerOf(clientId)
      const { address, flow } =
        provider.kind === 'openid'
          ? await (await openId()).start(await reached(provider), origin + returnPaths.callback)
          : await (await saml()).startSaml(keyed(provider), origin + returnPaths.acs)
      const sealed = sealFlow({ ...flow, provider: providerName(provider), startedAt: now }, clientId)
      return { to: address, flow: sealed, kind: provider.kind }
    },

    /** Back from an OpenID provider with its code. */
    callback: (visit: Visit, { sealed, search }: { sealed: string | undefined; search: string }): Promise<Returned> =>
      back(visit, sealed, async (provider, flow) => {
        if (provider.kind !== 'openid' || flow.kind !== 'openid') throw new NotProven('another kind of provider')
        return (await openId()).finish(await reached(provider), flow, search)
      }),

    /** Back from a SAML provider with its response. */
    consume: (visit: Visit, { sealed, form }: { sealed: string | undefined; form: SamlForm }): Promise<Returned> =>
      back(visit, sealed, async (provider, flow) => {
        if (provider.kind !== 'saml' || flow.kind !== 'saml') throw new NotProven('another kind of provider')
        return (await saml()).finishSaml(keyed(provider), flow, form)
      }),

    /** Where the provider ends its own session, once the portal's has ended. */
    logout: async ({ clientId, origin }: Visit, sealedHint: string | undefined): Promise<string> => {
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

    /** What a SAML provider is told about this portal; null where the client has none. */
    metadata: async ({ clientId, origin }: Visit): Promise<string | null> => {
      const { provider } = await providerOf(clientId)
      if (provider.kind !== 'saml') return null
      const { acs, loggedOut } = returnPaths
      return (await saml()).samlMetadata(keyed(provider), { acs: origin + acs, loggedOut: origin + loggedOut })
    },
  }

  type Check = (provider: IdentityProvider, flow: Flow) => Promise<Proof>

  async function back({ clientId, requestId }: Visit, sealed: string | undefined, check: Check): Promise<Returned> {
    const { provider, now } = await providerOf(clientId)
    const flow = openFlow(sealed, clientId, now)
    if (flow.provider !== providerName(provider)) throw new NotProven('started with another provider')
    const proof = await gateOf(clientId).pass(() => check(provider, flow))
    const entry = await begin(clientId, async (tx, clock) => {
      // Read anew: a provider that was switched off meanwhile lets nobody in (S-30).
      const latest = await readProvider(tx, clientId)
      if (!latest || providerName(latest.provider) !== flow.provider) throw new NotProven('no provider any more')
      const who = { provider: latest.provider, proof, requestId }
      const { personId, events } = await whoReturns(tx, clientId, who, clock)
      const { secondFactor } = proof
      const given = await giveEntry(tx, clientId, tokens, { personId, secondFactor, now: clock.now })
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
    if (!settings) throw new NotProven('no provider')
    const { provider } = settings
    if (mode === 'production' && addressesOf(provider).some((address) => !address.startsWith('https://')))
      throw new NotProven('an address without TLS')
    if (provider.secretFrom !== undefined && secret(provider) === undefined)
      throw new NotProven(`the secret ${provider.secretFrom} is not set`)
    return { ...settings, now }
  }

  function secret({ secretFrom }: IdentityProvider): string | undefined {
    return secretFrom === undefined ? undefined : secretOf(secretFrom)
  }

  function keyed(provider: SamlProvider): SamlKnown {
    return { provider, signingKey: secret(provider) }
  }

  /** An OpenID provider where it answers. */
  async function reached(provider: OpenIdProvider): Promise<OpenIdKnown> {
    const issuer = await standIn?.(provider.issuer)
    return { provider: issuer === undefined ? provider : { ...provider, issuer }, secret: secret(provider) }
  }

  /** One client's slow provider holds up that client alone. */
  function gateOf(clientId: ClientId): Gate {
    const { returnsAtOnce: places, returnsWaiting: queue, returnWaitMs: waitMs } = signOnLimits
    const gate = gates.get(clientId) ?? new Gate({ places, queue, waitMs })
    gates.set(clientId, gate)
    return gate
  }
}

function addressesOf(provider: IdentityProvider): string[] {
  if (provider.kind === 'openid') return [provider.issuer, ...provider.alsoAt]
  return [provider.entryPoint, ...(provider.logoutService === undefined ? [] : [provider.logoutService])]
}
