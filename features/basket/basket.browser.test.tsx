import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { SelectionId } from '../../contract/ids.ts'
import { CallFailed } from '../../contract/call-failed.ts'
import { refusal } from '../../contract/refusals.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { clickByKeyboard, secondClick } from '../../tests/harness/clicks.ts'
import { changedMeanwhile, listBenefits, resetSelection } from '../../domain/selections/benefits.contract.ts'
import {
  cycleId,
  day,
  dentalId,
  sampleBenefit,
  sampleBenefitInForce,
  samplePrice,
  sampleSelection,
  sampleTakeHome,
} from '../benefits/benefits.samples.ts'
import { type Basket, type BasketItem, confirmBasket, readBasket } from './basket.contract.ts'
import { BasketPage } from './BasketPage.tsx'

const teeth: BasketItem = {
  benefitId: dentalId,
  selectionId: '5e1ec710-0000-4000-8000-000000000011' as SelectionId,
  name: 'Dental insurance',
  version: 3,
  planDetails: [{ label: 'Level of cover', value: 'Level 2' }],
  peopleCovered: [{ name: 'Tom Hart', relationship: 'Partner' }],
  price: samplePrice(24.6),
  insteadOf: {
    employee: { perMonth: 14, perYear: 168 },
    employer: { perMonth: 0, perYear: 0 },
  },
  onceApproved: null,
  effectiveFrom: day('2026-12-01'),
  reachesPay: 'This change reaches your pay in December 2026',
  becomes: 'active',
  problem: null,
}
const bicycle: BasketItem = {
  ...teeth,
  benefitId: cycleId,
  selectionId: '5e1ec710-0000-4000-8000-000000000012' as SelectionId,
  name: 'Cycle to work',
  version: 1,
  planDetails: [{ label: 'Value of bicycle and equipment', value: '£12,345.67' }],
  peopleCovered: [],
  price: samplePrice(83.34),
  insteadOf: null,
  becomes: 'pending',
}
const both: Basket = {
  items: [teeth, bicycle],
  together: {
    on: day('2026-12-01'),
    pays: { employee: { perMonth: 107.94, perYear: 1295.28 }, employer: { perMonth: 0, perYear: 0 } },
    insteadOf: { employee: { perMonth: 14, perYear: 168 }, employer: { perMonth: 0, perYear: 0 } },
    levies: {
      incomeTax: { perMonth: -16.67, perYear: -200 },
      nationalInsurance: { perMonth: 0, perYear: 0 },
    },
    takeHome: sampleTakeHome(-77.27),
  },
}
const unfinished: BasketItem = {
  ...bicycle,
  price: null,
  reachesPay: null,
  becomes: null,
  problem: { code: 'benefit-terms-required', message: 'Please accept the terms and conditions first', errors: {} },
}
const nothing: Basket = { items: [], together: null }
const confirmed = {
  confirmed: [
    { name: 'Dental insurance', selection: sampleSelection({ status: 'active', statusLabel: 'Active' }) },
    {
      name: 'Cycle to work',
      selection: sampleSelection({
        selectionId: bicycle.selectionId,
        benefitId: cycleId,
        status: 'pending',
        statusLabel: 'Awaiting approval',
      }),
    },
  ],
}

const show = (answers: Answers, more = {}) =>
  showScreen({ at: '/app/my-benefits/basket', screen: <BasketPage />, answers, ...more })
const card = (name: string) => page.getByRole('article', { name })
const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
const confirmAll = () => page.getByRole('button', { name: 'Confirm all 2 changes' })

