import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { signedIn } from '../session/session.samples.ts'
import { sessionNow, useSession } from '../session/use-session.ts'
import { useTheme } from '../theme/use-theme.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { CallFailed, NO_ANSWER } from '../../contract/call-failed.ts'
import { notFound } from '../../contract/not-found.ts'
import { refusal } from '../../contract/refusals.ts'
import {
  listBenefitFaqs,
  listBenefitFilters,
  listBenefits,
  listRelatedBenefits,
  optOut,
  readBenefitTerms,
  acceptBenefitTerms,
  readBenefitWithSelection,
  readLastYear,
  type LastYear,
  readSelectionHistory,
  resetSelection,
  changedMeanwhile,
  type BenefitView,
} from '../../domain/selections/benefits.contract.ts'
import {
  cycleId,
  day,
  dentalId,
  holidayId,
  sampleBenefit,
  sampleBenefitInForce,
  sampleNextYear,
  samplePrice,
  sampleSelection,
  sampleTakeHome,
  sampleWhatIf,
} from './benefits.samples.ts'
import { BenefitManagePage } from './BenefitManagePage.tsx'
import { BenefitPage } from './BenefitPage.tsx'
import { BenefitTermsPanel } from './BenefitTermsPanel.tsx'
import { MakeAClaimPanel } from './MakeAClaimPanel.tsx'
import { MyBenefitsPage } from './MyBenefitsPage.tsx'
import { OptOutPanel } from './OptOutPanel.tsx'
import { savePartnerSelection } from '../../domain/selections/partners.contract.ts'
import { Notices } from '../../ui/Notices.tsx'
import { whatIf, type WhatIfReply } from '../../domain/tax/what-if.contract.ts'

const oops = refusal('oops', 503, 'The portal is busy. Please try again in a moment')
const filters = [
  { id: 'health', label: 'Health' },
  { id: 'travel', label: 'Travel' },
]
const closed = sampleBenefit({
  benefitId: holidayId,
  name: 'Holiday trading',
  category: 'time-off',
  allowedActions: [],
  cta: null,
  availability: {
    available: false,
    cause: 'probation',
    reason: 'Opens on 1 February 2027, when your probation ends',
    opensOn: day('2027-02-01'),
    closesOn: null,
    daysLeft: null,
  },
})
const cycle = sampleBenefit({ benefitId: cycleId, name: 'Cycle to work', category: 'travel', setupFields: [] })

const list = (answers: Answers) =>
  showScreen({ at: '/app/my-benefits/', route: '/app/my-benefits', screen: <MyBenefitsPage />, answers })
const detailOf = (benefit: BenefitView, answers = new Answers(), lastYear: LastYear | null = null) =>
  showScreen({
    at: `/app/my-benefits/${benefit.benefitId}`,
    route: '/app/my-benefits/$benefitId',
    screen: <BenefitPage />,
    answers: answers
      .to(readBenefitWithSelection, benefit)
      .to(listBenefitFaqs, benefit.faqs)
      .to(readLastYear, { lastYear })
      .to(listRelatedBenefits, []),
  })
const manage = (benefit: BenefitView, answers = new Answers()) =>
  showScreen({
    at: `/app/my-benefits/${benefit.benefitId}/manage`,
    route: '/app/my-benefits/$benefitId/manage',
    screen: <BenefitManagePage />,
    answers: answers.to(readBenefitWithSelection, benefit).to(readSelectionHistory, []),
  })

test('links from My benefits to unconfirmed changes if there are any', async () => {
  const begun = sampleBenefit({ selection: sampleSelection({ status: 'draft', temporarySelection: true }) })
  const answers = new Answers().to(listBenefits, [begun, cycle]).to(listBenefitFilters, filters)
  const { client } = await list(answers)
  await expect.element(page.getByText('1 change not confirmed')).toBeVisible()
  const way = page.getByRole('link', { name: 'Review and confirm' })
  await expect.element(way).toHaveAttribute('href', '/app/my-benefits/basket')
  await expectAccessible()
  answers.to(listBenefits, [cycle])
  await client.invalidateQueries()
  await expect.element(way).not.toBeInTheDocument()
})

test('lists the benefits that each life event opens, without benefits that are already open', async () => {
  const opened = (reason: string) => ({ ...cycle.availability, available: true, cause: null, reason })
  const birth = opened('You can change your benefits after your life event, until 16 March 2027')
  const move = opened('You can change your benefits after your life event, until 1 February 2027')
  const answers = new Answers()
    .to(listBenefits, [
      sampleBenefitInForce({ availability: birth }),
      sampleBenefit({ name: 'Gym', availability: move }),
      sampleBenefit({ name: 'Travel insurance' }),
      { ...cycle, availability: birth },
    ])
    .to(listBenefitFilters, filters)
  await list(answers)
  const alert = (of: { reason: string | null }) => page.getByRole('status').filter({ hasText: of.reason ?? '' })
  await expect.element(alert(birth)).toMatchTextContent('You can choose or change: Dental insurance, Cycle to work.')
  await expect.element(alert(move)).toMatchTextContent('You can choose or change: Gym.')
  await expectAccessible()
})

