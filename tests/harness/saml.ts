import { sendOverHttp } from './send-over-http.ts'
import { cookiesOf } from './people.ts'
import type { Portal } from './portal.ts'
import type { SamlFaults } from './saml-faults.ts'
import { portalEntity, providerEntity, type SamlProvider } from './saml-process.ts'
import { encodeJson, startSignOn, withoutFailureKind, type Browser } from './sign-on.ts'

export function samlSettings({ origin, certificates }: SamlProvider, more: object = {}) {
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

export async function samlFormOf(at: URL, faults: SamlFaults = {}): Promise<SamlForm> {
  const page = await sendOverHttp(Number(at.port), { path: `${at.pathname}${at.search}&faults=${encodeJson(faults)}` })
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.body)?.[1] ?? ''
  return { SAMLResponse: field('SAMLResponse'), RelayState: field('RelayState') }
}

export async function postSamlForm(portal: Portal, browser: Browser, form: SamlForm | string): Promise<string> {
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
  return withoutFailureKind(String(answer.headers.location))
}

/** `tamper` changes the provider's response before the portal receives it. */
export async function signInBySaml(
  portal: Portal,
  site: string,
  faults: SamlFaults = {},
  tamper: (xml: string) => string = (xml) => xml,
): Promise<{ browser: Browser; address: string }> {
  const left = await startSignOn(portal, site)
  const form = await samlFormOf(left.at, faults)
  const address = await postSamlForm(portal, left, {
    ...form,
    SAMLResponse: changeSamlResponse(form.SAMLResponse, tamper),
  })
  return { browser: left, address }
}

export function changeSamlResponse(response: string, tamper: (xml: string) => string): string {
  return Buffer.from(tamper(Buffer.from(response, 'base64').toString())).toString('base64')
}