test('shows each change with its price and the choice that it replaces, and the total of all changes', async () => {
  await show(new Answers().to(readBasket, both))
  await expect.element(card('Dental insurance')).toMatchTextContent('You pay£24.60 a month')
  await expect.element(card('Dental insurance')).toMatchTextContent('instead of £14.00 a month today')
  await expect.element(card('Dental insurance')).toMatchTextContent('You, Tom Hart')
  await expect.element(card('Dental insurance')).toMatchTextContent('This change reaches your pay in December 2026')
  await expect.element(card('Cycle to work')).toMatchTextContent('Your employer must approve this before it starts')
  await expect.element(row('You pay for these benefits')).toMatchTextContent('£107.94£1,295.28')
  await expect.element(row('What you pay for these benefits now')).toMatchTextContent('£14.00£168.00')
  await expect.element(row('Your employer pays')).toMatchTextContent('£0.00£0.00')
  await expect.element(row('Income tax')).toMatchTextContent('£16.67 less£200.00 less')
  await expect.element(row('National Insurance')).toMatchTextContent('No changeNo change')
  await expect.element(row('Your take-home pay')).toMatchTextContent('£77.27 less£927.24 less')
  await expectAccessible()
  await page.getByText('Your take-home pay in full').click()
  await page.getByText('Your pay before and after').click()
  await expect.element(page.getByRole('columnheader', { name: 'Without them' })).toBeVisible()
})

test('shows the day from which a replaced choice is charged, if that is in the future', async () => {
  const later = { ...teeth, insteadOf: teeth.insteadOf && { ...teeth.insteadOf, from: day('2026-12-01') } }
  await show(new Answers().to(readBasket, { ...both, items: [later, bicycle] }))
  await expect.element(card('Dental insurance')).toMatchTextContent('instead of £14.00 a month from 1 December 2026')
  await expect
    .element(row('You would pay without these changes'))
    .toMatchTextContent('You would pay without these changes£14.00£168.00')
})

test('confirms the changes shown only once after several clicks, and shows the next step for each change', async () => {
  let answer = (_reply: typeof confirmed) => undefined as void
  const answers = new Answers()
    .to(readBasket, both)
    .to(confirmBasket, () => new Promise((resolve) => (answer = resolve)))
  const { address, unmount } = await show(answers)
  await expect.element(confirmAll()).toBeVisible()
  secondClick(confirmAll().element())
  expect(answers.bodiesTo(confirmBasket)).toEqual([])
  clickByKeyboard(confirmAll().element())
  clickByKeyboard(confirmAll().element())
  await expect.element(page.getByRole('button', { name: 'Confirming...' })).toBeVisible()
  answers.to(readBasket, nothing)
  answer(confirmed)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Your changes are confirmed')
  await expect.element(page.getByText('Awaiting approval')).toBeVisible()
  await expect.element(page.getByText('You pay nothing until it is approved.')).toBeVisible()
  expect(answers.bodiesTo(confirmBasket)).toEqual([
    {
      changes: [
        { benefitId: dentalId, version: 3, expectedPerPeriod: 24.6 },
        { benefitId: cycleId, version: 1, expectedPerPeriod: 83.34 },
      ],
    },
  ])
  await expectAccessible()

  const reloaded = address()
  await unmount()
  const [teethChosen, bicycleAsked] = confirmed.confirmed.map(({ selection }) => selection)
  const benefits = [
    sampleBenefitInForce({ selection: teethChosen ?? null }),
    sampleBenefitInForce({ benefitId: cycleId, name: 'Cycle to work', selection: bicycleAsked ?? null }),
  ]
  await show(answers.to(listBenefits, benefits), { at: reloaded })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Your changes are confirmed')
  await expect.element(page.getByText('Awaiting approval')).toBeVisible()
})

test('shows no confirmation again if its changes were rejected in the meantime', async () => {
  const rejected = sampleSelection({ status: 'rejected', statusLabel: 'Not approved' })
  const benefits = [sampleBenefitInForce({ benefitId: cycleId, name: 'Cycle to work', selection: rejected })]
  const answers = new Answers().to(readBasket, nothing).to(listBenefits, benefits)
  await show(answers, { at: `/app/my-benefits/basket?confirmed=${cycleId}` })
  await expect.element(page.getByText('You have no changes to confirm')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).not.toHaveTextContent('Your changes are confirmed')
})

