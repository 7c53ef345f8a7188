import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { listBenefits, notSelectable, type BenefitView } from '../../domain/selections/benefits.contract.ts'
import {
  cycleId,
  dentalId,
  sampleBenefit,
  sampleBenefitInForce,
  samplePrice,
  sampleSelection,
  sampleTakeHome,
  sampleWhatIf,
  valueField,
} from '../benefits/benefits.samples.ts'
import type { SetupField } from '../../domain/selections/benefits.contract.ts'
import { WhatIfPage } from './WhatIfPage.tsx'
import { whatIf, type WhatIfReply, type WhatIfRequest } from '../../domain/tax/what-if.contract.ts'

const contributionField: SetupField = {
  ...valueField,
  name: 'contribution',
  label: 'Your contribution',
  initial: 5,
  input: { kind: 'number', unit: 'percent', min: 3, max: 40, step: 1 },
}
const pension = sampleBenefit({
  name: 'Workplace pension',
  setupFields: [contributionField],
  selection: sampleSelection({ values: { contribution: 6 } }),
})
const cycle = sampleBenefit({ benefitId: cycleId, name: 'Cycle to work', setupFields: [valueField] })

const amounts = (perMonth: number) => ({ perPeriod: perMonth, perMonth, perYear: Math.round(perMonth * 1200) / 100 })
const costs = (mine: number, employers: number) => ({ employee: amounts(mine), employer: amounts(employers) })

const answered = (perMonth: number, more: Partial<WhatIfReply> = {}): WhatIfReply => {
  const today = sampleWhatIf()
  const change = { perMonth, perYear: Math.round(perMonth * 1200) / 100 }
  const now = { perMonth: 2993.3, perYear: 35_919.6 }
  const supposed = { perMonth: 2993.3 + perMonth, perYear: 35_919.6 + change.perYear }
  return { ...today, comparedWithNow: sampleTakeHome(perMonth), takeHome: { now, supposed, change }, ...more }
}

/** Replies to a question with `answer`, and to an empty question with today's figures. */
const answering = (answer: (question: WhatIfRequest) => WhatIfReply, benefits: BenefitView[] = [pension, cycle]) =>
  new Answers()
    .to(listBenefits, benefits)
    .to(whatIf, ({ body }) =>
      Object.keys(body as object).length === 0 ? sampleWhatIf() : answer(body as WhatIfRequest),
    )

const open = (answers: Answers, query = '') =>
  showScreen({
    at: `/app/my-benefits/what-if/${query}`,
    route: '/app/my-benefits/what-if',
    screen: <WhatIfPage />,
    answers,
  })

const salary = () => page.getByRole('textbox', { name: 'Your salary per year' })
const answer = () => page.getByRole('region', { name: 'What would change' })
const bar = () => page.getByRole('complementary', { name: 'Take-home pay per month' })
const asked = (answers: Answers) => answers.bodiesTo(whatIf).slice(1)

test('starts with the current situation, says that nothing is saved, and sends no second request', async () => {
  const answers = answering(() => answered(0))
  await open(answers)
  await expect.element(salary()).toHaveValue('45000')
  await expect.element(page.getByRole('textbox', { name: 'Your hours per week' })).toHaveValue('37.5')
  await expect.element(page.getByRole('textbox', { name: 'Your age' })).toHaveValue('38')
  await expect.element(page.getByRole('radio', { name: 'England, Wales or Northern Ireland' })).toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: 'A new baby in your family' })).not.toBeChecked()
  await expect.element(page.getByRole('textbox', { name: 'Workplace pension: your contribution' })).toHaveValue('6')
  await expect
    .element(page.getByText('This is only a trial: your choices do not change, and your employer does not see it.'))
    .toBeVisible()
  await expect.element(answer().getByText('£2,993.30')).toBeVisible()
  await expect.element(answer().getByText('Change something to see the difference here.')).toBeVisible()
  expect(answers.bodiesTo(whatIf)).toEqual([{}])
  await expectAccessible()
})

