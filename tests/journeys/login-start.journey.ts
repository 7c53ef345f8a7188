import type { Page } from '@playwright/test'
import { waitUntilIdle } from './wait-until-idle.ts'
import { expect, test, type Portal } from './portal.ts'

// These tests delay the script of the login page, as a slow connection does.

const email = 'amelia.hart@demo.example'

async function openWithDelayedScripts(page: Page, portal: Portal): Promise<() => void> {
  let letGo = () => undefined as void
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(portal.address('/'), { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible()
  await expect(page.locator('#email-before-start')).toBeFocused()
  return letGo
}

async function expectStarted(page: Page): Promise<void> {
  await expect(page.locator('#email-before-start')).toHaveCount(0)
  await expect(page.getByLabel('Email')).toBeVisible()
}

async function acceptedBefore(page: Page): Promise<void> {
  await page.addInitScript(
    `localStorage.setItem('cookies', '{"state":{"cookiesAccepted":true,"nonNecessaryCookiesEnabled":false},"version":2}')`,
  )
}

test('the email field has the focus before the page is shown', async ({ page, portal }) => {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      // By now the parser has read the email field, its script and the next element.
      if (!document.querySelector('#form-before-start + script + *')) return
      observer.disconnect()
      Object.assign(globalThis, { focusedWhenRead: document.activeElement?.id })
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  const letGo = await openWithDelayedScripts(page, portal)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'focusedWhenRead'))).toBe('email-before-start')
  letGo()
  await expectStarted(page)
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('typing continues at the same place after the script has started', async ({ page, portal }) => {
  const letGo = await openWithDelayedScripts(page, portal)
  await page.keyboard.type('amelia@demo.example')
  for (let back = 0; back < '@demo.example'.length; back += 1) await page.keyboard.press('ArrowLeft')
  letGo()
  await expectStarted(page)
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type('.hart')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
})

test('text pasted before the script starts, and its selection, are kept', async ({ page, portal }) => {
  const letGo = await openWithDelayedScripts(page, portal)
  // Fills in a value without a key press, as a password manager does.
  await page.locator('#email-before-start').fill('somebody.else@demo.example')
  await page.locator('#email-before-start').press('ControlOrMeta+a')
  letGo()
  await expectStarted(page)
  await expect(page.getByLabel('Email')).toHaveValue('somebody.else@demo.example')
  await page.keyboard.insertText(email)
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

for (const [way, send] of [
  ['Enter', (page: Page) => page.keyboard.press('Enter')],
  ['a click', (page: Page) => page.getByRole('button', { name: 'Next' }).click()],
] as const) {
  test(`an email sent with ${way} before the script starts leads to the password step`, async ({ page, portal }) => {
    await acceptedBefore(page)
    const letGo = await openWithDelayedScripts(page, portal)
    await page.keyboard.type(email)
    await send(page)
    await expect(page.getByRole('button', { name: 'Checking...' })).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
    letGo()
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Email')).toHaveValue(email)
  })
}

test('an empty email sent before the script starts is refused', async ({ page, portal }) => {
  const letGo = await openWithDelayedScripts(page, portal)
  await page.keyboard.press('Enter')
  letGo()
  await expectStarted(page)
  await expect(page.getByText('This field is required')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('the login page loads nothing from other origins, and its button does not move when the script starts', async ({
  page,
  portal,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const letGo = await openWithDelayedScripts(page, portal)
  const places = () => page.getByRole('button', { name: 'Next' }).boundingBox()
  const before = await places()
  letGo()
  await expectStarted(page)
  await waitUntilIdle(page)
  expect(await places()).toEqual(before)
  const own = new URL(portal.address('/')).origin
  expect(asked.filter((address) => !address.startsWith('data:') && new URL(address).origin !== own)).toEqual([])
  expect(asked.some((address) => /source-sans-3-latin-400.*\.woff2$/.test(address))).toBe(true)
})

test('a browser without a feature that the pages need is told to be updated, and others are not', async ({
  page,
  portal,
}) => {
  const told = page.getByText('This site needs a newer browser')
  await page.goto(portal.address('/'))
  await expectStarted(page)
  await expect(told).toBeHidden()
  await page.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, 'showPopover'))
  await page.reload()
  await expect(told).toBeVisible()
})
