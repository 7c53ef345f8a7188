import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CallFailed } from '../../contract/call-failed.ts'
import { formMessages } from '../../contract/messages.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { firstClick, clickByKeyboard, secondClick } from '../../tests/harness/clicks.ts'
import {
  acceptBenefitTerms,
  belowMinimumWage,
  changedMeanwhile,
  changeSelection,
  createSelection,
  invalidChoice,
  notPriced,
  priceChanged,
  quoteBenefit,
  readBenefitWithSelection,
  type BenefitView,
  type SetupField,
  type SetupValues,
} from '../../domain/selections/benefits.contract.ts'
import {
  cycleId,
  day,
  dentalId,
  holidayId,
  levelField,
  partnerField,
  peopleField,
  sampleBenefit,
  sampleBenefitInForce,
  sampleFirstDay,
  samplePrice,
  sampleSelection,
  sampleTakeHome,
  tradeFields,
  valueField,
} from '../benefits/benefits.samples.ts'
import { BenefitSetupPage } from './BenefitSetupPage.tsx'
import { signedIn } from '../session/session.samples.ts'
import { useSession } from '../session/use-session.ts'
import { askPartnerCosts, savePartnerSelection } from '../../domain/selections/partners.contract.ts'

afterEach(() => vi.restoreAllMocks())

const quoteOf = (perMonth: number, more = {}) => ({
  price: samplePrice(perMonth, more),
  planDetails: [],
  effectiveFrom: day('2026-12-01'),
  firstDay: sampleFirstDay,
  reachesPay: 'This change reaches your pay in December 2026',
  takeHome: sampleTakeHome(-60),
  medicalQuestions: false,
  monthlyIfAccepted: null,
})

const draft = (more: Parameters<typeof sampleSelection>[0] = {}) =>
  sampleSelection({ status: 'draft', temporarySelection: true, ...more })

const moving = (values: SetupValues) => ({ values, takeHomeSteps: false })

const cycle = (more: Partial<BenefitView> = {}) =>
  sampleBenefit({
    benefitId: cycleId,
    name: 'Cycle to work',
    needsApproval: true,
    terms: [],
    termsAndConditionsShown: false,
    setupFields: [valueField],
    ...more,
  })

function setUp(benefit: BenefitView, answers: Answers, step = '') {
  answers.to(readBenefitWithSelection, benefit)
  return showScreen({
    at: `/app/my-benefits/${benefit.benefitId}/setup${step}`,
    route: '/app/my-benefits/$benefitId/setup/$',
    screen: <BenefitSetupPage />,
    answers,
  })
}

