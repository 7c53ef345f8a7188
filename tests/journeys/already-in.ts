import { request, type Page } from '@playwright/test'
import { portalHeader } from '../../features/session/session.contract.ts'
import { password, siteOf, type Portal } from './portal.ts'

/**
 * Somebody whose browser remembers that they have signed in and accepted cookies, by the calls of the login and without its
 * screens: for journeys that begin inside. The page shows nothing of the portal yet.
 */
export async function alreadyIn(
  page: Page,
  { address }: Pick<Portal, 'address'>,
  email: string,
  site = siteOf(email),
): Promise<void> {
  // A file without scripts, as storage can be written once a page of that client is there.
  await page.goto(address('/health/live', site))
  const { origin, host } = new URL(page.url())
  // Only browsers find sub-domains of localhost, and a page without scripts may ask for nothing.
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
  await page.evaluate(remember)
}

/** As of `__Host-rt=…; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Strict`. */
function cookieOf(header: string, origin: string) {
  const [pair = ''] = header.split(';')
  const [name = ''] = pair.split('=', 1)
  return {
    name,
    value: pair.slice(name.length + 1),
    // Browsers take a secure cookie from localhost; Playwright only by an address that says so.
    url: `${origin.replace('http:', 'https:')}/`,
    httpOnly: /;\s*HttpOnly/i.test(header),
    sameSite: 'Strict' as const,
  }
}

// As the portal keeps them for a start with a login and after an answer about cookies.
const remember = `{
  localStorage.setItem('loggedIn', 'true')
  localStorage.setItem('cookies', JSON.stringify({ state: { cookiesAccepted: true, nonNecessaryCookiesEnabled: false }, version: 2 }))
}`
