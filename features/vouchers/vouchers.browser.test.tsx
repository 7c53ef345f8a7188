import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { isoDate } from '../../contract/dates.ts'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { refusal } from '../../contract/refusals.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { signedIn } from '../session/session.samples.ts'
import { useSession } from '../session/use-session.ts'
import { readVoucherManagement } from './vouchers.contract.ts'
import { VouchersPage } from './VouchersPage.tsx'

const origin = 'https://vouchers.invalid'
const managed = (more: Partial<ReplyOf<typeof readVoucherManagement>> = {}): ReplyOf<typeof readVoucherManagement> => ({
  hasVouchers: true,
  nextVoucherDate: isoDate.parse('2026-03-05'),
  placedOrders: 3,
  savedOrders: 1204,
  url: `${origin}/employers`,
  token: 'a.b.c',
  ...more,
})

beforeEach(async () => {
  await page.viewport(1280, 800)
  useSession.setState(signedIn({ userType: 'employer' }))
})
afterEach(() => void vi.useRealTimers())

const show = (answers: Answers) =>
  showScreen({ at: '/app/ccv/manage', screen: <VouchersPage />, answers, retry: false })
const frame = () => document.querySelector('iframe')
const title = 'Voucher application of your provider'

function hear(data: unknown, { from = origin, source = frame()?.contentWindow ?? null } = {}): void {
  window.dispatchEvent(new MessageEvent('message', { data, origin: from, source }))
}
const message = (more: object) => ({ from: 'voucher-application', ...more })

