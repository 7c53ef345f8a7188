import { addClient, addPerson, cookiesOf } from './people.ts'
import { startPortal, type Portal } from './portal.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { AuthorisationCode, OpenIdFaults, SettingsFaults } from './openid-faults.ts'
import type { PortalOptions } from '../../server/portal.ts'

export const encodeJson = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export function openIdSettings(origin: string, published: SettingsFaults = {}, more: object = {}) {
  return {
    kind: 'openid',
    issuer: `${origin}/${encodeJson(published)}`,
    clientId: 'portal',
    secretFrom: 'IDP_A_SECRET',
    emailDomains: ['a.example'],
    ...more,
  }
}

export type SignOnPortal = Portal & {
  lastReason: () => string
  log: () => string
}

export async function startSignOnPortal(
  options: Partial<Pick<PortalOptions, 'mode' | 'https' | 'identityProviders' | 'portalUrl' | 'trustedHops'>> & {
    beside?: Portal
  } = {},
): Promise<SignOnPortal> {
  const lines: string[] = []
  const portal = await startPortal({
    logger: { level: 'info', stream: { write: (line) => void lines.push(line) } },
    identityProviders: { secretOf: (name: string) => (name === 'IDP_A_SECRET' ? 'secretOfTheClient' : undefined) },
    ...options,
  })
  const isRefusal = (line: string) => /"level":"(?:warn|error)"/.test(line)
  return { ...portal, lastReason: () => reasonIn(lines.findLast(isRefusal)), log: () => lines.join('') }
}

function reasonIn(line: string | undefined): string {
  type Described = { code?: string; message?: string; cause?: Described }
  // The portal logs one JSON object per line.
  const said = JSON.parse(line ?? '{}') as { reason?: string; err?: Described }
  const { err } = said
  return [said.reason, err?.code, err?.message, err?.cause?.code, err?.cause?.message].filter(Boolean).join(' ')
}

let number = 0

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

export type Browser = { site: string; cookies: Record<string, string> }

export async function followRedirect(portal: Portal, browser: Browser, url: string): Promise<string> {
  const answer = await portal.request({ url, site: browser.site, cookies: browser.cookies })
  if (answer.statusCode !== 303) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
  Object.assign(browser.cookies, cookiesOf(answer))
  return withoutFailureKind(String(answer.headers.location))
}

/** Removes the kind of failure from the failure page's address, because most tests ignore it. */
export const withoutFailureKind = (address: string): string => address.replace(/^\/sso-error\/\w*$/, '/sso-error/')

/** Starts single sign-on in a new browser. `at` is the provider's address to which the portal redirects it. */
export async function startSignOn(portal: Portal, site: string): Promise<Browser & { at: URL }> {
  const browser = { site, cookies: {} }
  const to = await followRedirect(portal, browser, '/sso/start')
  return { ...browser, at: new URL(to, 'http://portal.invalid') }
}

export function authorisationCodeFor(at: URL, faults: OpenIdFaults = {}): string {
  const asked = at.searchParams
  const code: AuthorisationCode = {
    faults,
    nonce: asked.get('nonce'),
    challenge: asked.get('code_challenge'),
    redirectUri: asked.get('redirect_uri'),
  }
  return encodeJson(code)
}

export function returnAddress(at: URL): string {
  return `/sso/callback?${new URLSearchParams({ code: authorisationCodeFor(at), state: at.searchParams.get('state') ?? '' }).toString()}`
}

export function returnFromProvider(
  portal: Portal,
  { at, ...browser }: Browser & { at: URL },
  faults: OpenIdFaults = {},
  tamper: Record<string, string | null> = {},
): Promise<string> {
  const query = { code: authorisationCodeFor(at, faults), state: at.searchParams.get('state'), ...tamper }
  const search = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null),
  )
  return followRedirect(portal, browser, `/sso/callback?${search.toString()}`)
}

export const exchangeLoginToken = (portal: Portal, browser: Browser, token: string) =>
  portal.request({
    method: 'POST',
    url: '/api/login/sso',
    site: browser.site,
    cookies: browser.cookies,
    headers: { 'x-requested-with': 'portal' },
    body: { sso: token },
  })

export const isLoginTokenAddress = (address: string): boolean => /^\/sso-login\/sso-[\w-]{43}$/.test(address)

export async function emailOfLoginToken(portal: Portal, browser: Browser, address: string): Promise<string> {
  const [, token = ''] = /^\/sso-login\/(sso-[\w-]{43})$/.exec(address) ?? []
  if (token === '') return `refused: ${address}`
  const answer = await exchangeLoginToken(portal, browser, token)
  const { access_token: access } = answer.json<{ access_token: string | null }>()
  if (access === null) return `not let in: ${answer.statusCode}`
  const user = await portal.request({ url: '/api/v1/user', site: browser.site, token: access })
  return user.json<{ email: string }>().email
}