const next = () => page.getByRole('button', { name: /^Next/ })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const box = () => page.getByRole('textbox', { name: 'Value of bicycle and equipment' })
const confirmButton = () => page.getByRole('button', { name: 'Confirm and send for approval' })
async function readyToConfirm() {
  await expect.element(confirmButton()).not.toHaveAttribute('aria-disabled')
  return confirmButton()
}
const confirmChoice = async () => (await readyToConfirm()).click()
/** Types without delay, even on a slow machine. */
function typeAtOnce(text: string): void {
  const input = box().element()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
const option = (name: string) => page.getByRole('listitem').filter({ hasText: name })
const costPanel = () => page.getByRole('complementary', { name: 'What it costs' })

test('asks whether a chosen partner has other cover, requires an answer, and shows it in the review', async () => {
  const answers = new Answers()
    .to(quoteBenefit, quoteOf(24.6))
    .to(createSelection, sampleSelection({ version: 1 }))
    .to(changeSelection, sampleSelection({ version: 2 }))
  const setupFields = [levelField, peopleField, partnerField]
  await setUp(sampleBenefit({ setupFields, terms: [], termsAndConditionsShown: false }), answers)
  await page.getByRole('radio', { name: /Level 2/ }).click()
  await next().click()
  const question = page.getByRole('group', { name: partnerField.label })
  await expect.element(page.getByRole('checkbox', { name: /Tom Hart/ })).toBeVisible()
  expect(question.query()).toBeNull()
  await page.getByRole('checkbox', { name: /Tom Hart/ }).click()
  await expect.element(question).toBeVisible()
  await next().click()
  await expect.element(question.getByText(formMessages.required)).toBeVisible()
  await question.getByRole('radio', { name: 'I don’t know' }).click()
  await expectAccessible()
  await next().click()
  await expect.element(page.getByRole('definition').filter({ hasText: 'I don’t know' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await vi.waitFor(() =>
    expect(answers.bodiesTo(changeSelection)).toContainEqual(
      expect.objectContaining({ values: { level: 'level-2', covered: ['p1'], partnerElsewhere: 'not-known' } }),
    ),
  )
})

test('confirms unchanged choices together with changed choices, except pending choices', async () => {
  const answers = new Answers().to(quoteBenefit, quoteOf(83.34)).to(createSelection, draft({ version: 1 }))
  const { address, unmount } = await setUp(cycle(), answers, '/review')
  await page.getByRole('button', { name: 'Keep it for later' }).click()
  await vi.waitFor(() => expect(address()).toBe('/app/my-benefits/basket'))
  expect(answers.bodiesTo(createSelection)).toEqual([{ values: { value: 1000 }, draft: true, step: 'review' }])
  await unmount()
  await setUp(cycle({ selection: sampleSelection({ status: 'pending' }) }), answers, '/review')
  await expect.element(confirmButton()).toBeVisible()
  expect(page.getByRole('button', { name: 'Keep it for later' }).query()).toBeNull()
})

test('has options, people, amount, health and terms as steps with their own addresses, then the review and the result [BENEFIT-22] [BENEFIT-28]', async () => {
  const saved = draft({ version: 1 })
  const asked = { setupFields: [levelField, peopleField, valueField], medicalQuestions: 'answered' as const }
  const answers = new Answers()
    .to(quoteBenefit, { ...quoteOf(24.6), medicalQuestions: true })
    .to(createSelection, saved)
    .to(changeSelection, saved)
    .to(acceptBenefitTerms, { status: 'ok', terms: {} })
  const { address } = await setUp(sampleBenefit(asked), answers)
  const passed: (string | undefined)[] = []
  const at = async (name: string) => {
    await expect.element(heading(name)).toBeVisible()
    passed.push(address().split('/setup/')[1])
  }
  await at('Choose your options')
  await page.getByRole('radio', { name: /Level 2/ }).click()
  await expect.element(costPanel().getByText('£24.60 a month').first()).toBeVisible()
  await next().click()
  await at('Who should be covered?')
  await page.getByRole('checkbox', { name: /Tom Hart/ }).click()
  await page.getByRole('checkbox', { name: /Rose Hart/ }).click()
  await expect.element(page.getByText('Cover for you, your partner and your children')).toBeVisible()
  await expectAccessible()
  await next().click()
  for (const name of ['How much would you like?', 'A few questions about your health']) {
    await at(name)
    await next().click()
  }
  await at('Please read the terms')
  answers.to(
    readBenefitWithSelection,
    sampleBenefit({ ...asked, terms: [{ id: 'dental-terms', version: 1, accepted: true }], selection: saved }),
  )
  await page.getByRole('checkbox', { name: 'I have read the terms and conditions' }).click()
  await next().click()
  await at('Check your choice')
  await expect.element(page.getByText('You, Tom Hart, Rose Hart')).toBeVisible()
  await expectAccessible()

  const confirm = page.getByRole('button', { name: 'Confirm' })
  await expect.element(confirm).not.toHaveAttribute('aria-disabled')
  answers.drop(changeSelection)
  await confirm.click()
  await expect.element(page.getByRole('alert').getByText('There was an error connecting to the server')).toBeVisible()
  await at('Check your choice')
  answers.to(changeSelection, sampleSelection({ version: 2 }))
  await confirm.click()
  await at('You are all set')
  await expect.element(page.getByText('Your choice is active from 1 December 2026.')).toBeVisible()
  await expectAccessible()
  expect(passed).toEqual(['options', 'people', 'cost', 'medical', 'terms', 'review', 'review', 'confirmation'])
  expect(answers.bodiesTo(createSelection)).toEqual([
    { values: expect.objectContaining({ level: 'level-2', covered: [] }), draft: true, step: 'people' },
  ])
  expect(answers.bodiesTo(changeSelection).at(-1)).toMatchObject({
    values: { level: 'level-2', covered: ['p1', 'p2'] },
    version: 1,
    expectedPerPeriod: 24.6,
  })
})

test('finds out whether the choice was saved although the reply was lost', async () => {
  const answers = new Answers()
    .to(quoteBenefit, quoteOf(62.5))
    .to(createSelection, sampleSelection({ status: 'draft', temporarySelection: true, version: 1 }))
  await setUp(cycle(), answers)
  await box().fill('750')
  await next().click()
  const confirm = await readyToConfirm()
  answers.drop(changeSelection).drop(readBenefitWithSelection)
  await confirm.click()
  const check = page.getByRole('button', { name: 'Check what was saved' })
  await expect.element(page.getByText(/We do not know whether your choice was saved/)).toBeVisible()
  await expectAccessible()
  const draft = sampleSelection({ status: 'draft', version: 1, temporarySelection: true, values: { value: 750 } })
  answers.to(readBenefitWithSelection, cycle({ selection: draft }))
  await check.click()
  await expect.element(page.getByText(/^Your choice was not saved/)).toBeVisible()
  answers.drop(readBenefitWithSelection)
  await confirm.click()
  const chosen = sampleSelection({ status: 'pending', version: 2, values: { value: 750 } })
  await expect.element(check).toBeVisible()
  answers.to(readBenefitWithSelection, cycle({ selection: chosen }))
  await check.click()
  await expect.element(heading('Sent to your employer')).toBeVisible()
})

test('does not report current cover that is unchanged as a saved choice after a lost reply', async () => {
  const held = sampleSelection({ benefitId: cycleId, status: 'active', version: 4, values: { value: 750 } })
  const benefit = cycle({ selection: held })
  const answers = new Answers().to(quoteBenefit, quoteOf(62.5))
  await setUp(benefit, answers)
  await next().click()
  const confirm = await readyToConfirm()
  answers.drop(changeSelection).to(readBenefitWithSelection, benefit)
  await confirm.click()
  await page.getByRole('button', { name: 'Check what was saved' }).click()
  await expect.element(page.getByText(/^Your choice was not saved/)).toBeVisible()
  answers.refuse(changeSelection, priceChanged)
  await confirm.click()
  await expect.element(page.getByText(priceChanged.message)).toBeVisible()
})

test('leads from the result of a set-up back to the page before the set-up, never into its steps', async () => {
  const answers = new Answers()
    .to(quoteBenefit, quoteOf(83.34))
    .to(createSelection, draft())
    .to(changeSelection, sampleSelection({ benefitId: cycleId, status: 'pending' }))
  const setupFields = [levelField, valueField]
  const { address, history } = await setUp(cycle({ setupFields }), answers)
  await page.getByRole('radio', { name: /Level 2/ }).click()
  await next().click()
  await next().click()
  await expect.element(heading('Check your choice')).toBeVisible()
  answers.to(
    readBenefitWithSelection,
    cycle({ setupFields, selection: sampleSelection({ benefitId: cycleId, status: 'pending' }), allowedActions: [] }),
  )
  await confirmChoice()
  await expect.element(heading('Sent to your employer')).toBeVisible()
  await vi.waitFor(() => expect(address()).toBe(`/app/my-benefits/${cycleId}/setup/confirmation`))
  expect(history.location.state).toMatchObject({ __TSR_index: 0 })
  history.forward()
  await vi.waitFor(() => expect(address()).toBe(`/app/my-benefits/${cycleId}`))
})

test.each(['Confirm and send for approval', 'Keep it for later'])(
  'stays on the screen that the person opens after a click on %s',
  async (name) => {
    let answer = (_reply: ReturnType<typeof sampleSelection>) => undefined as void
    const answers = new Answers()
      .to(quoteBenefit, quoteOf(83.34))
      .to(createSelection, () => new Promise((resolve) => (answer = resolve)))
    const { address, history } = await setUp(cycle(), answers, '/review')
    await readyToConfirm()
    await page.getByRole('button', { name }).click()
    await expect.poll(() => answers.bodiesTo(createSelection)).toHaveLength(1)
    history.push('/app/faqs/')
    const visited: string[] = []
    onTestFinished(history.subscribe(() => visited.push(address())))
    answer(sampleSelection({ benefitId: cycleId, status: 'pending' }))
    await new Promise((resolve) => setTimeout(resolve))
    expect([address(), ...visited]).toEqual(['/app/faqs/'])
  },
)

test.each([
  ['shows the result again after a reload', {}, '/confirmation', 'Sent to your employer'],
  [
    'begins a setup at an address of its result',
    { status: 'withdrawn' as const },
    '/confirmation',
    'Check your choice',
  ],
])('%s', async (_, more, step, title) => {
  const selection = sampleSelection({ benefitId: cycleId, status: 'pending', ...more })
  await setUp(cycle({ setupFields: [levelField], selection }), new Answers().to(quoteBenefit, quoteOf(83.34)), step)
  await expect.element(heading(title)).toBeVisible()
})

test('opens the benefit instead of the requested step if the set-up has been confirmed', async () => {
  const selection = sampleSelection({ benefitId: cycleId, status: 'pending', version: 1 })
  const { address, history } = await showScreen({
    at: '/elsewhere',
    route: '/app/my-benefits/$benefitId/setup/$',
    screen: <BenefitSetupPage />,
    answers: new Answers().to(quoteBenefit, quoteOf(83.34)).to(readBenefitWithSelection, cycle({ selection })),
  })
  history.push(`/app/my-benefits/${cycleId}/setup/cost`, { setupFrom: 0, setupAt: 0 })
  await vi.waitFor(() => expect(address()).toBe(`/app/my-benefits/${cycleId}`))
})

test('resumes an unfinished choice at the step where it was left', async () => {
  const selection = draft({ version: 1, draftStep: 'people', values: { level: 'level-2', covered: [] } })
  const answers = new Answers().to(quoteBenefit, quoteOf(24.6)).to(changeSelection, selection)
  const { address } = await setUp(sampleBenefit({ selection }), answers)
  await expect.element(heading('Who should be covered?')).toBeVisible()
  expect(address()).toMatch(/setup\/people$/)
  await next().click()
  await vi.waitFor(() =>
    expect(answers.bodiesTo(changeSelection).at(-1)).toMatchObject({
      draft: true,
      step: expect.stringMatching(/cost|terms/),
    }),
  )
})

test('keeps the entered values when the person moves between steps, and in the draft [BENEFIT-25] [DATA-18]', async () => {
  const saved = draft({ version: 1 })
  const answers = new Answers().to(quoteBenefit, quoteOf(24.6)).to(createSelection, saved).to(changeSelection, saved)
  await setUp(sampleBenefit(), answers)
  await page.getByRole('radio', { name: /Level 2/ }).click()
  await next().click()
  await page.getByRole('checkbox', { name: /Tom Hart/ }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.element(page.getByRole('radio', { name: /Level 2/ })).toBeChecked()
  await vi.waitFor(() =>
    expect(answers.bodiesTo(changeSelection)).toEqual([
      { values: { level: 'level-2', covered: ['p1'] }, draft: true, step: 'options', version: 1 },
    ]),
  )
  await next().click()
  await expect.element(page.getByRole('checkbox', { name: /Tom Hart/ })).toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: /Rose Hart/ })).not.toBeChecked()
})

test('does not leave an incomplete step, and shows what is missing [BENEFIT-27] [FORM-04] [FORM-05] [FORM-06]', async () => {
  await setUp(sampleBenefit(), new Answers())
  await next().click()
  await expect.element(page.getByText('Please review the page, some details are incorrect or missing')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /: This field is required$/ })).toBeVisible()
  await expect.element(heading('Choose your options')).toBeVisible()
  await expectAccessible()
})

test('does not continue before the terms are ticked [BENEFIT-44]', async () => {
  const benefit = cycle({
    setupFields: [],
    terms: [{ id: 'terms', version: 3, accepted: false }],
    termsAndConditionsShown: true,
  })
  const answers = new Answers().to(quoteBenefit, quoteOf(0)).to(acceptBenefitTerms, { status: 'ok', terms: {} })
  await setUp(benefit, answers)
  await next().click()
  await expect
    .element(page.getByRole('link', { name: 'Please confirm that you have read the terms and conditions' }))
    .toBeVisible()
  expect(answers.bodiesTo(acceptBenefitTerms)).toEqual([])
  await expectAccessible()

  await page.getByRole('checkbox').click()
  await next().click()
  await vi.waitFor(() =>
    expect(answers.bodiesTo(acceptBenefitTerms)).toEqual([{ termId: 'terms', version: 3, accepted: true }]),
  )
})