test("sends only changed facts when typing pauses, and shows today's figures next to the new figures", async () => {
  const answers = answering(() =>
    answered(-162, {
      held: [
        {
          benefitId: dentalId,
          name: 'Workplace pension',
          now: costs(225, 225),
          supposed: costs(300, 300),
          note: null,
          trace: samplePrice(300).trace,
        },
        {
          benefitId: cycleId,
          name: 'Cycle to work',
          now: costs(83.34, 0),
          supposed: costs(83.34, 0),
          note: null,
          trace: [],
        },
      ],
      closes: [{ benefitId: cycleId, name: 'Cycle to work', reason: 'This benefit is offered until the age of 69' }],
      opens: [{ benefitId: dentalId, name: 'Dental insurance', reason: null }],
    }),
  )
  await open(answers)
  await userEvent.fill(salary(), '60,000')
  await page.getByRole('radio', { name: 'Scotland' }).click()
  await page.getByRole('checkbox', { name: 'A new baby in your family' }).click()
  await expect
    .element(answer().getByText('You would take home £162.00 a month less, £1,944.00 in a year').last())
    .toBeVisible()
  const all = { facts: { salary: 60_000, taxCountry: 'Scotland', newChild: true } }
  await expect.poll(() => asked(answers).at(-1)).toEqual(all)

  await expect.element(answer().getByText('£2,831.30')).toBeVisible()
  await expect.element(answer().getByText(/^Today: .+, with the benefits that you have on that day$/)).toBeVisible()
  const prices = answer()
    .getByRole('table', { name: /for each benefit, today and after the change/ })
    .first()
  await expect.element(prices.getByRole('row', { name: 'You pay £225.00 £300.00' })).toBeVisible()
  await expect.element(prices.getByRole('row', { name: 'Your employer pays £225.00 £300.00' })).toBeVisible()
  await expect.element(answer().getByText('1 benefit stays as it is')).toBeVisible()
  await expect
    .element(answer().getByRole('region', { name: 'Benefits that you could no longer choose' }))
    .toHaveTextContent(
      'Benefits that you could no longer chooseCycle to workThis benefit is offered until the age of 69',
    )
  await expect
    .element(answer().getByRole('region', { name: 'Benefits that you could choose' }))
    .toHaveTextContent('Benefits that you could chooseDental insuranceHas it happened? Add a life event')
  await expect
    .element(answer().getByRole('row', { name: /^Income tax/ }))
    .toHaveTextContent('Income tax-£6,486.00-£6,286.00')
  await expect
    .element(answer().getByText("Your employer's National Insurance would be £150.00 less in a year."))
    .toBeVisible()
  await expectAccessible()

  await page.getByRole('button', { name: 'Start again' }).click()
  await expect.element(salary()).toHaveValue('45000')
  await expect.element(answer().getByText('Change something to see the difference here.')).toBeVisible()
})

test('also works if current age, hours or salary are outside the allowed range, as long as they do not change', async () => {
  const old = { ...sampleWhatIf(), known: { ...sampleWhatIf().known, age: 81, weeklyHours: 0.5 } }
  const answers = new Answers()
    .to(listBenefits, [pension, cycle])
    .to(whatIf, ({ body }) => (Object.keys(body as object).length === 0 ? old : answered(-10)))
  await open(answers)
  await expect.element(page.getByRole('textbox', { name: 'Your age' })).toHaveValue('81')
  await salary().fill('50000')
  await expect.element(answer().getByText('£2,983.30')).toBeVisible()
  expect(asked(answers)).toEqual([{ facts: { salary: 50_000 } }])
  await page.getByRole('textbox', { name: 'Your age' }).fill('82')
  await expect.element(answer().getByText('Please correct the marked fields to see the answer.').last()).toBeVisible()
})

test('allows another contribution, no contribution, and the values from the benefit page that the person came from', async () => {
  const answers = answering(() => answered(0))
  await open(answers, `?benefit=${cycleId}`)
  const value = page.getByRole('textbox', { name: 'Value of bicycle and equipment' })
  await expect.element(value).toHaveValue('1000')
  const contribution = page.getByRole('textbox', { name: 'Workplace pension: your contribution' })
  await userEvent.fill(contribution, '10')
  const cycling = { benefitId: cycleId, values: { value: 1000 } }
  await expect
    .poll(() => asked(answers).at(-1))
    .toEqual({
      benefits: [{ benefitId: dentalId, values: { contribution: 10 } }, cycling],
    })
  await userEvent.clear(contribution)
  await expect.poll(() => asked(answers).at(-1)).toEqual({ benefits: [cycling], without: [dentalId] })
})

test.each([
  ['Your salary per year', '-5', 'Please enter an amount from £0 to £10,000,000'],
  ['Your salary per year', 'a lot', 'Please enter an amount from £0 to £10,000,000'],
  ['Your hours per week', '90', 'Please enter hours from 1 to 80, such as 37.5'],
  ['Your age', '12', 'Please enter an age from 16 to 80'],
  ['Your age', '', 'Please enter an age from 16 to 80'],
  ['Workplace pension: your contribution', '41', 'Please enter a value between 3% and 40%'],
])('shows at %s the error in %j, keeps the input and sends no request', async (label, typed, sentence) => {
  const answers = answering(() => answered(0))
  await open(answers)
  const field = page.getByRole('textbox', { name: label })
  await userEvent.fill(field, typed)
  await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(sentence))
  await expect.element(field).toHaveValue(typed)
  await expect.element(answer().getByText('Please correct the marked fields to see the answer.').last()).toBeVisible()
  expect(asked(answers)).toEqual([])
  await expectAccessible()
})

test("shows the server's error at its field", async () => {
  const answers = answering(() =>
    answered(0, {
      benefits: [
        {
          outcome: 'refused',
          benefitId: dentalId,
          name: 'Workplace pension',
          code: 'invalid-choice',
          reason: 'Please review the page',
          errors: { contribution: ['You can choose up to 12 this year'] },
        },
      ],
    }),
  )
  await open(answers)
  const contribution = page.getByRole('textbox', { name: 'Workplace pension: your contribution' })
  await userEvent.fill(contribution, '20')
  await expect
    .element(contribution)
    .toHaveAccessibleDescription(expect.stringContaining('You can choose up to 12 this year'))
  await expect.element(contribution).toHaveValue('20')
})

