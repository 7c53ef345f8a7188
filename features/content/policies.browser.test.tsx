import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { openPortal, signedInAs } from '../../tests/harness/portal-in-browser.tsx'
import { Answers, expectAccessible } from '../../tests/harness/screen.tsx'
import { useCookieConsent } from '../session/use-cookie-consent.ts'
import { clearSession, useSession } from '../session/use-session.ts'
import { readCookiePolicy, readPrivacyPolicy, readTerms } from './content.contract.ts'

const policies = [
  ['/cookie-policy/', 'Cookie policy', readCookiePolicy],
  ['/privacy-statement', 'Privacy statement', readPrivacyPolicy],
  ['/privacy-statement/further', 'Privacy statement', readPrivacyPolicy],
  ['/terms-and-conditions', 'Terms and conditions', readTerms],
] as const

beforeEach(() => {
  clearSession(null)
  useCookieConsent.setState({ cookiesAccepted: false })
})
afterEach(() => cleanup())

const crumbs = () => page.getByRole('navigation', { name: 'Breadcrumb' })
const trail = () =>
  crumbs()
    .getByRole('listitem')
    .elements()
    .map((item) => [item.textContent, item.querySelector('a')?.getAttribute('href') ?? null])

describe.each(policies)('%s', (address, title, endpoint) => {
  it('shows its sanitised content below its title and the brand [CONTENT-19] [CONTENT-21] [CONTENT-22] [CONTENT-24] [CONTENT-27]', async () => {
    const { promise, resolve } = Promise.withResolvers<{ content: string; revision: number }>()
    const answers = new Answers().to(endpoint, () => promise)
    await openPortal(address, { answers: answers.transport })
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(`${title} - Northgate Rewards`)
    await expect.element(page.getByRole('main').getByRole('status')).toHaveTextContent(`Loading ${title.toLowerCase()}`)
    resolve({ content: `<p>What it <strong>says</strong><img src=x onerror=alert(1)></p>`, revision: 1 })
    await expect.element(page.getByText('says', { exact: true })).toBeVisible()
    expect(page.getByRole('main').element().querySelector('[onerror]')).toBeNull()
    await expect.element(page.getByRole('main').getByRole('status')).not.toBeInTheDocument()
    expect(answers.sent.map(({ endpoint: asked }) => asked)).toEqual([endpoint])
    await expectAccessible()
  })

  it('has a back link to Home, or to the login page if nobody is logged in [CONTENT-23]', async () => {
    const answers = new Answers().to(endpoint, { content: '<p>What it says</p>', revision: 1 })
    await openPortal(address, { answers: answers.transport })
    await expect.element(page.getByText('What it says')).toBeVisible()
    expect(trail()).toEqual([
      ['Home', '/'],
      [title, null],
    ])
    signedInAs()
    await expect.poll(() => trail()[0]).toEqual(['Home', '/app/home/'])
  })

  it('shows that loading failed, with a link to Home [CONTENT-24] [CONTENT-25]', async () => {
    await openPortal(address, { answers: new Answers().drop(endpoint).transport })
    await expect
      .element(page.getByText(`There was an issue requesting the latest ${title}`, { exact: true }))
      .toBeVisible()
    const home = page.getByRole('main').getByRole('link', { name: 'Return to home' })
    await expect.element(home).toHaveAttribute('href', '/')
    await expectAccessible()
    signedInAs()
    await expect.element(home).toHaveAttribute('href', '/app/home/')
  })
})

it('the cookie policy shows that cookies are accepted, and asks nothing while viewing the portal as another person [CHROME-32] [CHROME-34]', async () => {
  const answers = new Answers().to(readCookiePolicy, { content: '<p>What it says</p>', revision: 1 })
  await openPortal('/cookie-policy/', { answers: answers.transport })
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Accept cookies' }).click()
  await expect.element(main.getByText('Cookies accepted')).toBeVisible()
  await expect.element(main.getByRole('button', { name: 'Accept cookies' })).not.toBeInTheDocument()
  await expect.element(main.getByRole('button', { name: 'Manage cookies' })).toBeVisible()
  await expectAccessible()

  signedInAs()
  useSession.setState(({ session }) => ({
    session: session.step === 'in' ? { ...session, masquerade: { userId: '1', schemeYear: '2026' } } : session,
  }))
  await expect.element(main.getByRole('button', { name: 'Manage cookies' })).not.toBeInTheDocument()
  await expect.element(main.getByText('What it says')).toBeVisible()
})
