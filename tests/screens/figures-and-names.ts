import { expect, type Page } from '@playwright/test'
import type { BasketItem } from '../../features/basket/basket.contract.ts'
import {
  cycleId,
  day,
  dentalId,
  sampleBenefit,
  sampleHeld,
  samplePrice,
  sampleSelection,
  sampleTakeHome,
  sampleWhatIf,
} from '../../features/benefits/benefits.samples.ts'
import { sampleRecord } from '../../features/family/family.samples.ts'
import { contributions, sampleRow, sampleTotal } from '../../features/total-benefits/total-benefits.samples.ts'
import { refused, said, type State } from './state.ts'

/** States of an employee's newer screens with the longest names, with no money and with large amounts. */

const longName = 'Group income protection and rehabilitation insurance for train crew'
const [much, none] = [12_345.67, 0]
const inBoth = (perMonth: number) => ({ perMonth, perYear: Math.round(perMonth * 1200) / 100 })
const pays = (employee: number, employer: number) => ({ employee: inBoth(employee), employer: inBoth(employer) })

const ofBenefit = (id: string, view: object) => ({
  [`/api/v1/benefit/${id}/with-selection`]: said(view),
  [`/api/v1/benefit/${id}/related_FAQ`]: said([]),
  [`/api/v1/benefit/${id}/related_benefits`]: said([]),
})

const dear: BasketItem = {
  benefitId: dentalId,
  selectionId: sampleSelection().selectionId,
  name: longName,
  version: 1,
  planDetails: [{ label: 'Share of your salary in the first year', value: '£12,345.67 and nothing after it' }],
  peopleCovered: [{ name: 'Maximiliana-Alexandrina Featherstonehaugh-Cholmondeley', relationship: 'Partner' }],
  price: samplePrice(much, { employer: { perPeriod: much, ...inBoth(much) } }),
  insteadOf: pays(none, none),
  onceApproved: pays(much, none),
  effectiveFrom: day('2026-12-01'),
  reachesPay: 'This change reaches your pay in December 2026',
  becomes: 'pending-change',
  problem: null,
}
const free: BasketItem = { ...dear, benefitId: cycleId, price: samplePrice(none), insteadOf: null, becomes: 'active' }
const notReady = { code: 'benefit-terms-required', message: 'Please accept the terms and conditions first', errors: {} }
const together = {
  pays: pays(much, much),
  insteadOf: pays(much, none),
  levies: { incomeTax: inBoth(-much), nationalInsurance: inBoth(none) },
  takeHome: sampleTakeHome(-much),
}
const basket = said({
  items: [dear, free, { ...free, benefitId: '0b1e55ed-0000-4000-8000-000000000009', price: null, problem: notReady }],
  together,
})

const supposed = sampleWhatIf({
  benefits: [
    {
      outcome: 'refused',
      benefitId: cycleId,
      name: longName,
      code: 'below-minimum-wage',
      reason: 'This would leave you £12,345.67 a year after everything you give up for benefits. Please choose less',
      errors: {},
    },
  ],
  held: [
    { benefitId: dentalId, name: longName, now: pays(none, much), supposed: pays(much, none), note: null, trace: [] },
  ].map(({ now, supposed: then, ...one }) => ({ ...one, now: withPeriods(now), supposed: withPeriods(then) })),
  opens: [{ benefitId: cycleId, name: longName, reason: null }],
  closes: [{ benefitId: cycleId, name: longName, reason: 'Opens on 01/03/2027, when your probation ends' }],
  comparedWithNow: sampleTakeHome(-much),
  takeHome: { now: inBoth(much), supposed: inBoth(none), change: inBoth(-much) },
})

function withPeriods({ employee, employer }: ReturnType<typeof pays>) {
  return {
    employee: { perPeriod: employee.perMonth, ...employee },
    employer: { perPeriod: employer.perMonth, ...employer },
  }
}

