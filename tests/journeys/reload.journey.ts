import { expect, signIn, test } from './portal.ts'

for (const underWay of ['/login/refresh', '/login/setup', '/benefits/user/eligible']) {
  test(`whoever leaves a page while it waits for ${underWay} stays signed in [STATE-08]`, async ({ page, portal }) => {
    await signIn(page, portal, 'amelia.hart@demo.example')
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
    const held = `**${underWay}`
    // Never answered: the page is left first.
    await page.route(held, () => undefined)
    const asked = page.waitForRequest(held)
    await page.goto(portal.address('/app/my-benefits/'), { waitUntil: 'commit' })
    await asked
    await page.unroute(held)
    await page.goto(portal.address('/app/faqs/'))
    await expect(page.getByRole('heading', { level: 1, name: 'FAQs' })).toBeVisible()
  })
}
