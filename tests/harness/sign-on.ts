import { addClient, addPerson, cookiesOf } from './people.ts'
import { startPortal, type Portal } from './portal.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Code, Lie, Published } from './openid-lies.ts'
import type { PortalOptions } from '../../server/portal.ts'

export const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The settings of an OpenID provider that answers below an origin. */
export function openIdSettings(origin: string, published: Published = {}, more: object = {}) {
  return {
    kind: 'openid',
    issuer: `${origin}/${encoded(published)}`,
    clientId: 'portal',
    secretFrom: 'IDP_A_SECRET',
    emailDomains: ['a.example'],
    ...more,
  }
}

export type SignOnPortal = Portal & {
  /** Why the last way through a provider was refused, as the log says it. */
  lastReason: () => string
  /** The whole log. */
  log: () => string
}

/** A portal whose log can be read, with the secrets by which providers know it. */
export async function startSignOnPortal(
  options: Partial<Pick<PortalOptions, 'mode' | 'https' | 'identityProviders' | 'portalUrl' | 'trustedHops'>> & {
    beside?: Portal
  } = {},
): Promise<SignOnPortal> {
  const lines: string[] = []
  const portal = await startPortal({
    keep: true,
    logger: { level: 'info', stream: { write: (line) => void lines.push(line) } },
    identityProviders: { secretOf: (name: string) => (name === 'IDP_A_SECRET' ? 'secretOfTheClient' : undefined) },
    ...options,
  })
  const isRefusal = (line: string) => /"level":"(?:warn|error)"/.test(line)
  return { ...portal, lastReason: () => reasonIn(lines.findLast(isRefusal)), log: () => lines.join('') }
}

function reasonIn(line: string | undefined): string {
  type Described = { code?: string; message?: string; cause?: Described }
  // The portal writes one JSON object a line.
  const said = JSON.parse(line ?? '{}') as { reason?: string; err?: Described }
  const { err } = said
  return [said.reason, err?.code, err?.message, err?.cause?.code, err?.cause?.message].filter(Boolean).join(' ')
}

let number = 0

/** A client with a provider, and lena@a.example in it unless told otherwise. */
export async function addProviderClient(
  portal: Portal,
  {
    provider,
    site = `sso-${(number += 1)}`,
    switches = {},
    people = [{ email: 'lena@a.example' }],
  }: { provider: object; site?: string; switches?: object; people?: Parameters<typeof addPerson>[2][] },
): Promise<{ site: string; clientId: ClientId }> {
  const clientId = await addClient(portal, { site, switches, identityProvider: provider })
  for (const person of people) await addPerson(portal, clientId, { password: null, ...person })
  return { site, clientId }
}

/** A browser as far as single sign-on needs one: its cookies, and where it stands. */
export type Browser = { site: string; cookies: Record<string, string> }

export async function go(portal: Portal, browser: Browser, url: string): Promise<string> {
  const answer = await portal.request({ url, site: browser.site, cookies: browser.cookies })
  if (answer.statusCode !== 303) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
  Object.assign(browser.cookies, cookiesOf(answer))
  return String(answer.headers.location)
}

/** Leaves for the provider; answers the address there. */
export async function leave(portal: Portal, site: string): Promise<Browser & { at: URL }> {
  const browser = { site, cookies: {} }
  const to = await go(portal, browser, '/sso/start')
  return { ...browser, at: new URL(to, 'http://portal.invalid') }
}

/** The code that makes the lying provider say this, for what the portal has asked. */
export function codeFor(at: URL, lie: Lie = {}): string {
  const asked = at.searchParams
  const code: Code = {
    lie,
    nonce: asked.get('nonce'),
    challenge: asked.get('code_challenge'),
    redirectUri: asked.get('redirect_uri'),
  }
  return encoded(code)
}

/** Where the provider sends the browser back to when it tells nothing but the truth. */
export function returnAddress(at: URL): string {
  return `/sso/callback?${new URLSearchParams({ code: codeFor(at), state: at.searchParams.get('state') ?? '' }).toString()}`
}

/** Comes back from the provider with what it lies. */
export function comeBack(
  portal: Portal,
  { at, ...browser }: Browser & { at: URL },
  lie: Lie = {},
  tamper: Record<string, string | null> = {},
): Promise<string> {
  const query = { code: codeFor(at, lie), state: at.searchParams.get('state'), ...tamper }
  const search = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null),
  )
  return go(portal, browser, `/sso/callback?${search.toString()}`)
}

export const exchange = (portal: Portal, browser: Browser, token: string) =>
  portal.request({
    method: 'POST',
    url: '/api/login/sso',
    site: browser.site,
    cookies: browser.cookies,
    headers: { 'x-requested-with': 'portal' },
    body: { sso: token },
  })

/** Whether a way through the provider led to the door. */
export const isEntry = (address: string): boolean => /^\/sso-login\/sso-[\w-]{43}$/.test(address)

/** Who has come in at an address that a way through the provider led to. */
export async function whoEntered(portal: Portal, browser: Browser, address: string): Promise<string> {
  const [, token = ''] = /^\/sso-login\/(sso-[\w-]{43})$/.exec(address) ?? []
  if (token === '') return `refused: ${address}`
  const answer = await exchange(portal, browser, token)
  const { access_token: access } = answer.json<{ access_token: string | null }>()
  if (access === null) return `not let in: ${answer.statusCode}`
  const user = await portal.request({ url: '/api/v1/user', site: browser.site, token: access })
  return user.json<{ email: string }>().email
}