test('stays on another screen that is opened during the confirmation', async () => {
  let answer = (_reply: typeof confirmed) => undefined as void
  const answers = new Answers()
    .to(readBasket, both)
    .to(listBenefits, [])
    .to(confirmBasket, () => new Promise((resolve) => (answer = resolve)))
  const { address } = await show(answers)
  await confirmAll().click()
  await expect.element(page.getByRole('button', { name: 'Confirming...' })).toBeVisible()
  await page.getByRole('link', { name: 'My benefits' }).first().click()
  await expect.poll(address).toBe('/app/my-benefits/')
  const before = answers.sent.length
  answer(confirmed)
  await expect.poll(() => answers.sent.length).toBeGreaterThan(before)
  expect(address()).toBe('/app/my-benefits/')
})

test('does not confirm changes that are impossible, shows the reasons, and links to these changes', async () => {
  const answers = new Answers()
    .to(readBasket, { items: [teeth, unfinished], together: both.together })
    .to(confirmBasket, confirmed)
  await show(answers)
  await expect.element(card('Cycle to work')).toMatchTextContent('Please accept the terms and conditions first')
  await expect.element(card('Cycle to work')).toMatchTextContent('You can confirm the others without it.')
  await expect
    .element(page.getByRole('link', { name: 'Finish it Cycle to work' }))
    .toHaveAttribute('href', `/app/my-benefits/${cycleId}/setup`)
  await expectAccessible()
  await page.getByRole('button', { name: 'Confirm 1 of 2 changes' }).click()
  await vi.waitFor(() =>
    expect(answers.bodiesTo(confirmBasket)).toEqual([
      { changes: [{ benefitId: dentalId, version: 3, expectedPerPeriod: 24.6 }] },
    ]),
  )
})

test('offers no confirmation if no change can be confirmed', async () => {
  await show(new Answers().to(readBasket, { items: [unfinished], together: null }))
  await expect.element(page.getByText('Finish or discard your changes first.')).toBeVisible()
  expect(page.getByRole('button', { name: /^Confirm/ }).query()).toBeNull()
  expect(page.getByRole('table').query()).toBeNull()
})

test('reloads after a conflict, marks the changed item, and confirms the new state', async () => {
  const answers = new Answers().to(readBasket, both).to(confirmBasket, () => {
    answers.to(readBasket, { ...both, items: [{ ...teeth, version: 4, price: samplePrice(30) }, bicycle] })
    const message = `Dental insurance: ${changedMeanwhile.message}`
    throw new CallFailed(409, { code: changedMeanwhile.code, message, error: message, changed: [dentalId] })
  })
  await show(answers)
  await confirmAll().click()
  await expect
    .element(
      page.getByText(
        'Dental insurance: This has changed since you opened it. Please check the latest version and try again',
      ),
    )
    .toBeVisible()
  await expect.element(card('Dental insurance')).toMatchTextContent('You now see the latest version.')
  await expect.element(card('Dental insurance')).toMatchTextContent('You pay£30.00 a month')
  expect(card('Cycle to work').element().textContent).not.toContain('You now see the latest version.')
  await expectAccessible()
  answers.to(confirmBasket, confirmed)
  await confirmAll().click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Your changes are confirmed')
  expect(answers.bodiesTo(confirmBasket)[1]).toMatchObject({ changes: [{ version: 4, expectedPerPeriod: 30 }, {}] })
})

test('repeats the same request after a lost reply, even if the basket has become empty', async () => {
  const answers = new Answers().to(readBasket, both).drop(confirmBasket)
  const { client } = await show(answers)
  await confirmAll().click()
  await expect.element(page.getByText('There was an error connecting to the server')).toBeVisible()
  await expect.element(page.getByText(/We do not know whether your changes were saved/)).toBeVisible()
  await expectAccessible()
  answers.to(readBasket, nothing).to(confirmBasket, confirmed)
  await client.invalidateQueries()
  await confirmAll().click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Your changes are confirmed')
  const [first, second] = answers.bodiesTo(confirmBasket)
  expect(second).toEqual(first)
})

