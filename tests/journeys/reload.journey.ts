import { alreadyIn } from './already-in.ts'
import { expect, test } from './portal.ts'

for (const underWay of ['/login/refresh', '/login/setup', '/benefits/user/eligible']) {
  test(`leaving a page that waits for ${underWay} keeps the session [STATE-08]`, async ({ page, portal }) => {
    await alreadyIn(page, portal, 'amelia.hart@demo.example')
    await page.goto(portal.address('/app/home/'))
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
    const held = `**${underWay}`
    // Never answered, because the page is left first.
    await page.route(held, () => undefined)
    const asked = page.waitForRequest(held)
    await page.goto(portal.address('/app/my-benefits/'), { waitUntil: 'commit' })
    await asked
    await page.unroute(held)
    await page.goto(portal.address('/app/faqs/'))
    await expect(page.getByRole('heading', { level: 1, name: 'FAQs' })).toBeVisible()
  })
}

test('a page loaded without a network restores the session once it is back [STATE-08]', async ({ page, portal }) => {
  await alreadyIn(page, portal, 'amelia.hart@demo.example')
  await page.goto(portal.address('/app/home/'))
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
  const renewal = '**/login/refresh'
  // Browsers abort the calls of a page being left, sometimes before the page knows it.
  await page.route(renewal, (route) => route.abort('aborted'))
  await page.goto(portal.address('/app/faqs/'))
  await expect(page.getByLabel('Email')).toBeVisible()
  await page.unroute(renewal)
  await page.goto(portal.address('/app/faqs/'))
  await expect(page.getByRole('heading', { level: 1, name: 'FAQs' })).toBeVisible()
})