test('keeps the entered values if there is no reply, and has a retry', async () => {
  const answers = answering(() => answered(0))
  await open(answers)
  await expect.element(salary()).toHaveValue('45000')
  answers.drop(whatIf)
  await userEvent.fill(salary(), '52000')
  const failed = answer().getByRole('alert')
  await expect.element(failed.getByText('There was an error connecting to the server')).toBeVisible()
  await expect.element(salary()).toHaveValue('52000')
  await expectAccessible()
  answers.to(whatIf, answered(250))
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect
    .element(answer().getByText('You would take home £250.00 a month more, £3,000.00 in a year').last())
    .toBeVisible()
  expect(asked(answers)).toEqual([{ facts: { salary: 52_000 } }, { facts: { salary: 52_000 } }])
})

test('stays readable while the next reply loads', async () => {
  const answers = answering(() => answered(-162))
  await open(answers)
  await userEvent.fill(salary(), '50000')
  const figure = answer().getByText('You would take home £162.00 a month less, £1,944.00 in a year').last()
  await expect.element(figure).toBeVisible()
  answers.to(whatIf, () => new Promise<never>(() => undefined))
  await userEvent.fill(salary(), '55000')
  await expect.element(answer()).toHaveAttribute('aria-busy', 'true')
  await expect.element(figure).toBeVisible()
  expect(document.querySelector('[data-updating]')?.contains(figure.element())).toBe(true)
  await expectAccessible()
})

test('shows the latest reply, even if the reply to an earlier request arrives after it', async () => {
  const first = Promise.withResolvers<void>()
  const answers = answering(() => answered(0))
  await open(answers)
  await expect.element(salary()).toHaveValue('45000')
  answers.to(whatIf, async ({ body }) => {
    const late = (body as WhatIfRequest).facts?.salary === 50_000
    if (late) await first.promise
    return answered(late ? 111 : 222)
  })
  await userEvent.fill(salary(), '50000')
  await expect.poll(() => asked(answers)).toHaveLength(1)
  await userEvent.fill(salary(), '55000')
  const latest = answer()
    .getByText(/£222\.00 a month more/)
    .last()
  await expect.element(latest).toBeVisible()
  first.resolve()
  await expect.element(latest).toBeVisible()
  await expect.element(answer().getByText(/£111\.00/)).not.toBeInTheDocument()
})

test("says which choice is not possible, and requests a business partner's price again after a missing reply", async () => {
  const answers = answering(() =>
    answered(0, {
      benefits: [
        {
          outcome: 'refused',
          benefitId: cycleId,
          name: 'Cycle to work',
          code: 'not-priced',
          reason: 'Wayfarer Cover cannot be reached at the moment',
          errors: {},
        },
      ],
    }),
  )
  await open(answers, `?benefit=${cycleId}`)
  const warning = answer().getByRole('alert')
  await expect.element(warning.getByText('Wayfarer Cover cannot be reached at the moment')).toBeVisible()
  const before = asked(answers).length
  await warning.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => asked(answers).length).toBe(before + 1)
})

test('says why take-home pay cannot be calculated, and says who cannot use what-if', async () => {
  const reason = 'We do not know your salary'
  const unknown = {
    known: { salary: null, weeklyHours: null, age: 38, taxCountry: 'rUK' as const },
    comparedWithNow: { outcome: 'not-computed' as const, reason },
    takeHome: null,
  }
  const { unmount } = await open(new Answers().to(listBenefits, []).to(whatIf, sampleWhatIf(unknown)))
  await expect.element(answer().getByText(reason).first()).toBeVisible()
  const unknownSalary = page.getByRole('textbox', { name: 'Your salary per year (optional)' })
  await expect.element(unknownSalary).toHaveValue('')
  await expect
    .element(unknownSalary)
    .toHaveAccessibleDescription(expect.stringContaining('Your employer has not told us'))
  await unmount()

  await open(new Answers().to(listBenefits, [sampleBenefitInForce()]).refuse(whatIf, notSelectable))
  await expect.element(page.getByRole('alert').getByText(notSelectable.message)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Back to My benefits' })).toBeVisible()
  await expectAccessible()
})

test('says that the current situation cannot be loaded, and loads it again', async () => {
  const answers = new Answers().to(listBenefits, [pension]).drop(whatIf)
  await open(answers)
  await expect.element(page.getByText('We could not load your current situation')).toBeVisible()
  answers.to(whatIf, sampleWhatIf())
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(salary()).toHaveValue('45000')
})

test("shows the most important figure at the bottom of a phone's screen, with a link to the other figures", async () => {
  await page.viewport(360, 740)
  await open(answering(() => answered(-162)))
  await userEvent.fill(salary(), '42000')
  await expect.element(bar().getByText('£162.00 less')).toBeVisible()
  await bar().getByRole('button', { name: 'See what changes' }).click()
  await expect.element(page.getByRole('heading', { name: 'What would change' })).toHaveFocus()
  await expectAccessible()
})