const vouchers = sampleHeld({ name: longName, groupCode: 'ccv', groupId: 'ccv' })
const voucherOrder = (voucherDate: string, amount: number) => ({ voucherDate, amount, state: 'saved' })
const total = sampleTotal({
  rows: [
    sampleRow(longName, contributions(much, none)),
    sampleRow('Health cash plan', contributions(none, much)),
    sampleRow('Nothing at all', contributions(none, none)),
  ],
  card: { ...contributions(much, much), saved: { year: none, month: none } },
})
const totals = {
  '/api/v1/user/selections/mtb/page': said(total.rows),
  '/api/v1/user/selections/mtb/card': said(total.card),
}
const statement = [3, 2, 1].map((month) => ({
  month,
  year: 2026,
  employeeContribution: month === 1 ? none : much,
  employerContribution: month === 2 ? none : much,
}))
const longPeople = said([
  sampleRecord({ family_fname: 'Maximiliana-Alexandrina', family_sname: 'Featherstonehaugh-Cholmondeley' }),
  sampleRecord({ family_id: '11111111-1111-4111-8111-111111111112', family_famtype_id: 2, family_fname: 'Bo' }),
])
const longEvent = {
  id: '22222222-2222-4222-8222-222222222222',
  lifeEventId: 'return',
  label: 'Return from shared parental, adoption or bereavement leave of more than thirteen weeks',
  eventDate: '2026-11-02',
  state: 'requested',
  stateLabel: 'Waiting for your document',
  closesOn: '2026-12-31',
}
const quoted = (perMonth: number) => ({
  price: samplePrice(perMonth, { employer: { perPeriod: much, ...inBoth(much) } }),
  planDetails: [],
  effectiveFrom: day('2026-12-01'),
  reachesPay: 'This change reaches your pay in December 2026',
  takeHome: sampleTakeHome(-perMonth),
  medicalQuestions: false,
  monthlyIfAccepted: null,
})
const asked = {
  version: 'pictured',
  questions: ['absence', 'treatment'].map((id) => ({
    id,
    question:
      'Have you been away from work because of illness, injury or treatment for more than ten working days in a row in the last twenty-four months?',
    answer: null,
  })),
}
const medical = `/app/my-benefits/${dentalId}?panel=medical-questions&benefitId=${dentalId}`
const questionsOf = `/api/v1/benefit/${dentalId}/medical-questions`

const dialog = (page: Page) => page.getByRole('dialog')
const comes = (text: string | RegExp) => (page: Page) => expect(page.getByText(text).first()).toBeVisible()

