import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { CallFailed } from '../../contract/call-failed.ts'
import { refusal } from '../../contract/refusals.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import {
  changedMeanwhile,
  changeSelection,
  createSelection,
  listBenefitFaqs,
  listRelatedBenefits,
  questionsNotAnswered,
  quoteBenefit,
  readBenefitWithSelection,
  type BenefitView,
} from '../../domain/selections/benefits.contract.ts'
import {
  day,
  dentalId,
  sampleBenefit,
  sampleBenefitInForce,
  sampleFirstDay,
  samplePrice,
  sampleSelection,
  sampleTakeHome,
} from '../benefits/benefits.samples.ts'
import { BenefitPage } from '../benefits/BenefitPage.tsx'
import { BenefitSetupPage } from './BenefitSetupPage.tsx'
import { answerMedicalQuestions, readMedicalQuestions, type MedicalQuestions } from '../medical/medical.contract.ts'
import { medicalMessages } from '../medical/medical.messages.ts'
import { MedicalQuestionsPanel } from '../medical/MedicalQuestionsPanel.tsx'

afterEach(() => vi.restoreAllMocks())

const asked = (answers: (boolean | null)[] = [null, null]): MedicalQuestions => ({
  version: 'as-of-now',
  questions: [
    { id: 'absence', question: 'Have you been off work for ten days in a row?', answer: answers[0] ?? null },
    { id: 'treatment', question: 'Are you having treatment?', answer: answers[1] ?? null },
  ],
})

const panel = () => page.getByRole('dialog', { name: medicalMessages.title })
const question = (name: RegExp) => panel().getByRole('group', { name })
const save = () => panel().getByRole('button', { name: 'Save' })

function showPanel(answers: Answers) {
  answers.to(readBenefitWithSelection, sampleBenefit())
  return showScreen({
    at: `/app/my-benefits/${dentalId}?panel=medical-questions&benefitId=${dentalId}`,
    route: '/app/my-benefits/$benefitId',
    screen: <MedicalQuestionsPanel params={{ benefitId: dentalId }} onClose={closed} />,
    answers,
  })
}
const closed = vi.fn<() => void>()

test('asks each question with yes or no, requires all answers, and sends them with the version of the questions shown [BENEFIT-45] [BENEFIT-46] [PANEL-05]', async () => {
  const answers = new Answers().to(readMedicalQuestions, asked()).to(answerMedicalQuestions, { status: 'ok' })
  await showPanel(answers)
  await expect.element(panel().getByText(/Your employer never does/)).toBeVisible()
  await question(/ten days/)
    .getByRole('radio', { name: 'Yes' })
    .click()
  await expectAccessible()
  await save().click()
  await expect.element(question(/treatment/).getByText('This field is required')).toBeVisible()
  await expect.element(panel().getByRole('link', { name: /treatment\? This field is required/ })).toBeVisible()
  expect(answers.bodiesTo(answerMedicalQuestions)).toEqual([])
  await expectAccessible()

  await question(/treatment/)
    .getByRole('radio', { name: 'No' })
    .click()
  await expect.element(panel().getByRole('button', { name: 'Cancel' })).toBeVisible()
  answers.to(answerMedicalQuestions, () => {
    throw new CallFailed(500)
  })
  await save().click()
  const generic = 'It looks like something has gone wrong, please try again later'
  await expect.element(panel().getByText(generic)).toBeVisible()
  const before = answers.bodiesTo(answerMedicalQuestions).length
  answers.to(answerMedicalQuestions, { status: 'ok' })
  await save().click()
  await vi.waitFor(() => expect(closed).toHaveBeenCalled())
  expect(answers.bodiesTo(answerMedicalQuestions).slice(before)).toEqual([
    { answers: { absence: true, treatment: false }, version: 'as-of-now' },
  ])
})

