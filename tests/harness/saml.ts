import { askOverHttp } from './over-http.ts'
import { cookiesOf } from './people.ts'
import type { Portal } from './portal.ts'
import type { SamlLie } from './saml-lies.ts'
import { portalEntity, providerEntity, type SamlWord } from './saml-process.ts'
import { encoded, leave, withoutKind, type Browser } from './sign-on.ts'

export function samlSettings({ origin, certificates }: SamlWord, more: object = {}) {
  return {
    kind: 'saml',
    issuer: providerEntity,
    clientId: portalEntity,
    emailDomains: ['a.example'],
    entryPoint: `${origin}/sign-in`,
    logoutService: `${origin}/logout`,
    certificates: [certificates.own, certificates.next],
    ...more,
  }
}

export type SamlForm = { SAMLResponse: string; RelayState: string }

/** Returns the form that the provider's page would post for this request, fetched over a separate connection. */
export async function formOf(at: URL, lie: SamlLie = {}): Promise<SamlForm> {
  const page = await askOverHttp(Number(at.port), { path: `${at.pathname}${at.search}&lie=${encoded(lie)}` })
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.body)?.[1] ?? ''
  return { SAMLResponse: field('SAMLResponse'), RelayState: field('RelayState') }
}

/** Posts the provider's form as a browser. */
export async function post(portal: Portal, browser: Browser, form: SamlForm | string): Promise<string> {
  const body = typeof form === 'string' ? form : new URLSearchParams(form).toString()
  const answer = await portal.app.inject({
    method: 'POST',
    url: '/sso/acs',
    cookies: browser.cookies,
    headers: { host: `${browser.site}.localhost`, 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
    payload: body,
  })
  if (answer.statusCode !== 303) return `answered ${answer.statusCode}`
  Object.assign(browser.cookies, cookiesOf(answer))
  return withoutKind(String(answer.headers.location))
}

/** Signs in through the provider, with the provider's lie and a change to its response on the way. */
export async function visitBySaml(
  portal: Portal,
  site: string,
  lie: SamlLie = {},
  tamper: (xml: string) => string = (xml) => xml,
): Promise<{ browser: Browser; address: string }> {
  const left = await leave(portal, site)
  const form = await formOf(left.at, lie)
  const address = await post(portal, left, { ...form, SAMLResponse: changed(form.SAMLResponse, tamper) })
  return { browser: left, address }
}

export function changed(response: string, tamper: (xml: string) => string): string {
  return Buffer.from(tamper(Buffer.from(response, 'base64').toString())).toString('base64')
}