export const figuresAndNames: readonly State[] = [
  {
    name: 'basket-long',
    path: '/app/my-benefits/basket',
    says: {
      '/api/v1/user/basket': basket,
      '/api/v1/user/basket/confirm': refused(409, 'price-changed', `The price of ${longName} has changed`, {
        changed: [dentalId],
      }),
    },
    go: async (page) => {
      await page.getByRole('button', { name: 'Confirm 2 of 3 changes' }).click()
      await expect(page.getByRole('alert').first()).toBeVisible()
    },
  },
  {
    name: 'what-if-long',
    path: '/app/my-benefits/what-if',
    says: {
      '/api/v1/user/what-if': [
        { status: 200, json: sampleWhatIf() },
        { status: 200, json: supposed },
      ],
    },
    go: async (page) => {
      await page.getByLabel('Your salary a year').fill('12345.67')
      await expect(page.getByRole('heading', { name: longName }).or(page.getByText(longName)).first()).toBeVisible()
    },
  },
  {
    name: 'what-if-failed',
    path: '/app/my-benefits/what-if',
    says: {
      '/api/v1/user/what-if': [{ status: 200, json: sampleWhatIf() }, refused(500, 'unexpected', 'Something failed')],
    },
    go: async (page) => {
      await page.getByLabel('Your salary a year').fill('12345.67')
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'vouchers-much',
    path: `/app/my-benefits/${dentalId}`,
    says: {
      ...ofBenefit(dentalId, vouchers),
      '/api/v1/ccv/balance': said({ lastPaymentDate: '2026-11-28', balance: much }),
      '/api/v1/ccv/orders': said([voucherOrder('2026-12-28', none), voucherOrder('2026-11-28', much)]),
    },
    go: comes('£12,345.67'),
  },
  {
    name: 'vouchers-none',
    path: `/app/my-benefits/${dentalId}`,
    says: {
      ...ofBenefit(dentalId, vouchers),
      '/api/v1/ccv/balance': said({ lastPaymentDate: null, balance: none }),
      '/api/v1/ccv/orders': said([]),
    },
    go: comes('£0.00'),
  },
  {
    name: 'setup-compared',
    path: `/app/my-benefits/${dentalId}/setup`,
    says: {
      ...ofBenefit(dentalId, sampleBenefit({ name: longName, terms: [], termsAndConditionsShown: false })),
      [`/api/v1/benefit/${dentalId}/quote`]: [
        { status: 200, json: quoted(none) },
        { status: 200, json: quoted(much) },
        refused(422, 'choice-invalid', 'Please choose who is covered first'),
      ],
    },
    go: async (page) => {
      await page.getByRole('radio', { name: /^Level 1/ }).check()
      await page.getByText('Compare side by side').click()
      await expect(page.getByText('£12,345.67 less a month').first()).toBeVisible()
    },
  },
  {
    name: 'total-benefits-one-opened',
    path: '/app/my-total-benefits-enhanced/',
    says: totals,
    go: async (page) => {
      await page.getByRole('main').locator('summary').filter({ hasText: longName }).click()
      await expect(page.getByRole('table', { name: /^Payments for / })).toBeVisible()
    },
  },
  { name: 'total-benefits-plain-long', path: '/app/my-total-benefits/', says: totals, go: comes(longName) },
  {
    name: 'panel-statement-much',
    path: `/app/my-benefits/${dentalId}?panel=statement&groupId=dental`,
    says: { ...ofBenefit(dentalId, vouchers), '/api/v1/benefit-group/dental/contributions': said(statement) },
    go: (page) => expect(dialog(page).getByText('£12,345.67').first()).toBeVisible(),
  },
  {
    name: 'panel-medical-questions-missing',
    path: medical,
    says: { ...ofBenefit(dentalId, vouchers), [questionsOf]: said(asked) },
    go: async (page) => {
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await expect(dialog(page).getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'panel-medical-questions-refused',
    path: medical,
    says: {
      ...ofBenefit(dentalId, vouchers),
      [questionsOf]: refused(403, 'denied', 'Nobody who looks at the portal as somebody else can do this'),
    },
    go: (page) => expect(dialog(page).getByText('You cannot see these questions')).toBeVisible(),
  },
  {
    name: 'home-my-profile-family',
    path: '/app/home/my-profile/',
    says: { '/api/v1/user/family': longPeople, '/api/v1/client/life-events': said([longEvent]) },
    go: async (page) => {
      await expect(page.getByText(/^Maximiliana-Alexandrina/).first()).toBeVisible()
      await expect(page.getByText(longEvent.label)).toBeVisible()
    },
  },
  {
    name: 'home-long',
    path: '/app/home/',
    user: { firstName: 'Maximiliana-Alexandrina' },
    says: {
      '/api/v1/benefits/user/eligible': said([
        sampleHeld({
          name: longName,
          selection: sampleSelection({ status: 'pending', statusLabel: 'Awaiting approval' }),
        }),
        sampleHeld({
          benefitId: cycleId,
          name: longName,
          selection: sampleSelection({ status: 'draft', temporarySelection: true, statusLabel: 'Not finished' }),
        }),
      ]),
      '/api/v1/user/selections/mtb/card': said(total.card),
    },
    go: comes('£148,148.04'),
  },
]