test('shows stored answers, and keeps the choice when the questions have changed', async () => {
  const answers = new Answers()
    .to(readMedicalQuestions, asked([false, false]))
    .refuse(answerMedicalQuestions, changedMeanwhile)
  await showPanel(answers)
  await expect.element(question(/ten days/).getByRole('radio', { name: 'No' })).toBeChecked()
  await question(/ten days/)
    .getByRole('radio', { name: 'Yes' })
    .click()
  answers.to(readMedicalQuestions, {
    version: 'newer',
    questions: [...asked().questions, { id: 'family', question: 'Has a parent been ill?', answer: null }],
  })
  await save().click()
  await expect.element(panel().getByText(changedMeanwhile.message)).toBeVisible()
  await expect.element(question(/parent/)).toBeVisible()
  await expect.element(question(/ten days/).getByRole('radio', { name: 'Yes' })).toBeChecked()
})

test('discards answers to reworded questions, and shows that the questions have changed', async () => {
  const answers = new Answers().to(readMedicalQuestions, asked()).refuse(answerMedicalQuestions, changedMeanwhile)
  await showPanel(answers)
  for (const name of [/ten days/, /treatment/]) await question(name).getByRole('radio', { name: 'No' }).click()
  const [absence] = asked().questions
  const reworded = { id: 'treatment', question: 'Are you having treatment, or waiting for it?', answer: null }
  answers.to(readMedicalQuestions, { version: 'newer', questions: absence ? [absence, reworded] : [] })
  await save().click()
  await expect.element(panel().getByText(medicalMessages.otherQuestions)).toBeVisible()
  await expect.element(question(/ten days/).getByRole('radio', { name: 'No' })).toBeChecked()
  await expect.element(question(/waiting for it/).getByRole('radio', { name: 'No' })).not.toBeChecked()
  expect(panel().getByText('This field is required').query()).toBeNull()
  await expectAccessible()

  await save().click()
  await expect.element(question(/waiting for it/).getByText('This field is required')).toBeVisible()
  expect(answers.bodiesTo(answerMedicalQuestions)).toHaveLength(1)
})

test('says if there are no questions or if only the person may answer them, and offers a retry if loading fails', async () => {
  const answers = new Answers().refuse(readMedicalQuestions, refusal('not-found', 404, 'Not found'))
  const { unmount } = await showPanel(answers)
  await expect.element(panel().getByText(medicalMessages.none)).toBeVisible()
  await unmount()

  const looking = new Answers().refuse(readMedicalQuestions, refusal('denied', 403, 'Not while you look as somebody'))
  const refusedView = await showPanel(looking)
  await expect.element(panel().getByText('Not while you look as somebody')).toBeVisible()
  await expect.element(panel().getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
  await refusedView.unmount()

  const failing = new Answers().refuse(readMedicalQuestions, refusal('unreadable', 400, 'Something failed'))
  await showPanel(failing)
  await expect.element(panel().getByText('We could not load the questions')).toBeVisible()
  await expect.element(panel().getByText('Something failed')).not.toBeInTheDocument()
  failing.to(readMedicalQuestions, asked())
  await panel().getByRole('button', { name: 'Retry' }).click()
  await expect.element(question(/ten days/)).toBeVisible()
})

const limited = { cover: 270000, coverNow: 250000, evidence: 'awaited' } as const
const quote = {
  price: samplePrice(4.55, limited),
  planDetails: [],
  effectiveFrom: day('2026-12-01'),
  firstDay: sampleFirstDay,
  reachesPay: 'This change reaches your pay in December 2026',
  takeHome: sampleTakeHome(-60),
  medicalQuestions: true,
  monthlyIfAccepted: 5.85,
}
const lifeCover = (more: Partial<BenefitView> = {}) =>
  sampleBenefit({
    name: 'Life assurance',
    terms: [],
    termsAndConditionsShown: false,
    freeCoverLimit: 250000,
    medicalQuestions: 'open',
    setupFields: [
      {
        name: 'multiple',
        label: 'Cover',
        help: null,
        required: true,
        step: 'options',
        onlyWhen: null,
        initial: 4,
        input: { kind: 'number', unit: 'multiple', min: 4, max: 10, step: 1 },
      },
    ],
    ...more,
  })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const next = () => page.getByRole('button', { name: /^Next/ })
const cover = () => page.getByRole('textbox', { name: 'Cover' })

function setUp(benefit: BenefitView, answers: Answers, step = '') {
  answers.to(readBenefitWithSelection, benefit)
  return showScreen({
    at: `/app/my-benefits/${dentalId}/setup${step}`,
    route: '/app/my-benefits/$benefitId/setup/$',
    screen: <BenefitSetupPage />,
    answers,
  })
}

test('is a step of the set-up with its own address, before the review, if cover exceeds the free cover limit', async () => {
  const draft = sampleSelection({ status: 'draft', temporarySelection: true, version: 1, values: { multiple: 6 } })
  const answers = new Answers().to(quoteBenefit, quote).to(createSelection, draft).to(changeSelection, draft)
  const { address, client } = await setUp(lifeCover(), answers)
  await cover().fill('6')
  await expect.element(page.getByText('£4.55').first()).toBeVisible()
  await next().click()
  await expect.element(heading('A few questions about your health')).toBeVisible()
  expect(address()).toBe(`/app/my-benefits/${dentalId}/setup/medical`)
  await next().click()
  await expect.element(page.getByRole('link', { name: medicalMessages.missing })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: medicalMessages.open }).click()
  expect(address()).toContain('panel=medical-questions')

  answers.to(readBenefitWithSelection, lifeCover({ medicalQuestions: 'answered' }))
  await client.invalidateQueries()
  await expect.element(page.getByText(medicalMessages.done)).toBeVisible()
  await next().click()
  await expect.element(heading('Check your choice')).toBeVisible()
  await expect.element(page.getByText(/Cover is limited to £250,000.00/)).toBeVisible()
  await expect.element(page.getByText(/From then on you pay £5.85 a month/)).toBeVisible()
  await expect.element(page.getByText('Answered')).toBeVisible()
  await expectAccessible()
})

