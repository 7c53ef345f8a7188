import { expect, signIn, test } from './portal.ts'

test('ben sees the welcome at his first login, and not again [WELCOME-01] [WELCOME-02] [WELCOME-04]', async ({
  page,
  portal,
}) => {
  const cleared = page.waitForResponse(
    (answer) => answer.request().method() === 'PATCH' && answer.url().endsWith('/user'),
  )
  await signIn(page, portal, 'ben.osei@demo.example')
  const welcome = page.getByRole('dialog', { name: 'Welcome' })
  await expect(welcome.getByRole('heading', { name: 'Welcome to Northgate Rewards' })).toBeFocused()
  expect((await cleared).status()).toBe(200)
  await welcome.getByRole('button', { name: 'Next' }).click()
  await expect(welcome.getByRole('heading', { name: 'Choose what fits your life' })).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('ArrowRight')
  const last = welcome.getByRole('heading', { name: 'Know what it costs before you decide' })
  await expect(last).toBeInViewport({ ratio: 0.9 })
  await expect(welcome.getByRole('status')).toHaveText('Slide 3 of 3: Know what it costs before you decide')
  await welcome.getByRole('button', { name: 'Get started' }).click()
  await expect(welcome).toBeHidden()

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Ben' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What needs doing' })).toBeVisible()
  await expect(welcome).toBeHidden()
})

test('isla ends the session of another browser, which is logged out at its next step [S-36]', async ({
  page,
  portal,
  browser,
}) => {
  const email = 'isla.reid@demo.example'
  const elsewhere = await (await browser.newContext()).newPage()
  await signIn(elsewhere, portal, email)
  await signIn(page, portal, email)
  await page.getByRole('banner').getByRole('link', { name: 'Profile Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Settings' })).toBeFocused()
  const sessions = page.getByRole('region', { name: 'Where you are logged in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: /^End this session/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End this session' }).click()
  await expect(sessions.getByText('You are logged in nowhere else.')).toBeVisible()

  await elsewhere.getByRole('link', { name: 'FAQs' }).first().click()
  await expect(elsewhere.getByLabel('Email')).toBeVisible()
  await elsewhere.context().close()

  // The operator ends the remaining session.
  const listed = await portal.command('sessions', email)
  expect(listed).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^1 session open\.\n {2}[0-9a-f-]{36} {2}Chrome on/),
  })
  const ended = await portal.command('end-sessions', email)
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 session ended\./) })
  await page.reload()
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(await portal.command('end-sessions', 'nobody@demo.example')).toMatchObject({ code: 1 })
})