test('loads the effect on take-home pay only when a person asks for it', async () => {
  const held = sampleBenefitInForce()
  const answers = new Answers().to(
    whatIf,
    sampleWhatIf({
      benefits: [
        {
          outcome: 'priced',
          benefitId: dentalId,
          name: 'Dental insurance',
          price: samplePrice(24.6),
          takeHome: sampleTakeHome(-24.6),
        },
      ],
    }),
  )
  await manage(held, answers)
  const opener = page.getByText('Effect on your take-home pay')
  await expect.element(opener).toBeVisible()
  expect(answers.bodiesTo(whatIf)).toEqual([])
  await opener.click()
  await expect.element(page.getByText('£24.60 less')).toBeVisible()
  await expect.element(page.getByText('£295.20 less')).toBeVisible()
  expect(answers.bodiesTo(whatIf)).toEqual([{ benefits: [{ benefitId: dentalId, values: held.selection?.values }] }])
})

test('shows a failure to load take-home pay, with a retry', async () => {
  const answers = new Answers().refuse(whatIf, oops)
  await manage(sampleBenefitInForce(), answers)
  await page.getByText('Effect on your take-home pay').click()
  await expect.element(page.getByText(oops.message)).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await vi.waitFor(() => expect(answers.bodiesTo(whatIf)).toHaveLength(2))
})

test("lists the person's benefits by category, then benefits that can be chosen, each with its state, monthly cost and one action [BENEFIT-18]", async () => {
  await list(new Answers().to(listBenefits, [sampleBenefitInForce(), cycle]).to(listBenefitFilters, filters))
  const health = page.getByRole('region', { name: 'Health' })
  await expect.element(health.getByText('Active')).toBeInTheDocument()
  await expect.element(health.getByText('You pay £24.60 a month')).toBeVisible()
  await expect
    .element(health.getByRole('link', { name: 'Manage Dental insurance' }))
    .toHaveAttribute('href', `/app/my-benefits/${dentalId}/manage`)
  const open = page.getByRole('region', { name: 'Available to you' })
  await expect.element(open.getByText('From £8.50 a month')).toBeVisible()
  await expect
    .element(open.getByRole('link', { name: 'Choose Cycle to work' }))
    .toHaveAttribute('href', `/app/my-benefits/${cycleId}/setup`)
  await expectAccessible()
})

test('filters the list by category without a request, and stores the filter in the address [BENEFIT-04] [BENEFIT-05]', async () => {
  const answers = new Answers().to(listBenefits, [sampleBenefitInForce(), cycle]).to(listBenefitFilters, filters)
  const { address } = await list(answers)
  await page.getByRole('button', { name: 'Travel' }).click()
  await expect.element(page.getByRole('button', { name: 'Travel' })).toHaveAttribute('aria-pressed', 'true')
  expect(page.getByRole('region', { name: 'Health' }).query()).toBeNull()
  expect(address()).toBe('/app/my-benefits/?category=travel')
  await page.getByRole('button', { name: 'All 2' }).click()
  await expect.element(page.getByRole('region', { name: 'Health' })).toBeVisible()
  expect(answers.sent.filter(({ endpoint }) => endpoint === listBenefits)).toHaveLength(1)
})

test("has filters for the person's benefits and for those that can be chosen, with counts", async () => {
  const { address } = await list(
    new Answers().to(listBenefits, [sampleBenefitInForce(), cycle, closed]).to(listBenefitFilters, filters),
  )
  await page.getByRole('button', { name: 'What you have 1' }).click()
  await expect.element(page.getByRole('region', { name: 'What you have' })).toBeVisible()
  expect(page.getByRole('region', { name: 'Available to you' }).query()).toBeNull()
  await page.getByRole('button', { name: 'Available to you 1' }).click()
  await expect
    .element(page.getByRole('region', { name: 'Available to you' }).getByText('Cycle to work').first())
    .toBeVisible()
  expect(page.getByRole('region', { name: /What you have|Not available/ }).query()).toBeNull()
  expect(address()).toBe('/app/my-benefits/?category=open')
})

test("compares today's total with the total after unconfirmed changes", async () => {
  const change = sampleSelection({
    status: 'draft',
    temporarySelection: true,
    price: samplePrice(34.6),
    running: { planDetails: [], price: samplePrice(24.6) },
  })
  const first = sampleSelection({ status: 'draft', temporarySelection: true, price: samplePrice(8.34) })
  await list(
    new Answers()
      .to(listBenefits, [sampleBenefitInForce({ selection: change }), { ...cycle, selection: first }])
      .to(listBenefitFilters, filters),
  )
  const totals = page.getByRole('complementary', { name: 'Your benefits on 16 November 2026' })
  await expect.element(totals.getByRole('definition').getByText('£24.60 a month')).toBeVisible()
  await expect.element(totals.getByText('2 changes not confirmed')).toBeVisible()
  await expect.element(totals.getByText('£42.94 a month')).toBeVisible()
  await expect
    .element(page.getByRole('region', { name: 'Available to you' }).getByText('Cycle to work').first())
    .toBeVisible()
  await expectAccessible()
})