describe('page of childcare vouchers', () => {
  test('shows the application in a sandboxed frame with its token, below the orders [BENEFIT-64] [BENEFIT-65] [CONST-19] [DATA-25] [CONST-25] [S-64]', async () => {
    await show(new Answers().to(readVoucherManagement, managed()))
    await expect.element(page.getByTitle(title)).toBeVisible()
    const shown = frame()
    expect(shown?.getAttribute('src')).toBe(`${origin}/employers#access_token=a.b.c`)
    expect(shown?.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-forms')
    expect([shown?.referrerPolicy, shown?.name, shown?.allow]).toEqual(['no-referrer', '', ''])
    expect(shown?.getBoundingClientRect().height).toBe(720)
    await page.viewport(360, 640)
    expect(frame()?.getBoundingClientRect().height).toBe(576)
    const figures = [...document.querySelectorAll('dl > div')].map((pair) => pair.textContent)
    expect(figures).toEqual(['Next voucher date05.03.26', 'Placed orders3', 'Saved orders1204'])
    await expectAccessible()
  })

  test('grows with the page of the application, and ignores other origins, windows and messages [S-64]', async () => {
    await show(new Answers().to(readVoucherManagement, managed()))
    await expect.element(page.getByTitle(title)).toBeVisible()
    const height = message({ type: 'height', pixels: 1500 })
    hear(height, { from: 'https://evil.example' })
    hear(height, { from: 'null' })
    hear(height, { source: window })
    hear({ ...height, more: true })
    hear(JSON.stringify(height))
    hear(message({ type: 'expired' }), { from: 'https://evil.example' })
    hear(message({ type: 'expired' }), { source: window })
    hear(message({ type: 'height', pixels: 900 }))
    await expect.poll(() => frame()?.getBoundingClientRect().height).toBe(900)
    expect(document.querySelector('[role="alert"]')).toBeNull()
    hear(height)
    await expect.poll(() => frame()?.getBoundingClientRect().height).toBe(1500)
    hear(message({ type: 'height', pixels: 10 }))
    await expect.poll(() => frame()?.getBoundingClientRect().height).toBe(720)
  })

  test('says that the token has expired, and loads the application again with a new token', async () => {
    const tokens = ['a.b.c', 'd.e.f']
    const answers = new Answers().to(readVoucherManagement, () => managed({ token: tokens.shift() ?? 'x' }))
    await show(answers)
    await expect.element(page.getByTitle(title)).toBeVisible()
    const before = frame()
    hear(message({ type: 'expired' }))
    await expect
      .element(page.getByRole('alert').getByText('Your access to the voucher application has expired'))
      .toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Load again' }).click()
    await expect.poll(() => frame()?.getAttribute('src')).toBe(`${origin}/employers#access_token=d.e.f`)
    expect(frame()).not.toBe(before)
    expect(document.querySelector('[role="alert"]')).toBeNull()
    expect(answers.sent).toHaveLength(2)
  })

  test('can retry again if that fails', async () => {
    const answers = new Answers().to(readVoucherManagement, managed())
    await show(answers)
    await expect.element(page.getByTitle(title)).toBeVisible()
    hear(message({ type: 'expired' }))
    answers.drop(readVoucherManagement)
    await page.getByRole('button', { name: 'Load again' }).click()
    await expect.element(page.getByText('It looks like something has gone wrong, please try again later')).toBeVisible()
    answers.to(readVoucherManagement, managed({ token: 'd.e.f' }))
    await page.getByRole('button', { name: 'Load again' }).click()
    await expect.poll(() => frame()?.getAttribute('src')).toBe(`${origin}/employers#access_token=d.e.f`)
  })

  test('says that the application does not answer, until it does', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await show(new Answers().to(readVoucherManagement, managed()))
    await expect.poll(() => vi.advanceTimersByTimeAsync(0).then(frame)).not.toBeNull()
    await vi.advanceTimersByTimeAsync(14_999)
    expect(document.querySelector('[role="alert"]')).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    await expect.element(page.getByText('The voucher application is not responding')).toBeVisible()
    hear(message({ type: 'ready' }))
    await expect.element(page.getByText('The voucher application is not responding')).not.toBeInTheDocument()
  })

  test('says if there is no application or no vouchers, and shows no application while viewing the portal as another person [S-43]', async () => {
    const none = { url: null, token: null }
    const first = await show(new Answers().to(readVoucherManagement, managed({ ...none, nextVoucherDate: null })))
    await expect.element(page.getByText('Your voucher application has not been set up')).toBeVisible()
    await expect.element(page.getByText('None due')).toBeVisible()
    await expectAccessible()
    await first.unmount()

    const second = await show(new Answers().to(readVoucherManagement, managed({ ...none, hasVouchers: false })))
    await expect.element(page.getByText('Your scheme has no childcare vouchers')).toBeVisible()
    expect(page.getByRole('link', { name: 'Back to the dashboard' }).element().getAttribute('href')).toBe(
      '/app/dashboard/',
    )
    await second.unmount()

    const { session } = signedIn({ userType: 'employer' })
    useSession.setState({ session: { ...session, masquerade: { userId: '1', schemeYear: '2026' } } })
    await show(new Answers().to(readVoucherManagement, managed(none)))
    await expect.element(page.getByText('Only the person themselves can open the voucher application')).toBeVisible()
    expect(frame()).toBeNull()
  })

  test("never shows the portal's own pages in the frame, whatever the server returns [S-63]", async () => {
    await show(new Answers().to(readVoucherManagement, managed({ url: `${location.origin}/app/home/` })))
    await expect.element(page.getByText('Your voucher application has not been set up')).toBeVisible()
    expect(frame()).toBeNull()
  })

  test('shows that it is loading, and loads again after a failure', async () => {
    const hanging = await show(new Answers().hang(readVoucherManagement))
    await expect.element(page.getByText('Loading childcare vouchers')).toBeInTheDocument()
    await hanging.unmount()
    const answers = new Answers().refuse(readVoucherManagement, refusal('busy', 503, 'busy'))
    await show(answers)
    await expect.element(page.getByText('It looks like something has gone wrong, please try again later')).toBeVisible()
    await expectAccessible()
    answers.to(readVoucherManagement, managed())
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByTitle(title)).toBeVisible()
  })
})