test('finds out which changes were saved although the reply was lost', async () => {
  const answers = new Answers().to(readBasket, both).drop(confirmBasket)
  await show(answers)
  await confirmAll().click()
  const check = page.getByRole('button', { name: 'Check what was saved' })
  const drafts = [teeth, bicycle].map(({ benefitId, version }) => ({ benefitId, version }))
  const benefits = (added: number) =>
    drafts.map(({ benefitId, version }) =>
      sampleBenefit({
        benefitId,
        selection: sampleSelection({ benefitId, version: version + added, temporarySelection: added === 0 }),
      }),
    )
  answers.to(listBenefits, benefits(0))
  await check.click()
  await expect.element(page.getByText(/^Your changes were not saved/)).toBeVisible()
  await confirmAll().click()
  await expect.element(check).toBeVisible()
  answers.drop(listBenefits)
  await check.click()
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('The server did not answer. Please check again in a moment.')
  answers.to(listBenefits, benefits(1))
  await confirmAll().click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Your changes are confirmed')
})

test('says that something has changed only after the new state is loaded', async () => {
  let answer = (_reply: Basket) => undefined as void
  const message = `Dental insurance: ${changedMeanwhile.message}`
  const answers = new Answers().to(readBasket, both).to(confirmBasket, () => {
    answers.to(readBasket, () => new Promise((resolve) => (answer = resolve)))
    throw new CallFailed(409, { code: changedMeanwhile.code, message, error: message, changed: [dentalId] })
  })
  await show(answers)
  await confirmAll().click()
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(card('Dental insurance')).toMatchTextContent('You pay£24.60 a month')
  expect(page.getByText(/You now see the latest version/).query()).toBeNull()
  answer({ ...both, items: [{ ...teeth, version: 4, price: samplePrice(30) }, bicycle] })
  await expect.element(card('Dental insurance')).toMatchTextContent('You now see the latest version.')
  await expect.element(card('Dental insurance')).toMatchTextContent('You pay£30.00 a month')
})

test('removes the message of a refusal or lost reply when the affected change is discarded', async () => {
  for (const outcome of ['refused', 'lost'] as const) {
    const message = 'Cycle to work: Please accept the terms and conditions first'
    const answers = new Answers().to(readBasket, both).to(resetSelection, () => {
      answers.to(readBasket, { ...both, items: [teeth] })
      return null
    })
    if (outcome === 'lost') answers.drop(confirmBasket)
    else answers.refuse(confirmBasket, refusal('benefit-terms-required', 403, message))
    const { unmount } = await show(answers)
    await confirmAll().click()
    const failure = page.getByText(outcome === 'lost' ? 'There was an error connecting to the server' : message)
    await expect.element(failure).toBeVisible()
    await page.getByRole('button', { name: 'Discard draft Cycle to work' }).click()
    const question = page.getByRole('alertdialog', { name: 'Discard this draft?' })
    await question.getByRole('button', { name: 'Discard draft' }).click()
    await expect.element(page.getByRole('button', { name: 'Confirm 1 change' })).toBeVisible()
    await expect.element(failure).not.toBeInTheDocument()
    await unmount()
  }
})

test('discards one change after the person confirms this, and keeps the other changes', async () => {
  const answers = new Answers().to(readBasket, both).to(resetSelection, () => {
    answers.to(readBasket, { ...both, items: [teeth] })
    return null
  })
  await show(answers)
  await page.getByRole('button', { name: 'Discard draft Cycle to work' }).click()
  await page
    .getByRole('alertdialog', { name: 'Discard this draft?' })
    .getByRole('button', { name: 'Discard draft' })
    .click()
  await expect.element(page.getByRole('button', { name: 'Confirm 1 change' })).toBeVisible()
  expect(answers.sent.find(({ endpoint }) => endpoint === resetSelection)?.params).toEqual({ id: bicycle.selectionId })
})

test('shows an empty state, a loading state, and a retry after a failure', async () => {
  const answers = new Answers().hang(readBasket)
  const loading = await show(answers)
  await expect.element(page.getByRole('status')).toHaveTextContent('Loading your changes')
  await expectAccessible()
  await loading.unmount()
  answers.refuse(readBasket, refusal('busy', 422, 'no'))
  await show(answers, { retry: false })
  await expect.element(page.getByText('We could not load your changes.')).toBeVisible()
  await expectAccessible()
  answers.to(readBasket, nothing)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('You have no changes to confirm')).toBeVisible()
  await expectAccessible()
})