test('shows the total of an order, its instalments, its derivation and the month of its first deduction', async () => {
  const order = { order: { total: 1000, instalments: 12 }, spread: '4 × £83.34, then 8 × £83.33' }
  await setUp(cycle(), new Answers().to(quoteBenefit, quoteOf(83.34, order)))
  const panel = costPanel()
  await expect.element(panel.getByText('£83.34 a month').first()).toBeVisible()
  await expect.element(panel.getByText('£1,000.00')).toBeVisible()
  await expect.element(panel.getByText('4 × £83.34, then 8 × £83.33')).toBeVisible()
  await expect.element(panel.getByText('This change reaches your pay in December 2026')).toBeVisible()
  await panel.getByText('Why this price?').click()
  await expect.element(panel.getByText('Premium for level 2, family')).toBeVisible()
  await expect.element(panel.getByText('Source: Rates of Brightwell Dental, in force from 1 April 2026')).toBeVisible()
  await expectAccessible()
})

test('shows the calculation of a price, with all figures', async () => {
  const step = { source: 'Scheme rules', effectiveDate: null }
  const monthly = { label: 'Price', value: '£10.00' }
  const yearly = { label: 'Price, a year', value: '£120.00' }
  const trace = [
    { ...step, rule: 'twelve-months', label: yearly.label, inputs: [monthly], output: yearly.value },
    { ...step, rule: 'sum', label: 'You pay per year', inputs: [yearly], output: yearly.value },
  ]
  await setUp(cycle(), new Answers().to(quoteBenefit, quoteOf(10, { trace })))
  await costPanel().getByText('Why this price?').click()
  await expect.element(costPanel().getByText('12 times this amount')).toBeVisible()
  await expect.element(costPanel().getByText('Added together')).not.toBeInTheDocument()
  onTestFinished(() => page.viewport(414, 896))
  await page.viewport(1280, 800)
  expect(getComputedStyle(costPanel().element()).position).toBe('static')
})

test('shows the effect on take-home pay by month and year, before and after the choice, with its calculation', async () => {
  const brief = { ...quoteOf(83.33), takeHome: { ...sampleTakeHome(-60), trace: [] } }
  const answers = new Answers().to(quoteBenefit, brief)
  await setUp(cycle(), answers)
  const takeHome = costPanel().getByRole('region', { name: 'Effect on your take-home pay' })
  await expect.element(takeHome.getByText('You take home £60.00 a month less, £720.00 in a year')).toBeVisible()
  answers.to(quoteBenefit, quoteOf(83.33))
  await takeHome.getByText('Your take-home pay in full').click()
  await expect.element(takeHome.getByText('£60.00 less')).toBeVisible()
  await expect.element(takeHome.getByText('£720.00 less')).toBeVisible()
  await expect.element(takeHome.getByText('£150.00 less')).toBeVisible()
  await expect.element(takeHome.getByText('Worked out for a whole year at this pay')).toBeVisible()

  await takeHome.getByText('Your pay before and after').click()
  const row = takeHome.getByRole('row', { name: /^Take-home pay/ })
  await expect.element(row).toHaveTextContent('Take-home pay£35,919.60£35,199.60')
  await takeHome.getByText('How is this worked out?').click()
  await expect.element(takeHome.getByText('Change in your take-home pay per year')).toBeVisible()
  await expectAccessible()
  expect(answers.bodiesTo(quoteBenefit)).toEqual([
    moving({ value: 1000 }),
    { values: { value: 1000 }, takeHomeSteps: true },
  ])
})

test('keeps the price and can be confirmed if the calculation of take-home pay fails to load, and loads it on retry', async () => {
  const brief = { ...quoteOf(83.33), takeHome: { ...sampleTakeHome(-60), trace: [] } }
  const answers = new Answers().to(quoteBenefit, brief)
  await setUp(cycle(), answers, '/review')
  const confirm = await readyToConfirm()
  const takeHome = costPanel().getByRole('region', { name: 'Effect on your take-home pay' })
  answers.drop(quoteBenefit)
  await takeHome.getByText('Your take-home pay in full').click()
  await takeHome.getByText('How is this worked out?').click()
  await expect.element(takeHome.getByRole('alert')).toBeVisible()
  await expect.element(takeHome.getByText('£720.00 less')).toBeVisible()
  await expect.element(costPanel().getByText('£83.33 a month').first()).toBeVisible()
  await expect.element(confirm).not.toHaveAttribute('aria-disabled')
  await expectAccessible()
  answers.to(quoteBenefit, quoteOf(83.33))
  await takeHome.getByRole('button', { name: 'Retry' }).click()
  await expect.element(takeHome.getByText('Change in your take-home pay per year')).toBeVisible()
  expect(answers.bodiesTo(quoteBenefit).filter((body) => !(body as { takeHomeSteps: boolean }).takeHomeSteps)).toEqual([
    moving({ value: 1000 }),
  ])
})

test('updates an open calculation of take-home pay after the price, and loads none after it is closed', async () => {
  type Asked = { values: { value: number }; takeHomeSteps: boolean }
  const told = ({ values: { value }, takeHomeSteps }: Asked) => {
    const takeHome = sampleTakeHome(-60)
    const trace = takeHome.trace.map((step) => ({ ...step, label: `Worked out of ${value}` }))
    return { ...quoteOf(value / 10), takeHome: { ...takeHome, trace: takeHomeSteps ? trace : [] } }
  }
  // The type of the endpoint's bodies in its contract.
  const asked = (body: unknown) => body as Asked
  const answers = new Answers().to(quoteBenefit, ({ body }) => told(asked(body)))
  await setUp(cycle(), answers)
  const panel = costPanel()
  await panel.getByText('Your take-home pay in full').click()
  await expect.element(panel.getByText('£720.00 less')).toBeVisible()
  expect(answers.bodiesTo(quoteBenefit)).toEqual([moving({ value: 1000 })])
  await panel.getByText('How is this worked out?').click()
  await expect.element(panel.getByText('Worked out of 1000')).toBeVisible()

  let arrive = () => undefined as void
  answers.to(quoteBenefit, async ({ body }) => {
    if (asked(body).takeHomeSteps) await new Promise<void>((resolve) => (arrive = resolve))
    return told(asked(body))
  })
  await box().fill('1500')
  await expect.element(panel.getByText('£150.00 a month').first()).toBeVisible()
  await expect.element(panel.getByText('Worked out of 1000')).not.toBeInTheDocument()
  await expect.element(panel.getByText('Working out your take-home pay')).toBeInTheDocument()
  await expectAccessible()
  await vi.waitFor(() => expect(asked(answers.bodiesTo(quoteBenefit).at(-1)).takeHomeSteps).toBe(true))
  arrive()
  await expect.element(panel.getByText('Worked out of 1500')).toBeVisible()

  answers.to(quoteBenefit, ({ body }) => told(asked(body)))
  await panel.getByText('How is this worked out?').click()
  await box().fill('2000')
  await expect.element(panel.getByText('£200.00 a month').first()).toBeVisible()
  await panel.getByText('How is this worked out?').click()
  await expect.element(panel.getByText('Worked out of 2000')).toBeVisible()
  await panel.getByText('Your take-home pay in full').click()
  for (const value of [2500, 3000]) {
    await box().fill(String(value))
    await expect.element(panel.getByText(`£${value / 10}.00 a month`).first()).toBeVisible()
  }
  expect(answers.bodiesTo(quoteBenefit)).toEqual([
    ...[1000, 1500].flatMap((value) => [moving({ value }), { values: { value }, takeHomeSteps: true }]),
    moving({ value: 2000 }),
    { values: { value: 2000 }, takeHomeSteps: true },
    moving({ value: 2500 }),
    moving({ value: 3000 }),
  ])
})

