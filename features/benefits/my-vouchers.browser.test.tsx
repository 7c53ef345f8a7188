import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { isoDate } from '../../contract/dates.ts'
import { refusal } from '../../contract/refusals.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { storeVouchersOnly } from '../session/use-vouchers-only.ts'
import { listVoucherOrders, readVoucherBalance } from '../vouchers/vouchers.contract.ts'
import {
  type BenefitView,
  listBenefitFaqs,
  listRelatedBenefits,
  readBenefitWithSelection,
  readSelectionHistory,
} from '../../domain/selections/benefits.contract.ts'
import { sampleBenefit, sampleSelection } from './benefits.samples.ts'
import { BenefitManagePage } from './BenefitManagePage.tsx'
import { BenefitPage } from './BenefitPage.tsx'

const day = (text: string) => isoDate.parse(text)
const vouchers = sampleBenefit({
  name: 'Childcare vouchers',
  groupCode: 'ccv',
  cta: null,
  allowedActions: [],
  selection: null,
  related: [],
  claim: { html: '<p>Pay your carer.</p>', phone: null, email: null, link: 'https://vouchers.example/account' },
})
const orders = [
  { voucherDate: day('2026-12-28'), amount: 124, state: 'saved' as const },
  { voucherDate: day('2026-11-28'), amount: 1124.5, state: 'placed' as const },
]
const answersOf = (
  benefit: BenefitView,
  balance: { balance: number; lastPaymentDate: ReturnType<typeof day> | null },
) =>
  new Answers()
    .to(readBenefitWithSelection, benefit)
    .to(listBenefitFaqs, [])
    .to(listRelatedBenefits, [])
    .to(readSelectionHistory, [])
    .to(readVoucherBalance, balance)

const detail = (benefit: BenefitView, answers: Answers) =>
  showScreen({
    at: `/app/my-benefits/${benefit.benefitId}`,
    route: '/app/my-benefits/$benefitId',
    screen: <BenefitPage />,
    answers,
    retry: false,
  })
const own = () => page.getByRole('region', { name: 'My vouchers' })

afterEach(() => storeVouchersOnly(false))

test('the voucher product shows balance, last payment and orders, on its page and on the manage page [BENEFIT-59] [BENEFIT-60]', async () => {
  const held = sampleBenefit({ ...vouchers, selection: sampleSelection({ status: 'active' }) })
  const answers = answersOf(held, { balance: 312.5, lastPaymentDate: day('2026-09-01') }).to(listVoucherOrders, orders)
  await detail(held, answers)
  await expect.element(own().getByText('£312.50')).toBeVisible()
  await expect.element(own().getByText('01.09.26')).toBeVisible()
  const shown = own().element().querySelectorAll('dl > div')
  expect([...shown].map((row) => row.textContent)).toEqual([
    'Balance£312.50',
    'Last payment01.09.26',
    '28.12.26 Saved, not deducted yet£124.00',
    '28.11.26 Ordered, deducted from pay£1,124.50',
  ])
  expect(own().getByRole('link', { name: 'Use your vouchers' }).element().getAttribute('href')).toBe(
    'https://vouchers.example/account',
  )
  await expectAccessible()
  await cleanup()

  await showScreen({
    at: `/app/my-benefits/${held.benefitId}/manage`,
    route: '/app/my-benefits/$benefitId/manage',
    screen: <BenefitManagePage />,
    answers,
  })
  await expect.element(own().getByText('£312.50')).toBeVisible()
})

test('other benefits load no voucher data, and people who were never members see no vouchers [BENEFIT-59]', async () => {
  const dental = sampleBenefit({ name: 'Dental insurance', groupCode: 'dental' })
  const others = answersOf(dental, { balance: 5, lastPaymentDate: null })
  await detail(dental, others)
  await expect.element(page.getByRole('heading', { name: 'Dental insurance', level: 1 })).toBeVisible()
  expect(others.sent.map(({ endpoint }) => endpoint)).not.toContain(readVoucherBalance)
  await cleanup()

  await detail(vouchers, answersOf(vouchers, { balance: 0, lastPaymentDate: null }).to(listVoucherOrders, []))
  await expect.element(page.getByRole('heading', { name: 'Childcare vouchers', level: 1 })).toBeVisible()
  await expect.element(own()).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'About this benefit' })).toBeVisible()
})

test('people who have vouchers and nothing else are sent to Home, and see no other benefits [BENEFIT-63] [ACCESS-05]', async () => {
  storeVouchersOnly(true)
  const answers = answersOf(vouchers, { balance: 0.01, lastPaymentDate: null })
    .to(listVoucherOrders, [])
    .to(listRelatedBenefits, [
      {
        benefitId: vouchers.benefitId,
        name: 'Payroll giving',
        summary: 'Give.',
        imageUrl: null,
        category: 'giving',
        groupCode: null,
      },
    ])
  await detail({ ...vouchers, related: [vouchers.benefitId] }, answers)
  await expect.element(own().getByText('£0.01')).toBeVisible()
  await expect.element(own().getByText('None yet')).toBeVisible()
  await expect.element(own().getByText('You have no voucher orders at present.')).toBeVisible()
  expect(
    page
      .getByRole('navigation')
      .getByRole('link')
      .elements()
      .map((link) => link.textContent),
  ).toEqual(['Home'])
  expect(page.getByRole('heading', { name: 'You may also like' }).elements()).toEqual([])
  expect(page.getByRole('heading', { name: 'My cover' }).elements()).toEqual([])
  await expectAccessible()
})

test('shows that loading the voucher account failed, with a retry', async () => {
  storeVouchersOnly(true)
  const answers = answersOf(vouchers, { balance: 312.5, lastPaymentDate: null })
    .to(listVoucherOrders, [])
    .refuse(readVoucherBalance, refusal('busy', 503, 'busy'))
  await detail(vouchers, answers)
  await expect.element(own().getByText('It looks like something has gone wrong, please try again later')).toBeVisible()
  answers.to(readVoucherBalance, { balance: 312.5, lastPaymentDate: null })
  await own().getByRole('button', { name: 'Retry' }).click()
  await expect.element(own().getByText('£312.50')).toBeVisible()
})
