import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import {
  listBenefitFaqs,
  listBenefitFilters,
  listBenefits,
  listRelatedBenefits,
  readBenefitWithSelection,
} from '../domain/selections/benefits.contract.ts'
import { sampleBenefit } from '../features/benefits/benefits.samples.ts'
import { listHomeBanners, listHomeCards } from '../features/home/home.contract.ts'
import type { UserReply } from '../services/session/session.contract.ts'
import { useCookieConsent } from '../features/session/use-cookie-consent.ts'
import { clearSession } from '../features/session/use-session.ts'
import { listVoucherOrders, readVoucherBalance } from '../features/vouchers/vouchers.contract.ts'
import { openPortal, signedInAs } from '../tests/harness/portal-in-browser.tsx'
import { Answers } from '../tests/harness/screen.tsx'

const vouchers = sampleBenefit({ name: 'Childcare vouchers', groupCode: 'ccv' })
const dental = sampleBenefit({ name: 'Dental insurance', groupCode: 'dental' })

const answersWith = ({ balance = 312.5, benefits = [dental, vouchers] }) =>
  new Answers()
    .to(listBenefits, benefits)
    .to(readVoucherBalance, { lastPaymentDate: null, balance })
    .to(listHomeCards, [])
    .to(listHomeBanners, [])
    .to(listBenefitFilters, [])
    .to(readBenefitWithSelection, vouchers)
    .to(listVoucherOrders, [])
    .to(listBenefitFaqs, [])
    .to(listRelatedBenefits, [])

async function openAs(employmentStatus: UserReply['employmentStatus'], address: string, answers = answersWith({})) {
  signedInAs({ employmentStatus, userType: 'employer' })
  return openPortal(address, { answers: answers.transport })
}
const navigation = () =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link')
    .elements()
    .map((link) => link.textContent)

beforeEach(async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  clearSession(null)
  useCookieConsent.setState({ cookiesAccepted: true, nonNecessaryCookiesEnabled: false })
})
afterEach(() => cleanup())

describe('leaver who has vouchers', () => {
  it.each(['left', 'inactive'] as const)(
    '(%s) is redirected from My benefits to the vouchers [GUARD-08] [ACCESS-05] [BENEFIT-61] [BENEFIT-63] [CHROME-11] [CHROME-14]',
    async (status) => {
      const portal = await openAs(status, '/app/my-benefits/')
      await expect.poll(portal.address).toBe(`/app/my-benefits/${vouchers.benefitId}`)
      await expect.element(page.getByRole('heading', { name: 'Childcare vouchers', level: 1 })).toBeVisible()
      expect(navigation()).toEqual(['Home', 'FAQs'])
    },
  )

  it.each([
    '/app/dashboard/',
    '/app/dashboard',
    '/app/dashboard/approve-selections',
    '/app/dashboard/benefit-takeup/7',
  ])('is redirected from %s to Home [GUARD-08]', async (address) => {
    const portal = await openAs('left', address)
    await expect.poll(portal.address).toBe('/app/home/')
    await expect.element(page.getByRole('heading', { name: 'Welcome, Amelia' })).toBeVisible()
    await cleanup()
    signedInAs({ employmentStatus: 'left', userType: 'employee' })
    const again = await openPortal(address, { answers: answersWith({}).transport })
    await expect.poll(again.address).toBe('/app/home/')
  })

  it('is recognised at once after a reload, by a flag that a logout removes [BENEFIT-62] [STATE-10] [STATE-11]', async () => {
    const before = await openAs('left', '/app/home/')
    await expect.poll(navigation).toEqual(['Home', 'FAQs'])
    expect(localStorage.getItem('ccvOnly')).toBe('true')
    await before.unmount()
    await openAs('left', '/app/home/', answersWith({}).hang(listBenefits).hang(readVoucherBalance))
    await expect.poll(navigation).toEqual(['Home', 'FAQs'])
    clearSession(null)
    expect(localStorage.getItem('ccvOnly')).toBeNull()
    signedInAs({ userType: 'employer' })
    await expect.poll(navigation).toEqual(['Home', 'My benefits', 'FAQs', 'Dashboard'])
  })
})

describe('other people are not redirected', () => {
  it.each([
    ['who left with an empty balance', answersWith({ balance: 0 })],
    ['who left a client without vouchers', answersWith({ benefits: [dental] })],
  ])('%s [BENEFIT-61]', async (_, answers) => {
    const portal = await openAs('left', '/app/my-benefits/', answers)
    await expect.element(page.getByRole('heading', { name: 'My benefits', level: 1 })).toBeVisible()
    expect(portal.address()).toBe('/app/my-benefits/')
    expect(navigation()).toEqual(['Home', 'My benefits', 'FAQs'])
    expect(localStorage.getItem('ccvOnly')).toBeNull()
  })

  it('employees are not redirected, and the balance of vouchers is not requested [BENEFIT-61]', async () => {
    const answers = answersWith({})
    const portal = await openAs('active', '/app/my-benefits/', answers)
    await expect.element(page.getByRole('heading', { name: 'My benefits', level: 1 })).toBeVisible()
    expect(portal.address()).toBe('/app/my-benefits/')
    expect(answers.sent.map(({ endpoint }) => endpoint)).not.toContain(readVoucherBalance)
  })
})