test.each([
  [0, 'Your take-home pay stays the same'],
  [12.5, 'You take home £12.50 a month more, £150.00 in a year'],
])('describes a change of %d a month in words', async (perMonth, words) => {
  await setUp(cycle(), new Answers().to(quoteBenefit, { ...quoteOf(0), takeHome: sampleTakeHome(perMonth) }))
  await expect.element(costPanel().getByText(words)).toBeVisible()
})

test("shows today's cost beside the cost after a change, and compares take-home pay with not having the benefit", async () => {
  const held = cycle({
    selection: sampleSelection({ status: 'active', values: { value: 1000 }, price: samplePrice(27.5) }),
  })
  const answers = new Answers()
    .to(quoteBenefit, quoteOf(49))
    .to(changeSelection, sampleSelection({ version: 2, temporarySelection: true }))
  await page.viewport(360, 740)
  const { unmount } = await setUp(held, answers, '/review')
  const price = costPanel()
  await expect.element(price).toMatchTextContent('£49.00 a monthinstead of £27.50 a month today')
  await expect
    .element(price.getByText('You take home £60.00 a month less than without it, £720.00 in a year'))
    .toBeVisible()
  await expect.element(price).toMatchTextContent('This change reaches your pay in December 2026')
  await expectAccessible()
  await unmount()
  await setUp(cycle(), answers, '/review')
  await expect.element(price.getByText('You take home £60.00 a month less, £720.00 in a year')).toBeVisible()
  await expect.element(price).not.toMatchTextContent('instead of')
})

test('shows the day from which a replaced choice is charged, if that is in the future', async () => {
  const held = cycle({
    selection: sampleSelection({
      values: { value: 1000 },
      price: samplePrice(27.5),
      runsFrom: day('2026-12-01'),
    }),
  })
  await setUp(held, new Answers().to(quoteBenefit, quoteOf(49)), '/review')
  await page.viewport(360, 740)
  await expect.element(costPanel().getByText('instead of £27.50 a month from 1 December 2026')).toBeVisible()
  await expect.element(page.getByText(/today/)).not.toBeInTheDocument()
})

test('shows the take-home pay of a month without and with the benefit, and the share of the change', async () => {
  const first = await setUp(cycle(), new Answers().to(quoteBenefit, quoteOf(83.33)))
  const pays = costPanel().getByRole('region', { name: 'Effect on your take-home pay' })
  // £35,919.60 a year is £2,993.30 a month. £60.00 of it is 2.0%.
  await expect.element(pays).toMatchTextContent('Now£2,993.30With it£2,933.30')
  await expect.element(pays.getByText('That is 2.0% of your take-home pay.')).toBeVisible()
  await first.unmount()
  const tiny = { ...quoteOf(1), takeHome: sampleTakeHome(-1) }
  const held = cycle({ selection: sampleSelection({ values: { value: 1000 }, price: samplePrice(27.5) }) })
  await setUp(held, new Answers().to(quoteBenefit, tiny))
  await expect.element(pays).toMatchTextContent('Without it£2,993.30With it£2,992.30')
  await expect.element(pays.getByText('That is less than 0.1% of your take-home pay.')).toBeVisible()
})

test('says which people are included in the prices of options', async () => {
  const answers = new Answers().to(quoteBenefit, quoteOf(24.6))
  const first = await setUp(sampleBenefit(), answers, '/options')
  await expect
    .element(page.getByText('Prices are for you alone. You can add Tom and Rose in a later step.'))
    .toBeVisible()
  await first.unmount()
  await setUp(sampleBenefitInForce(), answers, '/options')
  await expect.element(page.getByText('Prices are for you, Tom and Rose.')).toBeVisible()
})

test('shows why take-home pay cannot be calculated, and still shows the price', async () => {
  const takeHome = { outcome: 'not-computed' as const, reason: 'We do not know your salary' }
  await setUp(cycle(), new Answers().to(quoteBenefit, { ...quoteOf(83.33), takeHome }))
  const told = costPanel().getByRole('region', { name: 'Effect on your take-home pay' })
  await expect.element(told.getByText('We do not know your salary')).toBeVisible()
  await expect.element(costPanel().getByText('£83.33 a month').first()).toBeVisible()
})