test('returns to the questions and keeps the choice, if a confirmation is refused because answers are missing', async () => {
  const draft = sampleSelection({
    status: 'draft',
    temporarySelection: true,
    values: { multiple: 6 },
    price: samplePrice(4.55, limited),
  })
  const begun = lifeCover({ medicalQuestions: 'answered', selection: draft })
  const answers = new Answers().to(quoteBenefit, quote).refuse(changeSelection, questionsNotAnswered)
  await setUp(begun, answers, '/review')
  await expect.element(heading('Check your choice')).toBeVisible()
  answers.to(readBenefitWithSelection, { ...begun, medicalQuestions: 'open' })
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(heading('A few questions about your health')).toBeVisible()
  await expect.element(page.getByText(questionsNotAnswered.message)).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.element(cover()).toHaveValue('6')
})

test("shows on the detail page whether cover awaits the person's answers or the provider's decision", async () => {
  const pended = (medicalQuestions: BenefitView['medicalQuestions']) =>
    sampleBenefitInForce({
      medicalQuestions,
      selection: sampleSelection({ status: 'pended', statusLabel: 'Awaiting medical evidence' }),
    })
  const answers = new Answers().to(listBenefitFaqs, []).to(listRelatedBenefits, [])
  answers.to(readBenefitWithSelection, pended('open'))
  const { client, address } = await showScreen({
    at: `/app/my-benefits/${dentalId}`,
    route: '/app/my-benefits/$benefitId',
    screen: <BenefitPage />,
    answers,
  })
  await expect.element(page.getByText(medicalMessages.waitsForYou)).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: medicalMessages.open }).click()
  expect(address()).toContain('panel=medical-questions')
  for (const [state, words] of [
    ['answered', medicalMessages.waitsForProvider],
    ['none', medicalMessages.willAsk],
  ] as const) {
    answers.to(readBenefitWithSelection, pended(state))
    await client.invalidateQueries()
    await expect.element(page.getByText(words)).toBeVisible()
  }
})
