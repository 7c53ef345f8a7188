import { createHmac } from 'node:crypto'
import type { Frame, Page } from '@playwright/test'
import { axeFindings } from './axe.ts'
import { policyStops } from './policy.ts'
import { alreadyIn } from './already-in.ts'
import { expect, settles, signIn, test, voucherSecret } from './portal.ts'

test('a leaver with vouchers finds them on a phone, and nothing else [BENEFIT-60] [BENEFIT-61] [BENEFIT-63] [GUARD-08] [ACCESS-05] [CHROME-11]', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn(page, portal, 'elif.kaya@demo.example')
  await expect(page.getByText('£312.50')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'New this year: electric cars' })).toHaveCount(0)
  await settles(page)
  expect(await axeFindings(page)).toEqual([])
  const main = page.getByRole('main')
  expect(await hrefs(main.getByRole('link'))).not.toContain('/app/my-benefits/')

  await main.getByRole('link', { name: 'See my vouchers' }).click()
  await expect(page.getByRole('heading', { name: 'Childcare vouchers', level: 1 })).toBeVisible()
  const own = page.getByRole('region', { name: 'My vouchers' })
  await expect(own.getByText('£312.50')).toBeVisible()
  await expect(own.getByRole('link', { name: 'Use your vouchers' })).toBeVisible()
  await settles(page)
  expect(await axeFindings(page)).toEqual([])
  expect(await hrefs(main.getByRole('link'))).not.toContain('/app/my-benefits/')

  await page.getByRole('button', { name: 'Menu' }).click()
  const names = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()
  expect(names).not.toContain('My benefits')
  expect(names).not.toContain('Dashboard')

  const product = new URL(page.url()).pathname
  await page.goto(portal.address('/app/my-benefits/'))
  await expect(own.getByText('£312.50')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(product)
  await page.goto(portal.address('/app/dashboard/'))
  await page.waitForURL('**/app/home/')
  await page.goto(portal.address('/app/ccv/manage'))
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
})

test('an employer manages vouchers in the frame of the provider, whose token works for no call of the portal [BENEFIT-64] [BENEFIT-65] [CONST-19] [DATA-25] [S-64]', async ({
  page,
  portal,
}) => {
  const stopped = await policyStops(page)
  const sent: { url: string; headers: Record<string, string> }[] = []
  page.on('request', (request) => void sent.push({ url: request.url(), headers: request.headers() }))
  const heard = await messagesOf(page)
  await signIn(page, portal, 'grace.lin@demo.example')
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await page.getByRole('link', { name: 'Manage vouchers' }).click()
  await expect(page.getByRole('heading', { name: 'Childcare vouchers', level: 1 })).toBeVisible()
  const provider = page.frameLocator('iframe')
  await expect(provider.getByRole('heading', { name: 'Voucher orders of Northgate Rail' })).toBeVisible()
  await expect(page.getByText('28.12.26')).toBeVisible()
  await expect(provider.getByRole('row', { name: '28.12.26 Saved 1 £124.00' })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  const { height } = page.viewportSize() ?? { height: 0 }
  expect((await page.locator('iframe').boundingBox())?.height).toBeGreaterThanOrEqual(0.9 * height)
  expect(await axeFindings(page)).toEqual([])
  expect(stopped).toEqual([])
  await page.setViewportSize({ width: 360, height: 780 })
  await expect(provider.getByRole('row', { name: '28.12.26 Saved 1 £124.00' })).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
  expect(await axeFindings(page)).toEqual([])

  // The portal's own token never reaches the iframe: not in its address, name, received messages or requests.
  const address = (await page.locator('iframe').getAttribute('src')) ?? ''
  const [, token = ''] = address.split('#access_token=')
  const bearer = sent.find(({ headers }) => headers['authorization'])?.headers['authorization'] ?? ''
  const ours = bearer.replace('Bearer ', '')
  expect([ours.length, token.split('.').length]).toEqual([43, 3])
  const frame = frameOf(page)
  const origin = new URL(address).origin
  expect(new URL(page.url()).origin).not.toBe(origin)
  expect(frame.url()).toBe(`${origin}/employers`)
  const seen = await frame.evaluate('JSON.stringify([location.href, name, document.referrer, history.state])')
  const toFrame = sent.filter(({ url }) => url.startsWith(origin))
  expect(toFrame.length).toBeGreaterThan(2)
  expect([seen, JSON.stringify(toFrame), JSON.stringify(await heard())].join('\n')).not.toContain(ours)
  expect(toFrame.filter(({ headers }) => headers['referer']?.startsWith(portal.address('')))).toEqual([])
  expect(await heard()).toContainEqual([origin, { from: 'voucher-application', type: 'ready' }])

  // The portal refuses the iframe's token.
  const asked = async (bearerToken: string) =>
    (
      await page.request.get(portal.address('/api/ccv/manage'), { headers: { authorization: `Bearer ${bearerToken}` } })
    ).status()
  expect([await asked(ours), await asked(token)]).toEqual([200, 401])
})

test("an expired token is reported and replaced, and another client's token shows none of this client's data [BENEFIT-65] [S-64]", async ({
  page,
  portal,
}) => {
  let change: (token: string) => string = signedAnew((claims) => ({
    ...claims,
    exp: Math.floor(Date.now() / 1000) - 1,
  }))
  await page.route('**/api/ccv/manage', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { token: string }
    await route.fulfill({ response, json: { ...answer, token: change(answer.token) } })
  })
  await alreadyIn(page, portal, 'grace.lin@demo.example')
  await page.goto(portal.address('/app/ccv/manage'))
  const provider = page.frameLocator('iframe')
  await expect(provider.getByText('your access has run out')).toBeVisible()
  await expect(page.getByText('Your access to the voucher application has run out')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])

  change = (token) => token
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect(provider.getByRole('heading', { name: 'Voucher orders of Northgate Rail' })).toBeVisible()
  await expect(page.getByText('Your access to the voucher application has run out')).toBeHidden()

  // Each client has its own secret, so this client's secret cannot sign for another.
  change = signedAnew((claims) => ({ ...claims, client: 'copperleaf', client_name: 'Copperleaf Foods' }))
  await page.reload()
  await expect(provider.getByText('We do not know who sent you here')).toBeVisible()
  await expect(provider.getByRole('row')).toHaveCount(0)
})

/** The same token with other claims, signed as the portal would. */
function signedAnew(change: (claims: Record<string, unknown>) => object): (token: string) => string {
  return (token) => {
    const [head = '', body = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
    const changed = `${head}.${Buffer.from(JSON.stringify(change(claims))).toString('base64url')}`
    return `${changed}.${createHmac('sha256', voucherSecret).update(changed).digest('base64url')}`
  }
}

function frameOf(page: Page): Frame {
  const frame = page.frames().find((each) => each !== page.mainFrame())
  if (!frame) throw new Error('The page frames nothing')
  return frame
}

const hrefs = (links: ReturnType<Page['getByRole']>): Promise<(string | null)[]> =>
  links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))

/** Records messages to the page with their origins, from now on. */
async function messagesOf(page: Page): Promise<() => Promise<unknown[]>> {
  await page.addInitScript(`
    if (top === self) {
      globalThis.heard = []
      addEventListener('message', ({ origin, data }) => heard.push([origin, data]))
    }
  `)
  return () => page.evaluate<unknown[]>('heard')
}