test('shows why a choice below the minimum wage is refused, with the figure', async () => {
  const message = 'The minimum wage for your age and 37.5 hours a week is £24,784.50 a year. Please choose less'
  await setUp(cycle(), new Answers().refuse(quoteBenefit, { ...belowMinimumWage, message }))
  await expect.element(costPanel().getByText(message)).toBeVisible()
  await expect.element(costPanel().getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
})

test('requests a price after the value has been stable for a while, aborts an earlier request, and shows the last price until then', async () => {
  const answers = new Answers().to(quoteBenefit, quoteOf(83.33))
  await setUp(cycle(), answers)
  await expect.element(costPanel().getByText('£83.33 a month').first()).toBeVisible()

  answers.hang(quoteBenefit)
  await box().fill('1500')
  await vi.waitFor(() => expect(answers.bodiesTo(quoteBenefit).at(-1)).toEqual(moving({ value: 1500 })))
  await expect.element(costPanel().getByText('£83.33 a month').first()).toBeVisible()
  const inFlight = answers.sent.at(-1)

  answers.to(quoteBenefit, quoteOf(166.66))
  await box().fill('2000')
  await expect.element(costPanel().getByText('£166.66 a month').first()).toBeVisible()
  expect(inFlight?.signal?.aborted).toBe(true)
  await expect
    .element(costPanel().getByRole('status'))
    .toHaveTextContent('You pay £166.66 a month. You take home £60.00 a month less, £720.00 in a year')
  // Typing 1, 5, 0, 0 sends one query, because none is sent while the value changes.
  expect(answers.bodiesTo(quoteBenefit)).toEqual([
    moving({ value: 1000 }),
    moving({ value: 1500 }),
    moving({ value: 2000 }),
  ])
})

test('says that the price is unavailable if there is no network, instead of showing the price of the previous choice', async () => {
  const answers = new Answers().to(quoteBenefit, quoteOf(83.33))
  await setUp(cycle(), answers)
  await expect.element(costPanel().getByText('£83.33 a month').first()).toBeVisible()
  answers.drop(quoteBenefit)
  window.dispatchEvent(new Event('offline'))
  onTestFinished(() => void window.dispatchEvent(new Event('online')))
  await box().fill('1500')
  await expect.element(costPanel().getByRole('alert')).toBeVisible()
  await expect.element(costPanel().getByText('£83.33 a month')).not.toBeInTheDocument()
  answers.to(quoteBenefit, quoteOf(125))
  await costPanel().getByRole('button', { name: 'Retry' }).click()
  await expect.element(costPanel().getByText('£125.00 a month').first()).toBeVisible()
})

test('accepts a number by typing or by the slider, and refuses numbers outside the limits or between the steps', async () => {
  const answers = new Answers().to(quoteBenefit, quoteOf(83.33))
  await setUp(cycle(), answers)
  const slider = page.getByRole('slider', { name: 'Value of bicycle and equipment, slider' })
  await userEvent.click(box())
  await expect.element(slider).toHaveValue('1000')
  // Sets the focus without a click, which would move the slider.
  ;(slider.element() as HTMLInputElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(box()).toHaveValue('1050')

  await box().fill('99')
  await next().click()
  await expect
    .element(page.getByRole('link', { name: 'Please enter a value between £100.00 and £3,000.00' }))
    .toBeVisible()
  await box().fill('1025')
  await next().click()
  await expect
    .element(page.getByRole('link', { name: 'Please enter a value in steps of £50.00, starting from £100.00' }))
    .toBeVisible()
  await expectAccessible()
})

test('reports an amount outside its range once the field is left', async () => {
  await setUp(cycle(), new Answers().to(quoteBenefit, quoteOf(83.33)))
  await box().fill('99999')
  await expect.element(box()).not.toBeInvalid()
  await userEvent.tab()
  await expect.element(box()).toBeInvalid()
  await expect.element(box()).toHaveAccessibleDescription(/£/)
})

test('says that letters in an amount are not a number, and keeps them', async () => {
  await setUp(cycle(), new Answers().to(quoteBenefit, quoteOf(83.34)))
  await box().fill('a thousand')
  await next().click()
  await expect.element(page.getByRole('link', { name: 'Please enter a number, such as £100.00' })).toBeVisible()
  await expect.element(box()).toHaveValue('a thousand')
})

test('shows fields that depend on an earlier answer, and sends no values of hidden fields', async () => {
  const answers = new Answers().to(quoteBenefit, quoteOf(144.23))
  await setUp(
    sampleBenefit({ benefitId: holidayId, name: 'Holiday trading', terms: [], setupFields: tradeFields }),
    answers,
  )
  await expect.element(page.getByRole('textbox', { name: 'Days to buy' })).toBeVisible()
  await page.getByRole('radio', { name: 'Sell days' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Days to sell' })).toBeVisible()
  expect(page.getByRole('textbox', { name: 'Days to buy' }).query()).toBeNull()
  await vi.waitFor(() =>
    expect(answers.bodiesTo(quoteBenefit).at(-1)).toEqual(moving({ trade: 'sell', 'sell-days': 1 })),
  )
})

test('says before the confirmation that cover above the free cover limit needs medical evidence', async () => {
  await setUp(
    cycle({ freeCoverLimit: 250000, needsApproval: false }),
    new Answers()
      .to(quoteBenefit, quoteOf(4.55, { cover: 270000, coverNow: 250000, evidence: 'awaited' }))
      .to(createSelection, draft({ version: 1 })),
  )
  await box().fill('1500')
  await next().click()
  await expect.element(heading('Check your choice')).toBeVisible()
  await expect.element(page.getByText(/Cover is limited to £250,000.00/)).toBeVisible()
  await expect.element(page.getByText('This change reaches your pay in December 2026').first()).toBeInTheDocument()
})

test('shows that pay for sold days of holiday is added to pay', async () => {
  await setUp(cycle(), new Answers().to(quoteBenefit, quoteOf(-173.08)))
  await expect.element(costPanel().getByText('Added to your pay', { exact: true })).toBeVisible()
  await expect.element(costPanel().getByText('£173.08 a month').first()).toBeVisible()
  await expect
    .element(costPanel().getByRole('status'))
    .toMatchTextContent(/^£173.08 a month is added to your pay. You take home /)
})

test("shows the price and Next in a bar at the foot of a phone's screen, which hides neither the focused field nor the cost", async () => {
  await page.viewport(360, 740)
  await setUp(sampleBenefit(), new Answers().to(quoteBenefit, quoteOf(24.6)), '/options')
  await page.getByRole('radio', { name: /Level 2/ }).click()
  await expect.element(page.getByText('£24.60 a month').first()).toBeVisible()
  const bar = next().element().parentElement
  expect(bar?.textContent).toBe('£24.60 a monthfrom 1 December 2026Next: people')
  const top = () => bar?.getBoundingClientRect().top ?? 0
  expect(bar?.getBoundingClientRect().bottom).toBe(740)
  const back = page.getByRole('button', { name: 'Back' })
  const bottomOf = (part: { element: () => Element }) => part.element().getBoundingClientRect().bottom
  for (let presses = 0; presses < 20 && document.activeElement !== back.element(); presses += 1) await userEvent.tab()
  await expect.element(back).toHaveFocus()
  await expect.poll(() => bottomOf(back) <= top()).toBe(true)
  window.scrollTo(0, document.documentElement.scrollHeight)
  await expect.poll(() => bottomOf(costPanel()) <= top()).toBe(true)
})

test('keeps the entered values and retries if the server cannot be reached [BENEFIT-26]', async () => {
  const answers = new Answers().to(quoteBenefit, quoteOf(83.33)).to(createSelection, draft({ version: 1 }))
  await setUp(cycle(), answers)
  await box().fill('1500')
  await next().click()
  await expect.element(heading('Check your choice')).toBeVisible()
  const confirm = await readyToConfirm()

  answers.drop(changeSelection)
  answers.to(readBenefitWithSelection, cycle({ selection: draft({ version: 1, values: { value: 1500 } }) }))
  await page.viewport(360, 480)
  await confirm.click()
  const failed = page.getByRole('alert').getByText('There was an error connecting to the server')
  await expect.element(failed).toBeInViewport()
  await page.viewport(1280, 800)
  await expect.element(page.getByText('£1,500.00')).toBeVisible()
  await expectAccessible()

  answers.to(changeSelection, sampleSelection({ status: 'pending', version: 2, price: samplePrice(83.33) }))
  await confirm.click()
  await expect.element(heading('Sent to your employer')).toBeVisible()
  await expect.element(page.getByText('You pay nothing until it is approved.')).toBeVisible()
  await expect.element(page.getByText('You would pay')).toBeVisible()
})

test("compares some options on request: for each option the price, the employer's part and take-home pay", async () => {
  const answers = new Answers().to(quoteBenefit, ({ body }) => {
    const { level } = (body as { values: { level: string } }).values
    if (level === 'level-1') return { ...quoteOf(8.5), takeHome: sampleTakeHome(-8.5) }
    throw new CallFailed(422, { code: 'not-priced', message: 'There is no price for this level', error: '' })
  })
  await setUp(sampleBenefit(), answers)
  await expect.element(heading('Choose your options')).toBeVisible()
  expect(answers.bodiesTo(quoteBenefit)).toEqual([])
  await page.getByText('Compare side by side').click()
  await expect.element(option('Level 1')).toMatchTextContent('You pay£8.50 a month')
  await expect.element(option('Level 1')).toMatchTextContent('Your employer pays£0.00 a month')
  await expect.element(option('Level 1')).toMatchTextContent('£8.50 less a month')
  await expect.element(option('Level 2')).toMatchTextContent('There is no price for this level')
  expect(answers.bodiesTo(quoteBenefit)).toEqual([
    moving({ level: 'level-1', covered: [] }),
    moving({ level: 'level-2', covered: [] }),
  ])
  await page.getByRole('radio', { name: /Level 1/ }).click()
  await expect.element(option('Level 1')).toMatchTextContent('Your choice')
  await expectAccessible()
})

async function levelsWithMultiple(): Promise<Answers> {
  const [level] = sampleBenefit().setupFields
  const times: SetupField = {
    ...valueField,
    step: 'options',
    initial: 10,
    input: { kind: 'number', unit: 'multiple', min: 1, max: 60, step: 1 },
  }
  const answers = new Answers().to(quoteBenefit, quoteOf(8.5))
  await setUp(sampleBenefit({ setupFields: level ? [level, times] : [] }), answers)
  return answers
}

test('requests the compared prices once the typed values are stable', async () => {
  const answers = await levelsWithMultiple()
  await page.getByText('Compare side by side').click()
  const asked = () =>
    answers.bodiesTo(quoteBenefit).map((body) => (body as { values: Record<string, unknown> }).values['value'])
  await expect.poll(() => asked().length).toBeGreaterThan(0)
  await expect.element(box()).toBeVisible()
  for (const typed of ['1', '12', '1', '15']) {
    typeAtOnce(typed)
    await Promise.resolve()
  }
  await expect.poll(asked).toContain(15)
  expect(new Set(asked())).toEqual(new Set([10, 15]))
})

test('requests no prices to compare while a typed value is not a number, says so, and requests them once it is', async () => {
  const answers = await levelsWithMultiple()
  await box().fill('ten')
  await page.getByText('Compare side by side').click()
  for (const name of ['Level 1', 'Level 2'])
    await expect.element(option(name)).toMatchTextContent('This price appears once everything else is filled in')
  await expectAccessible()
  await box().fill('12')
  await expect.element(option('Level 1')).toMatchTextContent('You pay£8.50 a month')
  expect(answers.bodiesTo(quoteBenefit)).toEqual([
    moving({ level: 'level-1', value: 12 }),
    moving({ level: 'level-2', value: 12 }),
  ])
})

test('offers no comparison if options have no separate price', async () => {
  await setUp(cycle({ setupFields: tradeFields }), new Answers().to(quoteBenefit, quoteOf(20)))
  await expect.element(page.getByRole('radio', { name: /Buy days/ })).toBeVisible()
  expect(page.getByText('Compare side by side').query()).toBeNull()
})

test('confirms with the second of two quick clicks on Confirm, if the first came before the price', async () => {
  const price = held(quoteOf(83.33))
  const answers = new Answers()
    .to(quoteBenefit, price.reply)
    .to(createSelection, sampleSelection({ status: 'pending' }))
  await setUp(cycle(), answers, '/review')
  const confirm = confirmButton()
  await expect.element(confirm).toHaveAttribute('aria-disabled')
  firstClick(confirm.element())
  price.arrive()
  await expect.element(confirm).not.toHaveAttribute('aria-disabled')
  secondClick(confirm.element())
  await expect.element(heading('Sent to your employer')).toBeVisible()
  expect(answers.bodiesTo(createSelection)).toHaveLength(1)
})

test('ignores the second click of a double click on Next and on Confirm', async () => {
  const answers = new Answers()
    .to(quoteBenefit, quoteOf(83.33))
    .to(createSelection, sampleSelection({ status: 'pending' }))
  const { address } = await setUp(cycle(), answers, '/cost')
  await expect.element(box()).toBeVisible()
  expect(secondClick(next().element()).defaultPrevented).toBe(true)
  expect(address()).toBe(`/app/my-benefits/${cycleId}/setup/cost`)
  await next().click()
  const confirm = await readyToConfirm()
  secondClick(confirm.element())
  await expect.element(heading('Check your choice')).toBeVisible()
  expect(answers.bodiesTo(createSelection)).toEqual([])
  await confirm.click()
  await expect.element(heading('Sent to your employer')).toBeVisible()
})

test('moves on by only one step and confirms only once, however often the person clicks', async () => {
  const confirmed = held(sampleSelection({ status: 'pending' }))
  const answers = new Answers()
    .to(quoteBenefit, quoteOf(83.33))
    .to(createSelection, confirmed.reply)
    .to(changeSelection, confirmed.reply)
  const { history } = await setUp(cycle(), answers, '/cost')
  await expect.element(box()).toBeVisible()
  const before = history.length
  clickByKeyboard(next().element())
  clickByKeyboard(next().element())
  const confirm = await readyToConfirm()
  expect(history.length).toBe(before + 1)
  clickByKeyboard(confirm.element())
  clickByKeyboard(confirm.element())
  await expect.element(page.getByRole('button', { name: 'Confirming...' })).toBeVisible()
  confirmed.arrive()
  await expect.element(heading('Sent to your employer')).toBeVisible()
  expect([...answers.bodiesTo(createSelection), ...answers.bodiesTo(changeSelection)]).toEqual([
    { values: { value: 1000 }, expectedPerPeriod: 83.33 },
  ])
})

test('confirms once if the reply is lost but its effect is immediately visible', async () => {
  const answers = new Answers().to(quoteBenefit, quoteOf(83.33)).to(createSelection, () => {
    const selection = sampleSelection({ status: 'pending', values: { value: 1000 } })
    answers.to(readBenefitWithSelection, cycle({ selection }))
    throw new CallFailed(null)
  })
  await setUp(cycle(), answers, '/review')
  await confirmButton().click()
  await expect.element(heading('Sent to your employer')).toBeVisible()
  expect(answers.bodiesTo(createSelection)).toHaveLength(1)
  expect(answers.bodiesTo(changeSelection)).toEqual([])
})

test('shows the result if only the reply to the first attempt was lost', async () => {
  const answers = new Answers().to(quoteBenefit, quoteOf(83.33)).drop(createSelection)
  await setUp(cycle(), answers, '/review')
  const confirm = await readyToConfirm()
  await confirm.click()
  await expect.element(page.getByRole('alert')).toBeVisible()

  answers
    .to(readBenefitWithSelection, cycle({ selection: sampleSelection({ status: 'pending', values: { value: 1000 } }) }))
    .refuse(createSelection, changedMeanwhile)
    .refuse(changeSelection, changedMeanwhile)
  await confirm.click()
  await expect.element(heading('Sent to your employer')).toBeVisible()
})

test('says that a choice has been changed elsewhere, keeps the entered values, and then sends the new version', async () => {
  const stale = sampleSelection({
    version: 4,
    values: { value: 500 },
    planDetails: [{ label: 'Value', value: '£500.00' }],
  })
  const fresh = { ...stale, version: 7, statusLabel: 'Active' }
  const answers = new Answers().to(quoteBenefit, quoteOf(83.33)).refuse(changeSelection, changedMeanwhile)
  await setUp(cycle({ selection: stale, allowedActions: ['change-cover'] }), answers)
  await box().fill('1000')
  answers.to(changeSelection, { ...stale, version: 5 })
  await next().click()
  const confirm = await readyToConfirm()

  answers
    .refuse(changeSelection, changedMeanwhile)
    .to(readBenefitWithSelection, cycle({ selection: fresh, allowedActions: ['change-cover'] }))
  await confirm.click()
  await expect
    .element(
      page
        .getByRole('alert')
        .getByText('This has changed since you opened it. Please check the latest version and try again'),
    )
    .toBeVisible()
  await expect.element(page.getByText('£1,000.00')).toBeVisible()
  await expectAccessible()

  answers.to(changeSelection, { ...fresh, version: 8, status: 'pending-change' })
  await confirm.click()
  await expect.element(heading('Sent to your employer')).toBeVisible()
  expect(answers.bodiesTo(changeSelection).at(-1)).toMatchObject({ version: 7, values: { value: 1000 } })
})

test('shows that a price has changed before the choice is confirmed', async () => {
  const answers = new Answers().to(quoteBenefit, quoteOf(83.33)).refuse(createSelection, priceChanged)
  await setUp(cycle(), answers, '/review')
  const confirm = await readyToConfirm()
  answers.to(quoteBenefit, quoteOf(90))
  await confirm.click()
  await expect
    .element(
      page
        .getByRole('alert')
        .getByText('The price has changed since you saw it. Please look at the new price and confirm again'),
    )
    .toBeVisible()
  await expect.element(costPanel().getByText('£90.00 a month').first()).toBeVisible()
  answers.to(createSelection, sampleSelection({ status: 'pending' }))
  await expect.element(confirm).not.toHaveAttribute('aria-disabled')
  await confirm.click()
  await expect.element(heading('Sent to your employer')).toBeVisible()
  expect(answers.bodiesTo(createSelection).at(-1)).toMatchObject({ expectedPerPeriod: 90 })
})

test('returns to the field that the server refuses', async () => {
  const answers = new Answers()
    .to(quoteBenefit, quoteOf(83.33))
    .refuse(createSelection, invalidChoice, { value: ['Your pay would fall below the National Minimum Wage'] })
  await setUp(cycle(), answers, '/review')
  await confirmChoice()
  await page.getByRole('link', { name: 'Your pay would fall below the National Minimum Wage' }).click()
  await expect.element(box()).toHaveAttribute('aria-invalid', 'true')
})

test('creates a new selection if the employee applies for the benefit again [BENEFIT-23, BENEFIT-24]', async () => {
  const again = new Answers()
    .to(quoteBenefit, quoteOf(83.33))
    .to(createSelection, sampleSelection({ status: 'pending' }))
  const cta = { type: 'reapply', label: 'Apply again' } as const
  const selection = sampleSelection({ status: 'opted-out', values: { value: 500 }, cta })
  await setUp(cycle({ selection }), again, '/review')
  await confirmChoice()
  await expect.element(heading('Sent to your employer')).toBeVisible()
  expect(again.bodiesTo(createSelection)).toHaveLength(1)
  expect(again.bodiesTo(changeSelection)).toHaveLength(0)
})

test('changes current cover instead of creating a second selection [BENEFIT-22] [BENEFIT-24]', async () => {
  const running = sampleSelection({ status: 'active', version: 4, values: { value: 500 } })
  const answers = new Answers().to(quoteBenefit, quoteOf(83.33)).to(changeSelection, { ...running, version: 5 })
  const benefit = cycle({ needsApproval: false, selection: running, allowedActions: ['manage', 'change-cover'] })
  await setUp(benefit, answers, '/review')
  const confirm = page.getByRole('button', { name: 'Confirm' })
  await expect.element(confirm).not.toHaveAttribute('aria-disabled')
  await confirm.click()
  await expect.element(heading('You are all set')).toBeVisible()
  expect(answers.bodiesTo(changeSelection)).toEqual([{ values: { value: 500 }, version: 4, expectedPerPeriod: 83.33 }])
  expect(answers.bodiesTo(createSelection)).toEqual([])
})

test('saves a draft when the person leaves the page after a change, but not without changes', async () => {
  const answers = new Answers().to(quoteBenefit, quoteOf(83.33)).to(createSelection, draft())
  const untouched = await setUp(cycle(), answers)
  await expect.element(box()).toBeVisible()
  await untouched.unmount()
  expect(answers.bodiesTo(createSelection)).toEqual([])

  const touched = await setUp(cycle(), answers)
  await box().fill('750')
  await touched.unmount()
  await vi.waitFor(() =>
    expect(answers.bodiesTo(createSelection)).toEqual([{ values: { value: 750 }, draft: true, step: 'cost' }]),
  )
})

test('saves a draft once if the page is hidden, for example when its tab is closed', async () => {
  const answers = new Answers().to(quoteBenefit, quoteOf(62.5)).to(createSelection, draft())
  const { unmount } = await setUp(cycle(), answers)
  await box().fill('750')
  goOutOfSight()
  await vi.waitFor(() =>
    expect(answers.bodiesTo(createSelection)).toEqual([{ values: { value: 750 }, draft: true, step: 'cost' }]),
  )
  await expect.element(box()).toHaveValue('750')
  document.dispatchEvent(new Event('visibilitychange'))
  await unmount()
  expect(answers.bodiesTo(createSelection)).toHaveLength(1)
})

test('saves a draft after 20 seconds without a change', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const answers = new Answers().to(quoteBenefit, quoteOf(62.5)).to(createSelection, draft())
  await setUp(cycle(), answers)
  await box().fill('750')
  expect(answers.bodiesTo(createSelection)).toEqual([])
  vi.advanceTimersByTime(20_000)
  await vi.waitFor(() =>
    expect(answers.bodiesTo(createSelection)).toEqual([{ values: { value: 750 }, draft: true, step: 'cost' }]),
  )
})

test('asks before the tab is closed only while a save is in progress', async () => {
  const saved = held(draft())
  const answers = new Answers().to(quoteBenefit, quoteOf(62.5)).to(createSelection, saved.reply)
  await setUp(cycle(), answers)
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await box().fill('750')
  expect(isAsked()).toBe(false)
  await next().click()
  await vi.waitFor(() => expect(answers.bodiesTo(createSelection)).toHaveLength(1))
  expect(isAsked()).toBe(true)
  saved.arrive()
  await vi.waitFor(() => expect(isAsked()).toBe(false))
})

function goOutOfSight() {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
}

function held<Reply>(reply: Reply) {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  return { reply: () => promise, arrive: () => resolve(reply) }
}

test('saves no draft if the phone is locked while a choice is being confirmed, even after saving a draft failed', async () => {
  const answers = new Answers().to(quoteBenefit, quoteOf(62.5)).drop(createSelection)
  const { unmount } = await setUp(cycle(), answers)
  await box().fill('750')
  await next().click()
  await expect.element(page.getByText('There was an error connecting to the server')).toBeVisible()
  const confirmed = held(sampleSelection({ status: 'pending', values: { value: 750 } }))
  answers.to(createSelection, confirmed.reply)
  await confirmChoice()
  await expect.element(page.getByRole('button', { name: 'Confirming...' })).toBeVisible()
  goOutOfSight()
  confirmed.arrive()
  await expect.element(heading('Sent to your employer')).toBeVisible()
  goOutOfSight()
  await unmount()
  const values = { value: 750 }
  expect(answers.bodiesTo(createSelection)).toEqual([
    { values, draft: true, step: 'review' },
    { values, expectedPerPeriod: 62.5 },
  ])
  expect(answers.bodiesTo(changeSelection)).toEqual([])
})

test('saves no draft of a value that was changed with Back and Forward and is being confirmed', async () => {
  const answers = new Answers().to(quoteBenefit, quoteOf(62.5)).to(createSelection, draft({ version: 1 }))
  const { history } = await setUp(cycle(), answers)
  await box().fill('750')
  await next().click()
  await expect.element(heading('Check your choice')).toBeVisible()
  history.back()
  await box().fill('800')
  history.forward()
  const confirm = confirmButton()
  await expect.element(page.getByText('£800.00')).toBeVisible()
  await expect.element(confirm).not.toHaveAttribute('aria-disabled')
  const confirmed = held(sampleSelection({ status: 'pending', version: 2, values: { value: 800 } }))
  answers.to(changeSelection, confirmed.reply)
  await confirm.click()
  await expect.element(page.getByRole('button', { name: 'Confirming...' })).toBeVisible()
  goOutOfSight()
  confirmed.arrive()
  await expect.element(heading('Sent to your employer')).toBeVisible()
  expect(answers.bodiesTo(changeSelection).at(-1)).toEqual({
    values: { value: 800 },
    version: 1,
    expectedPerPeriod: 62.5,
  })
})

test('saves a draft again after a failed confirmation', async () => {
  const answers = new Answers().to(quoteBenefit, quoteOf(62.5)).drop(createSelection)
  await setUp(cycle(), answers)
  await box().fill('750')
  await next().click()
  await expect.element(page.getByText('There was an error connecting to the server')).toBeVisible()
  answers.refuse(createSelection, priceChanged)
  const confirm = await readyToConfirm()
  await confirm.click()
  await expect.element(page.getByText(priceChanged.message)).toBeVisible()
  answers.to(createSelection, draft())
  await expect.element(confirm).toBeVisible()
  goOutOfSight()
  await vi.waitFor(() =>
    expect(answers.bodiesTo(createSelection).at(-1)).toEqual({ values: { value: 750 }, draft: true, step: 'review' }),
  )
  expect(answers.bodiesTo(createSelection)).toHaveLength(3)
})

test('says that a draft could not be saved, and saves it on the next try [BENEFIT-26]', async () => {
  const answers = new Answers().to(quoteBenefit, quoteOf(83.33)).drop(createSelection)
  await setUp(cycle(), answers)
  await box().fill('750')
  await next().click()
  await expect.element(page.getByText('There was an error connecting to the server')).toBeVisible()
  const saving = page.getByRole('status').filter({ hasText: 'Your draft is not saved yet' })
  const retry = saving.getByRole('button', { name: 'Retry' })
  const line = saving.element()
  retry.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => answers.bodiesTo(createSelection).length).toBe(2)
  await expect.element(retry).toBeVisible()
  expect(document.activeElement).toBe(line)
  await userEvent.keyboard('{Tab}')
  await expect.element(retry).toHaveFocus()
  answers.to(createSelection, draft())
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Draft saved')).toBeVisible()
  expect(document.activeElement).toBe(line)
  await expectAccessible()
})

test('shows the scheme year of a choice if it is the next year', async () => {
  const { unmount } = await setUp(
    cycle({ choosesFrom: day('2027-04-06') }),
    new Answers().to(quoteBenefit, quoteOf(83.33)),
  )
  await expect.element(page.getByText(/This is for the year from 6 April 2027/)).toBeVisible()
  await expectAccessible()
  await unmount()
  await setUp(cycle(), new Answers().to(quoteBenefit, quoteOf(83.33)))
  await expect.element(heading('How much would you like?')).toBeVisible()
  expect(page.getByText(/This is for the year/).query()).toBeNull()
})

test('has no fields if the benefit cannot be chosen, and says when it can be chosen', async () => {
  const closed = cycle({
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
  await setUp(closed, new Answers())
  await expect.element(page.getByText('This benefit cannot be set up now')).toBeVisible()
  await expect.element(page.getByText('Opens on 1 February 2027, when your probation ends')).toBeVisible()
  expect(next().query()).toBeNull()
  await expectAccessible()
})

test('does not show the review before the required answers', async () => {
  const { address } = await setUp(sampleBenefit(), new Answers(), '/review')
  await expect.element(heading('Choose your options')).toBeVisible()
  expect(address()).toBe(`/app/my-benefits/${dentalId}/setup/options`)
})

test('begins with the current choice', async () => {
  await setUp(sampleBenefitInForce(), new Answers().to(quoteBenefit, quoteOf(24.6)))
  await expect.element(page.getByRole('heading', { name: 'Change Dental insurance' })).toBeVisible()
  await expect.element(page.getByRole('radio', { name: /Level 2/ })).toBeChecked()
})

const partnerCost = (perMonth: number) => {
  const { price: costs, ...quote } = quoteOf(perMonth)
  return { ...quote, costs, error: null }
}

const travel = (more: Partial<BenefitView> = {}) =>
  cycle({
    name: 'Travel insurance',
    needsApproval: false,
    beamSupported: true,
    beamPartnerValueLimits: { min: 100, max: 3000, step: 50 },
    ...more,
  })

test("prices and confirms a business partner's product by its own calls, at the costs shown [BENEFIT-50] [BENEFIT-51]", async () => {
  useSession.setState(signedIn())
  onTestFinished(() => useSession.setState({ session: { step: 'out', loginError: null } }))
  const answers = new Answers()
    .to(askPartnerCosts, partnerCost(4.96))
    .to(createSelection, draft())
    .to(savePartnerSelection, sampleSelection({ status: 'active', version: 2 }))
  await setUp(travel(), answers)
  await userEvent.fill(box(), '2000')
  await expect.element(costPanel().getByText('£4.96 a month').first()).toBeVisible()
  await next().click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(heading('You are all set')).toBeVisible()
  expect(answers.bodiesTo(askPartnerCosts).at(-1)).toEqual({ benefitId: cycleId, values: { value: 2000 } })
  expect(answers.bodiesTo(createSelection)).toEqual([{ values: { value: 2000 }, draft: true, step: 'review' }])
  expect(answers.bodiesTo(savePartnerSelection)).toEqual([
    { benefitId: cycleId, values: { value: 2000 }, costs: { employee: { perPeriod: 4.96 } }, version: 1 },
  ])
  expect(answers.bodiesTo(quoteBenefit)).toEqual([])
})

test("requests a business partner's costs after the value has been stable for 250 ms [BENEFIT-56]", async () => {
  const answers = new Answers().to(askPartnerCosts, partnerCost(4.96))
  await setUp(travel(), answers)
  await expect.element(costPanel().getByText('£4.96 a month').first()).toBeVisible()
  const asked = () =>
    answers.bodiesTo(askPartnerCosts).map((body) => (body as { values: Record<string, unknown> }).values['value'])
  expect(asked()).toEqual([1000])
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  typeAtOnce('1500')
  await vi.advanceTimersByTimeAsync(249)
  typeAtOnce('2000')
  await vi.advanceTimersByTimeAsync(249)
  expect(asked()).toEqual([1000])
  await vi.advanceTimersByTimeAsync(1)
  await expect.poll(asked).toEqual([1000, 2000])
})

test("requests a business partner's price once, even if the calculation of take-home pay is opened", async () => {
  const answers = new Answers().to(askPartnerCosts, partnerCost(4.96))
  await page.viewport(1280, 800)
  await setUp(travel(), answers)
  await costPanel().getByText('Your take-home pay in full').click()
  await costPanel().getByText('How is this worked out?').click()
  await expect.element(costPanel().getByText('Change in your take-home pay per year')).toBeVisible()
  expect(answers.bodiesTo(askPartnerCosts)).toHaveLength(1)
})

test('continues to later fields if they can resolve a refusal, and shows the refusal at its field', async () => {
  const refusal = { ...invalidChoice, message: 'Please review the page' }
  const answers = new Answers()
    .refuse(quoteBenefit, refusal, { level: ['Level 1 is for you and a partner'] })
    .to(createSelection, draft())
  await setUp(sampleBenefit(), answers)
  await page.getByRole('radio', { name: /Level 1/ }).click()
  const level = page.getByRole('group', { name: 'Level of cover' })
  await expect.element(level).toMatchTextContent('Level 1 is for you and a partner')
  await next().click()
  await expect.element(heading('Who should be covered?')).toBeVisible()
})

test('returns from the review to the field that the server refuses', async () => {
  const why = 'Level 1 is for you and a partner'
  const answers = new Answers()
    .refuse(quoteBenefit, { ...invalidChoice, message: 'Please look at your choice' }, { level: [why] })
    .to(createSelection, draft())
    .to(changeSelection, draft())
  await setUp(sampleBenefit({ terms: [], termsAndConditionsShown: false }), answers)
  await page.getByRole('radio', { name: /Level 1/ }).click()
  await expect.element(page.getByRole('group', { name: 'Level of cover' })).toMatchTextContent(why)
  await next().click()
  await next().click()
  await expect.element(heading('Check your choice')).toBeVisible()
  const confirm = page.getByRole('button', { name: 'Confirm' })
  await expect.element(confirm).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible()
  await page.getByRole('alert').getByRole('link', { name: why }).click()
  answers.to(quoteBenefit, quoteOf(14))
  await page.getByRole('radio', { name: /Level 2/ }).click()
  await next().click()
  await next().click()
  await expect.element(heading('Check your choice')).toBeVisible()
  await expect.element(confirm).not.toHaveAttribute('aria-disabled')
  await expect.element(page.getByRole('link', { name: why })).not.toBeInTheDocument()
})

test("shows a business partner's refusal word for word with the entered values, and retries only after no reply [BENEFIT-57]", async () => {
  const answers = new Answers()
  const said = (cause: string, message: string, errors?: Record<string, string[]>) => () => {
    throw new CallFailed(422, { code: notPriced.code, message, error: message, cause, ...(errors && { errors }) })
  }
  await setUp(travel(), answers.to(askPartnerCosts, said('partner-refused', 'We can offer you up to £1,500 online')))
  const alert = costPanel().getByRole('alert')
  await expect.element(alert.getByText('We can offer you up to £1,500 online')).toBeVisible()
  await expect.element(costPanel().getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
  await expect.element(box()).not.toHaveAttribute('aria-invalid', 'true')

  answers.to(askPartnerCosts, said('partner-refused', 'Up to £1,500', { value: ['Up to £1,500'] }))
  await userEvent.fill(box(), '1600')
  await expect.element(box()).toHaveAccessibleDescription(/Up to £1,500/)
  await page.getByRole('button', { name: /^Next/ }).click()
  await expect.element(page.getByRole('link', { name: 'Up to £1,500' })).toBeVisible()
  await expectAccessible()
  answers.to(askPartnerCosts, said('partner-unreachable', 'Wayfarer Cover cannot be reached at the moment'))
  await userEvent.fill(box(), '1700')
  await expect.element(alert.getByText('Wayfarer Cover cannot be reached at the moment')).toBeVisible()
  await expect.element(box()).toHaveValue('1700')
  await expectAccessible()
  answers.to(askPartnerCosts, partnerCost(1.7))
  await costPanel().getByRole('button', { name: 'Retry' }).click()
  await expect.element(costPanel().getByText('£1.70 a month').first()).toBeVisible()
})

test('asks about a yearly increase next to the amount, and shows what the next increase costs and the taxed benefit in kind', async () => {
  const wanted: SetupField = {
    ...levelField,
    name: 'yearly-rise',
    label: 'Pay in more each April?',
    required: false,
    step: 'cost',
    initial: 'no',
    input: {
      kind: 'options',
      options: ['Yes', 'No'].map((label) => ({
        value: label.toLowerCase(),
        label,
        description: null,
        perMonth: null,
      })),
    },
  }
  const rise = 'Your contribution rises by £50.00 on 1 April each year, up to £3,000.00.'
  const notes = ['Electric car is taxed as a benefit in kind']
  const answers = new Answers().to(quoteBenefit, ({ body }) => {
    const asked = (body as { values: SetupValues }).values['yearly-rise'] === 'yes'
    const takeHome = sampleTakeHome(-60)
    return asked ? { ...quoteOf(83.34), rise, takeHome: { ...takeHome, notes } } : quoteOf(83.34)
  })
  await page.viewport(1280, 800)
  await setUp(cycle({ setupFields: [valueField, wanted] }), answers, '/cost')
  await expect.element(page.getByRole('radio', { name: 'No', exact: true })).toBeChecked()
  await expect.element(costPanel().getByText('Your employer pays')).toBeVisible()
  expect(costPanel().getByText(rise).query()).toBeNull()
  await page.getByRole('radio', { name: 'Yes', exact: true }).click()
  await expect.element(costPanel().getByText(rise)).toBeVisible()
  await expect.element(costPanel().getByText('Electric car is taxed as a benefit in kind')).toBeVisible()
  await expectAccessible()
})
