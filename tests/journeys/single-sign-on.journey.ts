import { portalEntity, providerEntity, startSamlProvider } from '../harness/saml-process.ts'
import { applyChanged } from './changed-example.ts'
import { expect, enterEmail, test } from './portal.ts'

test('people log in and out through an OpenID provider [SSO-01] [SSO-02] [LOGIN-06] [LOGIN-07] [PROD-04] [LOGOUT-02]', async ({
  page,
  portal,
}) => {
  await enterEmail(page, portal, 'kofi.mensah@copperleaf.example')
  await expect(page.getByRole('heading', { name: 'Sign in to Copperleaf Foods' })).toBeVisible()
  await page.getByRole('link', { name: 'Kofi Mensah' }).click()
  await page.waitForURL('**/app/home/')
  await expect(page.getByRole('button', { name: 'Hi, Kofi' })).toBeVisible()
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

  await enterEmail(page, portal, 'kofi.mensah@copperleaf.example')
  await expect(page.getByRole('heading', { name: 'Sign in to Copperleaf Foods' })).toBeVisible()
})

test('people log in and out through a SAML provider [SSO-01] [SSO-02] [LOGIN-07] [LOGOUT-07]', async ({
  page,
  portal,
}) => {
  const provider = await startSamlProvider()
  await applyChanged(portal, 'copperleaf', {
    'client.yaml': (text) =>
      text
        .replace('[copperleaf]', '[copperleaf-saml]')
        .replace(
          /^identityProvider:\n(?: {2}.*\n)*/m,
          [
            'identityProvider:',
            '  kind: saml',
            `  issuer: ${providerEntity}`,
            `  clientId: ${portalEntity}`,
            '  emailDomains: [copperleaf.example]',
            '  metadata: identity-provider.xml',
            '',
          ].join('\n'),
        ),
    'identity-provider.xml': () => provider.message.metadata,
  })

  await enterEmail(page, portal, 'kofi.mensah@copperleaf.example', 'copperleaf-saml')
  await page.getByRole('button', { name: 'Sign in as Kofi Mensah' }).click()
  await page.waitForURL('**/app/home/')
  await page.getByRole('button', { name: 'Hi, Kofi' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByText('Logged out kofi-at-saml of session-7')).toBeVisible()
  expect(new URL(page.url()).origin).toBe(provider.message.origin)
  await page.goto(portal.address('/app/home/', 'copperleaf-saml'))
  await expect(page.getByLabel('Email')).toBeVisible()
  await provider.stop()
})
