import type { Page } from '@playwright/test'
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { portalEntity, providerEntity, startSamlProvider } from '../harness/saml-process.ts'
import { expect, giveEmail, test, type Portal } from './portal.ts'

/** Signs in through Copperleaf's own provider as the person with this name. */
async function signInAs(page: Page, portal: Portal, name: string): Promise<void> {
  await giveEmail(page, portal, `${name.toLowerCase().replace(' ', '.')}@copperleaf.example`)
  await expect(page.getByRole('heading', { name: 'Sign in to Copperleaf Foods' })).toBeVisible()
  await page.getByRole('link', { name }).click()
  await page.waitForURL('**/app/home/')
}

test("an employee logs in through their employer's provider, and out of both [SSO-01] [SSO-02] [LOGIN-06] [LOGIN-07] [PROD-04] [LOGOUT-02]", async ({
  page,
  portal,
}) => {
  await signInAs(page, portal, 'Kofi Mensah')
  await expect(page.getByRole('button', { name: 'Hi, Kofi' })).toBeVisible()
  // Even Back does not reveal the token.
  expect(
    await page.evaluate(
      'JSON.stringify([location.href, document.referrer, { ...localStorage }, { ...sessionStorage }])',
    ),
  ).not.toMatch(/sso-[\w-]{43}/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Hi, Kofi' })).toBeVisible()

  await page.getByRole('button', { name: 'Hi, Kofi' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Log out of Copperleaf Foods?' })).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('You have been logged out successfully')).toBeVisible()
  expect(new URL(page.url()).host).toBe(new URL(portal.address('/', 'copperleaf')).host)

  // The provider's session has ended too: it asks who they are.
  await giveEmail(page, portal, 'kofi.mensah@copperleaf.example')
  await expect(page.getByRole('heading', { name: 'Sign in to Copperleaf Foods' })).toBeVisible()
})

test('people who cancel at the provider see that it failed, and how to continue [SSO-10]', async ({ page, portal }) => {
  await giveEmail(page, portal, 'kofi.mensah@copperleaf.example')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Unable to log in' })).toBeVisible()
  await expect(page.getByText('Sorry, there was a problem signing in to your account')).toBeVisible()
  await page.getByRole('link', { name: 'Go to login' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
})

test("a planted token opens nothing in another browser, and changes nobody's session [S-31] [SSO-03] [SSO-04]", async ({
  page,
  portal,
  browser,
}) => {
  // The attacker gets a token of their own and prevents its use.
  const attacker = await browser.newPage()
  let token = ''
  await attacker.route('**/api/login/sso', (route) => {
    token = (route.request().postDataJSON() as { sso: string }).sso
    return route.abort()
  })
  await giveEmail(attacker, portal, 'kofi.mensah@copperleaf.example')
  await attacker.getByRole('link', { name: 'Kofi Mensah' }).click()
  await expect.poll(() => token).toMatch(/^sso-/)
  await attacker.close()

  await page.goto(portal.address(`/sso-login/${token}`, 'copperleaf'))
  await expect(page.getByRole('heading', { name: 'Oops somethings gone wrong.' })).toBeVisible()
  await expect(page.getByText('SSO login error')).toBeVisible()
  await expect(page.getByRole('link', { name: 'contact us' })).toHaveAttribute(
    'href',
    'mailto:choices@copperleaf.example',
  )
  expect(page.url()).not.toContain(token)
  expect(await page.context().cookies()).toEqual([])

  // Employers need a second factor. Their provider's counts, so the portal asks for no other.
  await signInAs(page, portal, 'Lena Fox')
  await page.goto(portal.address(`/sso-login/${token}`, 'copperleaf'))
  await page.waitForURL('**/app/home/')
  await expect(page.getByRole('button', { name: 'Hi, Lena' })).toBeVisible()
})

test('an employee of a client with a SAML provider logs in through it, and out of it [SSO-01] [SSO-02] [LOGIN-07] [LOGOUT-07]', async ({
  page,
  portal,
}) => {
  const provider = await startSamlProvider()
  const folder = await samlClient(provider.word.metadata)
  expect(await portal.command('apply', folder)).toMatchObject({ code: 0 })

  await giveEmail(page, portal, 'kofi.mensah@copperleaf.example', 'copperleaf-saml')
  await page.getByRole('button', { name: 'Sign in as Kofi Mensah' }).click()
  await page.waitForURL('**/app/home/')
  await page.getByRole('button', { name: 'Hi, Kofi' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByText('Logged out kofi-at-saml of session-7')).toBeVisible()
  expect(new URL(page.url()).origin).toBe(provider.word.origin)
  await page.goto(portal.address('/app/home/', 'copperleaf-saml'))
  await expect(page.getByLabel('Email')).toBeVisible()
  await provider.stop()
})

/** Copperleaf's folder as another client, with a provider described by its metadata. */
async function samlClient(metadata: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'copperleaf-saml-'))
  await cp(join(import.meta.dirname, '../../examples/copperleaf'), folder, { recursive: true })
  const file = join(folder, 'client.yaml')
  const text = await readFile(file, 'utf8')
  const provider = `identityProvider:
  kind: saml
  issuer: ${providerEntity}
  clientId: ${portalEntity}
  emailDomains: [copperleaf.example]
  metadata: identity-provider.xml
`
  await writeFile(
    file,
    text.replace('[copperleaf]', '[copperleaf-saml]').replace(/^identityProvider:\n(?: {2}.*\n)*/m, provider),
  )
  await writeFile(join(folder, 'identity-provider.xml'), metadata)
  return folder
}