test('shows an empty state, even for a category without benefits [BENEFIT-05]', async () => {
  const none = await list(new Answers().to(listBenefits, []).to(listBenefitFilters, filters))
  await expect.element(page.getByText('No benefits available')).toBeVisible()
  await none.unmount()
  await showScreen({
    at: '/app/my-benefits/?category=family',
    route: '/app/my-benefits',
    screen: <MyBenefitsPage />,
    answers: new Answers().to(listBenefits, [sampleBenefitInForce()]).to(listBenefitFilters, filters),
  })
  await expect.element(page.getByText('No benefits available')).toBeVisible()
  await expectAccessible()
})

test('shows people the last day of a benefit that ends with the scheme year; people without the benefit see only the deadline', async () => {
  const ends = sampleNextYear({
    outcome: 'ends',
    text: 'Ends on 5 April 2027.',
    same: false,
    lastDay: day('2027-04-05'),
    perMonthThen: null,
  })
  const { unmount } = await list(
    new Answers().to(listBenefits, [sampleBenefitInForce({ nextYear: ends })]).to(listBenefitFilters, []),
  )
  await expect.element(page.getByRole('article').getByText('Ends on 5 April 2027.')).toBeVisible()
  expect(page.getByText('From 6 April 2027').query()).toBeNull()
  await unmount()

  const open = sampleBenefit({
    choosesFrom: day('2027-04-06'),
    availability: { ...sampleBenefit().availability, closesOn: day('2027-03-31') },
  })
  await list(new Answers().to(listBenefits, [open]).to(listBenefitFilters, []))
  const year = page.getByRole('region', { name: 'Your benefits from 6 April 2027' })
  await expect.element(year.getByText('Choose by 31 March 2027.', { exact: true })).toBeVisible()
})

test('shows the choice in force and the choice for the next year', async () => {
  const planDetails = [{ label: 'Level of cover', value: 'Level 1' }]
  const today = { planDetails, price: samplePrice(8.5), until: day('2027-04-05') }
  await manage(sampleBenefitInForce({ selection: sampleSelection({ today, effectiveFrom: day('2027-04-06') }) }))
  const now = page.getByRole('region', { name: 'In force now' })
  await expect.element(now.getByText('Level 1', { exact: true })).toBeVisible()
  await expect.element(now.getByText('Until 5 April 2027')).toBeVisible()
  const next = page.getByRole('region', { name: 'From 6 April 2027' })
  await expect.element(next.getByText('Level 2', { exact: true })).toBeVisible()
  const cost = page.getByRole('region', { name: 'Cost' })
  await expect
    .element(cost)
    .toMatchTextContent(/In force now.*£8\.50 a month.*Until 5 April 2027.*From 6 April 2027.*£24\.60 a month/)
  await expectAccessible()
})

test('shows why a benefit is closed and when it opens, and offers no action [BENEFIT-07]', async () => {
  await list(new Answers().to(listBenefits, [closed]).to(listBenefitFilters, []))
  await expect.element(page.getByText('Not available yet')).toBeVisible()
  await expect
    .element(page.getByText('Some benefits become available when your probation ends. We will email you when they do.'))
    .toBeVisible()
  const notOpen = page.getByRole('region', { name: 'Not available to you' })
  await expect.element(notOpen.getByText('Opens on 1 February 2027, when your probation ends')).toBeVisible()
  expect(page.getByRole('link', { name: /Choose/ }).query()).toBeNull()
  await expectAccessible()
})

test('adds up all costs to the penny, minus additions to pay', async () => {
  const sold = sampleBenefitInForce({
    benefitId: holidayId,
    name: 'Holiday trading',
    selection: sampleSelection({ price: samplePrice(-10.1) }),
  })
  const other = sampleBenefitInForce({
    benefitId: cycleId,
    name: 'Cycle to work',
    selection: sampleSelection({ price: samplePrice(12345.67) }),
  })
  await list(new Answers().to(listBenefits, [sampleBenefitInForce(), sold, other]).to(listBenefitFilters, filters))
  await expect.element(page.getByRole('definition').getByText('£12,360.17 a month')).toBeVisible()
  await expect.element(page.getByText('Added to your pay £10.10 a month')).toBeVisible()
})

test('logs the person out with a message if the list fails to load after two retries [BENEFIT-03]', async () => {
  useSession.setState(signedIn())
  const answers = new Answers().refuse(listBenefits, oops)
  await list(answers)
  await vi.waitFor(() => expect(sessionNow().step).toBe('out'))
  expect(answers.sent.filter(({ endpoint }) => endpoint === listBenefits)).toHaveLength(3)
  expect(sessionNow()).toMatchObject({
    loginError: 'We could not load your benefits, so we are logging you out. Please log in again',
  })
})

test.each([
  ['a lost connection', new CallFailed(null)],
  ['the time limit', new CallFailed(null, { code: NO_ANSWER })],
  ['a gateway', new CallFailed(502)],
])('keeps the session after %s, and loads the list on Retry', async (_, failure) => {
  useSession.setState(signedIn())
  const answers = new Answers().to(listBenefits, () => Promise.reject(failure))
  await list(answers)
  await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  expect(sessionNow().step).toBe('in')
  answers.to(listBenefits, [])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('No benefits available')).toBeVisible()
})

