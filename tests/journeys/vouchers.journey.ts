import type { Frame, Page } from '@playwright/test'
import { axeFindings } from './axe.ts'
import { policyViolations } from './content-security-violations.ts'
import { expect, signIn, test } from './portal.ts'

test("an employer manages vouchers in the provider's iframe, and the portal refuses the token of the iframe [BENEFIT-64] [BENEFIT-65] [CONST-19] [DATA-25] [S-64]", async ({
  page,
  portal,
}) => {
  const stopped = await policyViolations(page)
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

  const asked = async (bearerToken: string) =>
    (
      await page.request.get(portal.address('/api/ccv/manage'), { headers: { authorization: `Bearer ${bearerToken}` } })
    ).status()
  expect([await asked(ours), await asked(token)]).toEqual([200, 401])
})

function frameOf(page: Page): Frame {
  const frame = page.frames().find((each) => each !== page.mainFrame())
  if (!frame) throw new Error('The page frames nothing')
  return frame
}

async function messagesOf(page: Page): Promise<() => Promise<unknown[]>> {
  await page.addInitScript(`
    if (top === self) {
      globalThis.heard = []
      addEventListener('message', ({ origin, data }) => heard.push([origin, data]))
    }
  `)
  return () => page.evaluate<unknown[]>('heard')
}
