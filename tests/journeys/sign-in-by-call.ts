import { request, type Page } from '@playwright/test'
import { portalHeader } from '../../services/session/session.contract.ts'
import { expect, password, siteOf, type Portal } from './portal.ts'

/** Logs the browser in by API calls, without the login screens, and accepts cookies. The page is still empty. */
export async function signInByCall(
  page: Page,
  { address }: Pick<Portal, 'address'>,
  email: string,
  site = siteOf(email),
): Promise<void> {
  // The browser's storage belongs to the site, so a page of the site must be open. This one has no scripts.
  await page.goto(address('/health/live', site))
  const { origin, host } = new URL(page.url())
  // Only browsers resolve sub-domains of localhost, and a page without scripts cannot send requests.
  const caller = await request.newContext({
    baseURL: address('/'),
    userAgent: await page.evaluate<string>('navigator.userAgent'),
    extraHTTPHeaders: { host, origin, [portalHeader.name]: portalHeader.value },
  })
  const answer = await caller.post('/api/login', { data: { email, password } })
  const { access_token: token } = (await answer.json()) as { access_token: string | null }
  if (!token) throw new Error(`${email} is not let in: ${answer.status()} ${await answer.text()}`)
  const cookies = answer.headersArray().filter(({ name }) => name.toLowerCase() === 'set-cookie')
  await page.context().addCookies(cookies.map(({ value }) => cookieOf(value, origin)))
  const activated = await caller.patch('/api/v1/user/activate', {
    data: { sso: false },
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
  })
  if (!activated.ok()) throw new Error(`${email} is not activated: ${await activated.text()}`)
  await caller.dispose()
  await page.evaluate(storeLogin)
}

export async function openHome(page: Page, portal: Portal, email: string): Promise<void> {
  await signInByCall(page, portal, email)
  await page.goto(portal.address('/app/home/', siteOf(email)))
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
}

/** Parses `__Host-rt=…; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Strict`. */
function cookieOf(header: string, origin: string) {
  const [pair = ''] = header.split(';')
  const [name = ''] = pair.split('=', 1)
  return {
    name,
    value: pair.slice(name.length + 1),
    // Browsers accept a secure cookie from http://localhost. Playwright needs an https address.
    url: `${origin.replace('http:', 'https:')}/`,
    httpOnly: /;\s*HttpOnly/i.test(header),
    sameSite: 'Strict' as const,
  }
}

const storeLogin = `{
  localStorage.setItem('loggedIn', 'true')
  localStorage.setItem('cookies', JSON.stringify({ state: { cookiesAccepted: true, nonNecessaryCookiesEnabled: false }, version: 2 }))
}`