test('loads a benefit with selection and allowed actions first, then questions and related benefits, and nothing else [BENEFIT-12]', async () => {
  const answers = new Answers()
  const faqs = [{ question: 'Can I keep my dentist?', answer: '<p>Yes.</p>' }]
  answers.to(listBenefitFaqs, faqs)
  answers.to(listRelatedBenefits, [
    {
      benefitId: cycleId,
      name: 'Cycle to work',
      summary: 'A bicycle.',
      imageUrl: null,
      category: 'travel',
      groupCode: 'cycle',
    },
  ])
  const { unmount } = await detailOf(
    sampleBenefitInForce({ faqs, related: [cycleId], allowedActions: ['manage'] }),
    answers,
  )
  await expect.element(page.getByRole('link', { name: 'Manage', exact: true })).toBeVisible()
  await vi.waitFor(() => expect(answers.sent).toHaveLength(3))
  const [first, ...then] = answers.sent.map(({ endpoint }) => endpoint)
  expect(first).toBe(readBenefitWithSelection)
  expect(new Set(then)).toEqual(new Set([listBenefitFaqs, listRelatedBenefits]))
  await expectAccessible()
  expect(answers.sent).toHaveLength(3)
  await unmount()
})

test('shows description, cover, people, cost, documents, claims, statements, questions and related benefits [BENEFIT-17]', async () => {
  const faqs = [{ question: 'Can I keep my dentist?', answer: '<p>Yes.</p>' }]
  const answers = new Answers()
  const shown = detailOf(
    sampleBenefitInForce({
      faqs,
      related: [cycleId],
      allowedActions: ['manage', 'change-cover', 'opt-out', 'claim', 'statement'],
      links: [
        { type: 'opt-out', label: 'Opt out', url: null },
        { type: 'document', label: 'Guide', url: 'https://brightwell-dental.example/guide' },
      ],
    }),
    answers,
  )
  answers.to(listRelatedBenefits, [
    {
      benefitId: cycleId,
      name: 'Cycle to work',
      summary: 'A bicycle, paid from pay.',
      imageUrl: null,
      category: 'travel',
      groupCode: 'cycle',
    },
  ])
  const { unmount } = await shown
  await expect.element(page.getByRole('heading', { level: 1, name: 'Dental insurance' })).toBeVisible()
  await expect.element(page.getByText('Active', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Level 2', { exact: true }).first()).toBeVisible()
  expect(Array.from(document.querySelectorAll('h3 + ul > li'), (person) => person.textContent)).toEqual([
    'You',
    'Tom Hart Partner',
    'Rose Hart Dependant',
  ])
  await expect.element(page.getByRole('region', { name: 'Cost' }).getByText('£24.60 a month')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Terms and conditions' }))
    .toHaveAttribute('href', `/app/my-benefits/${dentalId}?panel=benefit-terms&benefitId=${dentalId}`)
  await expect
    .element(page.getByRole('link', { name: 'Guide' }))
    .toHaveAttribute('href', 'https://brightwell-dental.example/guide')
  await expect.element(page.getByRole('link', { name: 'Make a claim' })).toBeVisible()
  await expect.element(page.getByText('Can I keep my dentist?')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Manage', exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Opt out' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'See my statement' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Cycle to work' })).toBeVisible()
  await expectAccessible()

  await unmount()
  await detailOf(sampleBenefitInForce({ termsAndConditionsShown: false, terms: [] }))
  await expect.element(page.getByRole('heading', { name: 'My cover' })).toBeVisible()
  expect(page.getByRole('link', { name: 'Terms and conditions' }).query()).toBeNull()
})

test('offers no price if nothing can be chosen', async () => {
  const closedNow = { ...sampleBenefit().availability, available: false, reason: 'This benefit is closed' }
  const priced = await detailOf(sampleBenefit({ availability: closedNow }))
  await expect.element(page.getByText('From £8.50 a month for you alone').first()).toBeVisible()
  expect(page.getByText('We work out your price while you choose').query()).toBeNull()
  await priced.unmount()
  await detailOf(sampleBenefit({ availability: closedNow, leastPerMonth: null }))
  await expect.element(page.getByText('This benefit is closed')).toBeVisible()
  expect(page.getByText(/a month/).query()).toBeNull()
})

test('shows price, last day, payer, people and approval before the benefit is chosen, and compares the levels for the family', async () => {
  const levelPrices = {
    field: 'level',
    rows: [
      { people: [], perMonth: [8.5, 14] },
      { people: ['p1'], perMonth: [17, 28] },
      { people: ['p1', 'p2'], perMonth: [24.65, null] },
    ],
  }
  const before = await detailOf(sampleBenefit({ levelPrices, needsApproval: true }))
  await expect.element(page.getByText('Open for choices until 31 December 2026')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Choose', exact: true })).toBeVisible()
  const facts = Array.from(document.querySelectorAll('main dl:not(li dl) > div'), (fact) => fact.textContent)
  expect(facts).toEqual([
    'Who paysYouTaken from your pay after tax',
    'Who can be coveredYou, Tom and RoseYou decide who, in the next steps',
    'ApprovalNeeded from your employerYou pay nothing until then',
  ])
  const levels = page.getByRole('region', { name: 'Compare the levels' }).getByRole('listitem')
  await expect.element(levels.first()).toMatchTextContent('Level 1 NHS charges paid back in full')
  expect(Array.from(levels.last().element().querySelectorAll('dl > div'), (row) => row.textContent)).toEqual([
    'You£14.00',
    'With Tom£28.00',
    'With Tom and RoseNo price yet',
  ])
  await expectAccessible()
  await before.unmount()

  const closedNow = { ...sampleBenefit().availability, available: false, reason: 'This benefit is closed' }
  await detailOf(sampleBenefit({ levelPrices, availability: closedNow, allowedActions: [] }))
  await expect.element(page.getByText('This benefit is closed')).toBeVisible()
  expect(page.getByRole('region', { name: 'Compare the levels' }).query()).toBeNull()
})

test('compares the choice and prices with those of last year', async () => {
  const lastYear = {
    until: day('2026-04-05'),
    planDetails: [{ label: 'Level of cover', value: 'Level 1' }],
    employee: 20.1,
    employer: 0,
  }
  const first = await detailOf(sampleBenefitInForce(), new Answers(), lastYear)
  await page.getByText('Compared with last year').click()
  const compared = page.getByRole('table', { name: 'Compared with last year' })
  await expect.element(page.getByText('You pay £4.50 a month more than last year.')).toBeVisible()
  expect(Array.from(compared.element().querySelectorAll('tr'), (row) => row.textContent)).toEqual([
    'Each monthUntil 5 April 2026Now',
    'Level of coverLevel 1Level 2',
    'You pay£20.10£24.60',
    'Your employer pays£0.00£0.00',
  ])
  await expectAccessible()
  await first.unmount()
  await detailOf(sampleBenefitInForce())
  await page.getByText('Compared with last year').click()
  await expect
    .element(page.getByText('You did not have this benefit at the end of the last scheme year.'))
    .toBeVisible()
})

test("marks the person's current level", async () => {
  const levelPrices = { field: 'level', rows: [{ people: [], perMonth: [8.5, 14] }] }
  await detailOf(sampleBenefitInForce({ levelPrices }))
  const levels = page.getByRole('region', { name: 'Compare the levels' }).getByRole('listitem')
  await expect.element(levels.last()).toMatchTextContent('Level 2 Your level')
  await expect.element(levels.first()).not.toMatchTextContent('Your level')
})

test('offers opting out only if the benefit links to it and the server allows it [BENEFIT-35]', async () => {
  const linked = await detailOf(sampleBenefitInForce({ links: [] }))
  await expect.element(page.getByRole('heading', { name: 'My cover' })).toBeVisible()
  expect(page.getByRole('link', { name: 'Opt out' }).query()).toBeNull()
  await linked.unmount()
  await detailOf(sampleBenefitInForce({ allowedActions: ['manage'] }))
  await expect.element(page.getByRole('heading', { name: 'My cover' })).toBeVisible()
  expect(page.getByRole('link', { name: 'Opt out' }).query()).toBeNull()
})

test('shows that cover above the free cover limit awaits the provider', async () => {
  await detailOf(
    sampleBenefitInForce({
      freeCoverLimit: 250000,
      selection: sampleSelection({
        status: 'pended',
        price: samplePrice(12, { cover: 270000, coverNow: 250000, evidence: 'awaited' }),
      }),
    }),
  )
  await expect.element(page.getByText(/Cover is limited to £250,000.00/)).toBeVisible()
  await expect.element(page.getByText(/once the provider has accepted medical evidence/)).toBeVisible()
})

test('shows no first day and no deductions for a declined choice', async () => {
  const selection = sampleSelection({
    status: 'rejected',
    statusLabel: 'Not approved',
    effectiveFrom: day('2026-12-01'),
    reachesPay: 'This change reaches your pay in December 2026',
  })
  await detailOf(sampleBenefitInForce({ selection }))
  await expect.element(page.getByText('Not approved').first()).toBeVisible()
  await expect.element(page.getByText('From 1 December 2026')).not.toBeInTheDocument()
  await expect.element(page.getByText(/reaches your pay/)).not.toBeInTheDocument()
})

test('shows no pending cover after its request is withdrawn', async () => {
  const price = samplePrice(12, { cover: 270000, coverNow: 250000, evidence: 'awaited' })
  await detailOf(
    sampleBenefitInForce({ freeCoverLimit: 250000, selection: sampleSelection({ status: 'active', price }) }),
  )
  await expect.element(page.getByText(/Cover is limited to £250,000.00/)).toBeVisible()
  await expect.element(page.getByText(/once the provider has accepted medical evidence/)).not.toBeInTheDocument()
})

test('shows that a benefit failed to load, with a retry and a link to the contact page or the support address [BENEFIT-13, BENEFIT-15]', async () => {
  const answers = new Answers().refuse(readBenefitWithSelection, refusal('malformed', 400, 'no'))
  const show = () =>
    showScreen({
      at: `/app/my-benefits/${dentalId}`,
      route: '/app/my-benefits/$benefitId',
      screen: <BenefitPage />,
      answers,
    })
  useSession.setState(signedIn())
  const withPage = await show()
  await expect.element(page.getByText('There is an issue loading this benefit', { exact: true })).toBeVisible()
  const link = page.getByRole('link', { name: 'Contact us' })
  await expect.element(link).toHaveAttribute('href', '/contact-us/')
  await withPage.unmount()

  useSession.setState(signedIn({}, { contactUsEnabled: false }))
  useTheme.setState({ supportEmail: 'help@northgate.example' })
  await show()
  await expect.element(link).toHaveAttribute('href', 'mailto:help@northgate.example')
  await expectAccessible()
  answers.to(readBenefitWithSelection, sampleBenefitInForce()).to(listBenefitFaqs, []).to(listRelatedBenefits, [])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Dental insurance' })).toBeVisible()
})

test('shows that a benefit no longer exists, and links to the list [BENEFIT-14, BENEFIT-16]', async () => {
  const answers = new Answers().refuse(readBenefitWithSelection, notFound)
  await showScreen({
    at: `/app/my-benefits/${dentalId}`,
    route: '/app/my-benefits/$benefitId',
    screen: <BenefitPage />,
    answers,
  })
  await expect
    .element(page.getByText('Oops! The benefit you are looking for has been removed or relocated'))
    .toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Back to My benefits' }))
    .toHaveAttribute('href', '/app/my-benefits/')
  await expectAccessible()
})

test('shows the current and the pending choice side by side, and the history in plain words [BENEFIT-34]', async () => {
  const waiting = sampleSelection({
    status: 'pending-change',
    statusLabel: 'Change awaiting approval',
    planDetails: [{ label: 'Level of cover', value: 'Level 4' }],
    running: { planDetails: [{ label: 'Level of cover', value: 'Level 2' }], price: samplePrice(24.6) },
    price: samplePrice(60.5),
    editFields: ['level'],
    fieldStatus: { level: 'Your change awaits approval' },
    endDate: day('2027-04-05'),
  })
  const answers = new Answers()
  await manage(sampleBenefitInForce({ selection: waiting }), answers)
  await expect.element(page.getByRole('region', { name: 'What you have' }).getByText('Level 2')).toBeVisible()
  const change = page.getByRole('region', { name: 'Your change' })
  await expect.element(change.getByText('Level 4')).toBeVisible()
  await expect.element(change.getByText('Your change awaits approval')).toBeVisible()
  await expect.element(change.getByText('Ends on 5 April 2027')).toBeVisible()
  await expect.element(page.getByText('You would pay')).toBeVisible()
  await expect.element(page.getByText('Nothing yet')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Change', exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Opt out' })).toBeVisible()
  await expectAccessible()
})

test('says before a withdrawal that cover which needs no medical evidence continues and is charged', async () => {
  const selection = sampleSelection({
    status: 'pended',
    price: samplePrice(4.55, { cover: 270000, coverNow: 250000, evidence: 'awaited' }),
  })
  await manage(sampleBenefitInForce({ freeCoverLimit: 250000, selection }), new Answers())
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect
    .element(page.getByRole('alertdialog').getByText(/rest of your cover continues, and you continue to pay/))
    .toBeVisible()
})

test('discards a draft after the person confirms this, and keeps the dialog open if discarding fails [BENEFIT-29, BENEFIT-30]', async () => {
  const draft = sampleBenefitInForce({
    selection: sampleSelection({ status: 'draft', statusLabel: 'Not finished', temporarySelection: true }),
    allowedActions: ['setup'],
  })
  const answers = new Answers().refuse(resetSelection, refusal('not-in-this-state', 409, 'This is no longer possible'))
  await manage(draft, answers)
  await page.getByRole('button', { name: 'Discard draft' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Discard draft' }).click()
  await expect.element(dialog.getByText('This is no longer possible')).toBeVisible()
  await expectAccessible()

  answers.to(resetSelection, null).to(readBenefitWithSelection, sampleBenefit())
  await dialog.getByRole('button', { name: 'Discard draft' }).click()
  await expect.element(page.getByText('You do not have this benefit at the moment')).toBeVisible()
  await vi.waitFor(() => expect(dialog.query()).toBeNull())
})

const panelProps = { params: { benefitId: dentalId } }
const inHand = (perMonth: number): WhatIfReply['takeHome'] => {
  const now = { perMonth: 2000, perYear: 24_000 }
  const change = { perMonth, perYear: perMonth * 12 }
  return { now, supposed: { perMonth: 2000 + perMonth, perYear: 24_000 + perMonth * 12 }, change }
}

const generic = 'It looks like something has gone wrong, please try again later'
const fault = () => {
  throw new CallFailed(500)
}

function OptOut({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const close = () => {
    setOpen(false)
    onClose()
  }
  return (
    <>
      {isOpen && <OptOutPanel {...panelProps} onClose={close} />}
      <Notices dismissLabel="Dismiss" />
    </>
  )
}

const optOutPanel = (answers: Answers, onClose: () => void = () => undefined) =>
  showScreen({ at: '/', screen: <OptOut onClose={onClose} />, answers })

test('shows before an opt-out which cover ends and when, and sends the version shown [BENEFIT-36, BENEFIT-37, BENEFIT-38] [PANEL-05]', async () => {
  const onClose = vi.fn<() => void>()
  const answers = new Answers().to(readBenefitWithSelection, sampleBenefitInForce()).refuse(optOut, changedMeanwhile)
  answers.to(whatIf, sampleWhatIf({ takeHome: inHand(17.71) }))
  await optOutPanel(answers, onClose)
  const panel = page.getByRole('dialog', { name: 'Opt out of Dental insurance' })
  await expect.element(panel.getByText('It ends on 30 November 2026.')).toBeVisible()
  await expect.element(panel.getByText('You no longer pay £24.60 a month.')).toBeVisible()
  await expect.element(panel.getByText('You then take home £17.71 a month more.')).toBeVisible()
  expect(answers.bodiesTo(whatIf)).toEqual([{ without: [dentalId] }])
  await expectAccessible()

  await panel.getByRole('button', { name: 'Opt out' }).click()
  await expect
    .element(panel.getByText('This has changed since you opened it. Please check the latest version and try again'))
    .toBeVisible()

  await expect.element(panel.getByRole('button', { name: 'Cancel' })).toBeVisible()
  answers.to(optOut, fault)
  await panel.getByRole('button', { name: 'Opt out' }).click()
  await expect.element(panel.getByText(generic)).toBeVisible()

  const gone = sampleSelection({ status: 'opted-out', version: 2, endsIfOptedOut: null, endDate: day('2026-11-30') })
  answers.to(optOut, gone).to(readBenefitWithSelection, sampleBenefitInForce({ selection: gone, allowedActions: [] }))
  const before = answers.bodiesTo(optOut).length
  await panel.getByRole('button', { name: 'Opt out' }).dblClick()
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(answers.bodiesTo(optOut)).toHaveLength(before + 1)
  expect(answers.bodiesTo(optOut).at(-1)).toEqual({ status: 'opted-out', version: 1 })
  await expect.element(page.getByRole('status').getByText('You have opted out')).toBeVisible()
})

test('shows why the insurer refuses an opt-out [PANEL-05]', async () => {
  const refused = refusal('not-now', 409, 'The partner is closed on Sundays')
  const held = sampleBenefitInForce({ beamSupported: true })
  await optOutPanel(new Answers().to(readBenefitWithSelection, held).refuse(savePartnerSelection, refused))
  await page.getByRole('button', { name: 'Opt out' }).click()
  await expect.element(page.getByText(refused.message)).toBeVisible()
})

test('finds out whether the person has opted out although the reply was lost', async () => {
  const onClose = vi.fn<() => void>()
  const answers = new Answers().to(readBenefitWithSelection, sampleBenefitInForce()).drop(optOut).drop(whatIf)
  await optOutPanel(answers, onClose)
  const panel = page.getByRole('dialog', { name: 'Opt out of Dental insurance' })
  await panel.getByRole('button', { name: 'Opt out' }).click()
  await expect.element(panel.getByText(/We do not know whether you have opted out/)).toBeVisible()
  await expectAccessible()
  const check = panel.getByRole('button', { name: 'Check what was saved' })
  await check.click()
  await expect.element(panel.getByText(/^You have not opted out/)).toBeVisible()
  await panel.getByRole('button', { name: 'Opt out' }).click()
  const gone = sampleSelection({ status: 'opted-out', version: 2 })
  answers.to(readBenefitWithSelection, sampleBenefitInForce({ selection: gone, allowedActions: [] }))
  await check.click()
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(answers.bodiesTo(optOut)).toHaveLength(2)
})

test('allows opting out even if the effect on pay cannot be calculated', async () => {
  const answers = new Answers().to(readBenefitWithSelection, sampleBenefitInForce()).hang(whatIf)
  const { unmount } = await optOutPanel(answers)
  await expect.element(page.getByText('Working out your take-home pay')).toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Opt out' })).toBeEnabled()
  await unmount()
  await optOutPanel(answers.drop(whatIf))
  await expect.element(page.getByText('You no longer pay £24.60 a month.')).toBeVisible()
  await expect.element(page.getByText(/take-home pay/)).not.toBeInTheDocument()
})

test('says that cover with a future first day will never begin, without a last day', async () => {
  const selection = sampleSelection({ endsIfOptedOut: null, neverBeginsIfOptedOut: day('2026-12-01') })
  const answers = new Answers().to(readBenefitWithSelection, sampleBenefitInForce({ selection }))
  await optOutPanel(answers)
  await expect
    .element(page.getByText('It was due to start on 1 December 2026. It will not start, and you pay nothing for it.'))
    .toBeVisible()
  expect(page.getByText(/It ends on|You no longer pay|take-home/).query()).toBeNull()
  await expectAccessible()
})

test('does not offer opting out if it is not possible', async () => {
  const answers = new Answers().to(readBenefitWithSelection, sampleBenefitInForce({ allowedActions: ['manage'] }))
  await optOutPanel(answers)
  await expect.element(page.getByText('You cannot opt out of this benefit now')).toBeVisible()
  expect(page.getByRole('button', { name: 'Opt out' }).query()).toBeNull()
  await expectAccessible()
})

test('shows the next day on which the person can opt out', async () => {
  const selection = sampleSelection({ whyNoOptOut: 'You can opt out of this from 1 March 2027', endsIfOptedOut: null })
  const answers = new Answers().to(
    readBenefitWithSelection,
    sampleBenefitInForce({ selection, allowedActions: ['manage'] }),
  )
  await optOutPanel(answers)
  await expect.element(page.getByText('You can opt out of this from 1 March 2027')).toBeVisible()
  await expectAccessible()
})

test.each(['Ends', 'Ended'])('shows when and why cover ends, in the list and on the manage page: %s', async (verb) => {
  const whyNoOptOut = 'You can opt out of this from 1 March 2027'
  const reason = 'The benefit is offered until the age of 69'
  const text = `${verb} on 19 January 2027. ${reason}.`
  const selection = sampleSelection({
    coverEnds: { lastDay: day('2027-01-19'), reason, text },
    ...(verb === 'Ended' ? { status: 'ended', endDate: day('2027-01-19') } : { whyNoOptOut }),
  })
  const shown = await list(
    new Answers().to(listBenefits, [sampleBenefitInForce({ selection })]).to(listBenefitFilters, filters),
  )
  await expect.element(page.getByText(text)).toBeVisible()
  await shown.unmount()
  await manage(sampleBenefitInForce({ selection }))
  for (const sentence of verb === 'Ended' ? [text] : [text, whyNoOptOut])
    await expect.element(page.getByText(sentence)).toBeVisible()
  expect(page.getByText('Ends on 19 January 2027').query()).toBeNull()
  await expectAccessible()
})

test('accepts the terms of a benefit in the version shown, after the box is ticked [BENEFIT-41, BENEFIT-43, BENEFIT-44] [PANEL-05]', async () => {
  const onClose = vi.fn<() => void>()
  const term = { content: '<p>Cover runs for the scheme year.</p>', version: 3, accepted: false }
  const answers = new Answers()
    .to(readBenefitTerms, { terms: { 'dental-terms': term } })
    .to(acceptBenefitTerms, { status: 'ok', terms: {} })
  await showScreen({ at: '/', screen: <BenefitTermsPanel {...panelProps} onClose={onClose} />, answers })
  await expect.element(page.getByText('Cover runs for the scheme year.')).toBeVisible()
  await expect.element(page.getByText('Version 3')).toBeVisible()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect
    .element(page.getByRole('link', { name: 'Please confirm that you have read the terms and conditions' }))
    .toBeVisible()
  expect(answers.bodiesTo(acceptBenefitTerms)).toEqual([])
  await expectAccessible()

  await page.getByRole('checkbox', { name: 'I have read the terms and conditions' }).click()
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  answers.to(acceptBenefitTerms, fault)
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect.element(page.getByText(generic)).toBeVisible()
  const before = answers.bodiesTo(acceptBenefitTerms).length
  answers.to(acceptBenefitTerms, { status: 'ok', terms: {} })
  await page.getByRole('button', { name: 'Accept' }).click()
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(answers.bodiesTo(acceptBenefitTerms).slice(before)).toEqual([
    { termId: 'dental-terms', version: 3, accepted: true },
  ])
})

test('refreshes benefits and selections, and clears the total benefits summary, after terms are accepted [BENEFIT-42, STATE-12, TOTAL-09]', async () => {
  const term = { content: '<p>Terms.</p>', version: 1, accepted: false }
  const answers = new Answers()
    .to(readBenefitTerms, { terms: { t: term } })
    .to(acceptBenefitTerms, { status: 'ok', terms: {} })
  const { client } = await showScreen({
    at: '/',
    screen: <BenefitTermsPanel {...panelProps} onClose={() => undefined} />,
    answers,
  })
  client.setQueryData(['benefits', 'list'], [])
  client.setQueryData(['benefits', 'history', 'x'], [])
  client.setQueryData(['total-benefits', 'card'], {})
  await page.getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Accept' }).click()
  await vi.waitFor(() => expect(client.getQueryState(['benefits', 'list'])?.isInvalidated).toBe(true))
  expect(client.getQueryState(['benefits', 'history', 'x'])?.isInvalidated).toBe(true)
  expect(client.getQueryData(['total-benefits', 'card'])).toBeUndefined()
})

test('says how to claim, and sends nothing to the server [BENEFIT-47, BENEFIT-48] [PANEL-05]', async () => {
  const held = sampleBenefitInForce()
  const claim = held.claim && { ...held.claim, email: 'claims@brightwell-dental.example' }
  const answers = new Answers().to(readBenefitWithSelection, { ...held, claim })
  await showScreen({ at: '/', screen: <MakeAClaimPanel {...panelProps} onClose={() => undefined} />, answers })
  const panel = page.getByRole('dialog', { name: 'Make a claim' })
  await expect.element(panel.getByText('Send a photo of the receipt.')).toBeVisible()
  await expect.element(panel.getByRole('link', { name: '0808 157 0140' })).toHaveAttribute('href', 'tel:08081570140')
  await expect
    .element(panel.getByRole('link', { name: 'claims@brightwell-dental.example' }))
    .toHaveAttribute('href', 'mailto:claims@brightwell-dental.example')
  await expect
    .element(panel.getByRole('link', { name: 'Claim on the provider’s website' }))
    .toHaveAttribute('href', 'https://brightwell-dental.example/claim')
  await expectAccessible()
  expect(answers.sent.map(({ endpoint }) => endpoint)).toEqual([readBenefitWithSelection])
})

test('shows an error if the claim details cannot be loaded, below a title that fits any benefit [PANEL-05]', async () => {
  await showScreen({
    at: '/',
    screen: <MakeAClaimPanel {...panelProps} onClose={() => undefined} />,
    answers: new Answers().refuse(readBenefitWithSelection, notFound),
  })
  await expect.element(page.getByText('There is an issue loading this benefit')).toBeVisible()
  await expect.element(page.getByRole('dialog', { name: 'How to get help' })).toBeVisible()
})
