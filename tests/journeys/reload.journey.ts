import { openHome, signInByCall } from './sign-in-by-call.ts'
import { expect, test } from './portal.ts'

for (const underWay of ['/login/refresh', '/login/setup', '/benefits/user/eligible']) {
  test(`a session continues if a person leaves a page that waits for ${underWay} [STATE-08]`, async ({
    page,
    portal,
  }) => {
    await signInByCall(page, portal, 'amelia.hart@demo.example')
    const held = `**${underWay}`
    await page.route(held, () => undefined)
    const asked = page.waitForRequest(held)
    await page.goto(portal.address('/app/my-benefits/'), { waitUntil: 'commit' })
    await asked
    await page.unroute(held)
    await page.goto(portal.address('/app/faqs/'))
    await expect(page.getByRole('heading', { level: 1, name: 'FAQs' })).toBeVisible()
  })
}

test('a page that is loaded without a network restores the session once the network is back [STATE-08]', async ({
  page,
  portal,
}) => {
  await signInByCall(page, portal, 'amelia.hart@demo.example')
  const renewal = '**/login/refresh'
  // Browsers also abort calls of a page that is being left.
  await page.route(renewal, (route) => route.abort('aborted'))
  await page.goto(portal.address('/app/faqs/'))
  await expect(page.getByRole('alert')).toContainText('The connection is lost')
  await page.unroute(renewal)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'FAQs' })).toBeVisible()
})

test('if the script that restores sessions fails to load, the page says so, and the login remains stored [STATE-08]', async ({
  page,
  portal,
}) => {
  await signInByCall(page, portal, 'amelia.hart@demo.example')
  const file = '**/assets/app-*.js'
  await page.route(file, (route) => route.abort('aborted'))
  await page.goto(portal.address('/'))
  const failed = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Retry' }) })
  await expect(failed).toContainText('It looks like something has gone wrong')
  await page.unroute(file)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
})

for (const [call, status] of [
  ['login/refresh', 503],
  ['login/setup', 502],
] as const) {
  test(`a login survives a reload during which a gateway answers ${call} with ${status}`, async ({
    context,
    page: first,
    portal,
  }) => {
    await signInByCall(first, portal, 'amelia.hart@demo.example')
    // Uses a new page, because these calls fail and console errors fail a test on the default page.
    const page = await context.newPage()
    const held = `**/${call}`
    await page.route(held, (route) => route.fulfill({ status, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }))
    for (const at of ['/app/my-benefits/', '/']) {
      await page.goto(portal.address(at))
      await expect(page.getByRole('alert')).toContainText('something has gone wrong')
    }
    await page.unroute(held)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
  })
}

test('a page that is older than the release reloads once; if a script is still missing, only that part of the page fails', async ({
  page,
  portal,
}) => {
  await openHome(page, portal, 'amelia.hart@demo.example')
  let missing = 0
  const file = '**/assets/MyBenefitsPage-*.js'
  await page.route(file, (route) => ((missing += 1), route.fulfill({ status: 404, json: {} })))
  await page.getByRole('link', { name: 'My benefits', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  expect(missing).toBeGreaterThan(1)
  expect(new URL(page.url()).pathname).toBe('/app/my-benefits/')
  await page.unroute(file)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My benefits' })).toBeVisible()
})

for (const { what, file, at, role } of [
  { what: 'part of a page', file: 'Contact-*.js', at: '/contact-us/', role: 'form' },
  { what: 'panel', file: 'StatementPanel-*.js', at: '/app/my-total-benefits/?panel=statement', role: 'dialog' },
] as const)
  test(`a page for which a ${what} is missing after an update reloads once, at the same address`, async ({
    page,
    portal,
  }) => {
    await signInByCall(page, portal, 'amelia.hart@demo.example')
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    await page.route(`**/assets/${file}`, (route) =>
      loads < 2 ? route.fulfill({ status: 404, json: {} }) : route.continue(),
    )
    await page.goto(portal.address(at))
    await expect(page.getByRole(role)).toBeVisible()
    expect(loads).toBe(2)
    expect(page.url()).toContain(at)
  })
