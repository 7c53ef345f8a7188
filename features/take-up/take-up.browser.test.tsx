import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { notFound } from '../../contract/not-found.ts'
import { refusal } from '../../contract/refusals.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { listViews, saveView } from '../saved-views/saved-views.contract.ts'
import { signedIn } from '../session/session.samples.ts'
import { useSession } from '../session/use-session.ts'
import { BenefitTakeUpPage } from './BenefitTakeUpPage.tsx'
import { TakeUpPage } from './TakeUpPage.tsx'
import { TakeUpPanel } from './TakeUpPanel.tsx'
import {
  downloadBenefitTakeUp,
  downloadTakeUp,
  insightsOff,
  readBenefitInsights,
  readBenefitTakeUp,
  readInsightsOfBenefit,
  readTakeUp,
} from './take-up.contract.ts'
import { sampleOfBenefit, sampleRows, sampleTakeUp } from './take-up.samples.ts'

const insights = (isInsightsEnabled: boolean) =>
  useSession.setState(
    signedIn({ userType: 'employer', isInsightsEnabled }, { id: '0a5bdc6e-6a83-4b8e-9c53-000000000099' }),
  )
beforeEach(async () => {
  await page.viewport(1280, 900)
  insights(false)
})
afterEach(() => vi.restoreAllMocks())

const failure = 'There was an error requesting take-up data'
const file = { fileName: 'take-up.csv', mediaType: 'text/csv', bytes: new Uint8Array([65]) }
const dental = sampleOfBenefit.benefit.benefitId
const withoutInsights = { ...sampleOfBenefit, insights: null }
const show = (answers: Answers) =>
  showScreen({ at: '/app/dashboard/benefit-takeup', screen: <TakeUpPage />, answers, retry: false })
const showPage = (answers: Answers, query = '') =>
  showScreen({
    at: `/app/dashboard/benefit-takeup/${dental}${query}`,
    route: '/app/dashboard/benefit-takeup/$benefitId',
    screen: <BenefitTakeUpPage />,
    answers,
    retry: false,
  })
const names = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((cell) => cell.querySelector('a, button')?.textContent)
const lastAsked = (answers: Answers) =>
  Object.fromEntries(new URLSearchParams(answers.sent.at(-1)?.address.split('?')[1]))

describe('take-up', () => {
  it('shows each benefit with its figures and take-up with one decimal, can be sorted and filtered, and opens the people behind each figure [EMP-28] [EMP-36]', async () => {
    const { address } = await show(new Answers().to(readTakeUp, sampleTakeUp))
    await expect
      .element(
        page.getByText(
          /1,000 of 1,234 people employed today have at least one benefit or will get one, as of 14:32 on 27 November 2026/,
        ),
      )
      .toBeVisible()
    await expect
      .element(page.getByRole('heading', { level: 1, name: '81.0% of your people have a benefit' }))
      .toBeVisible()
    const counted = page.getByText(/^Only people employed today are counted/)
    await expect.element(counted).not.toBeVisible()
    await page.getByText('How people are counted').click()
    await expect.element(counted).toBeVisible()
    const headings = page.getByRole('columnheader').elements()
    expect(headings.map((heading) => heading.textContent)).toEqual([
      'Benefit',
      'Kind',
      'Eligible',
      'Selected',
      'Opted out',
      'Take-up',
    ])
    const first = page.getByRole('row').nth(1)
    for (const figure of ['187', '200']) await expect.element(first.getByText(figure)).toBeVisible()
    await expect.element(first.getByRole('cell', { name: '93.5% Last year 91.2%' })).toBeVisible()
    await expect.element(page.getByText('No longer offered')).toBeVisible()
    expect(names()).toEqual(['Workplace pension', 'Dental insurance', 'Health cash plan'])
    await expectAccessible()

    await page.getByRole('columnheader', { name: 'Take-up' }).getByRole('button').click()
    expect(names()).toEqual(['Dental insurance', 'Workplace pension', 'Health cash plan'])
    await page.getByRole('columnheader', { name: 'Take-up' }).getByRole('button').click()
    expect(names()).toEqual(['Health cash plan', 'Workplace pension', 'Dental insurance'])
    await page.getByRole('combobox', { name: 'Kind' }).selectOptions('Health')
    expect(names()).toEqual(['Health cash plan', 'Dental insurance'])
    await page.getByRole('combobox', { name: 'Kind' }).selectOptions('All kinds')
    await page.getByRole('switch', { name: 'Group by kind' }).click()
    await expect.element(page.getByRole('table', { name: 'Pension' })).toBeVisible()
    await expect.element(page.getByRole('table', { name: 'Health' })).toBeVisible()
    await expectAccessible()

    await page.getByRole('button', { name: '4 opted out of Workplace pension: show them' }).click()
    expect(address()).toBe(
      `/app/dashboard/benefit-takeup?sort=-takeUp&grouped=yes&panel=view-benefit-takeup-detail&benefitId=${sampleRows[0]?.benefitId}&holding=opted-out`,
    )
  })

  it('shows only the people of the department that is chosen, in figures, links, lists and files; the filter is in the address [S-53]', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const ops = { by: 'department' as const, value: 'OPS', name: 'OPS' }
    const ofOps = { ...sampleTakeUp, group: ops, employees: 20, holders: 5 }
    const answers = new Answers()
      .to(readTakeUp, ({ address }) => (address.includes('OPS') ? ofOps : sampleTakeUp))
      .to(downloadTakeUp, file)
    const { address } = await show(answers)
    const department = page.getByRole('group', { name: 'Filters' }).getByRole('combobox', { name: 'Department' })
    // There is only one payroll.
    expect(page.getByRole('combobox', { name: 'Payroll' }).query()).toBeNull()
    await department.selectOptions('OPS')
    expect(address()).toBe('/app/dashboard/benefit-takeup?department=OPS')
    await expect
      .element(page.getByRole('heading', { level: 1, name: '25.0% of the people in OPS have a benefit' }))
      .toBeVisible()
    expect(lastAsked(answers)).toEqual({ 'filter[group]': 'department:OPS' })
    await expect
      .element(page.getByRole('link', { name: 'Dental insurance' }))
      .toHaveAttribute('href', `/app/dashboard/benefit-takeup/${dental}?department=OPS`)
    await expectAccessible()
    await page.getByRole('button', { name: 'Download take-up' }).click()
    await expect.poll(() => saved.mock.calls.length).toBe(1)
    expect(lastAsked(answers)).toEqual({ 'filter[group]': 'department:OPS' })
  })

  it('calls the endpoint with insights if they are switched on [EMP-30] [EMP-31]', async () => {
    insights(true)
    const answers = new Answers().to(readBenefitInsights, sampleTakeUp)
    await show(answers)
    await expect.element(page.getByRole('link', { name: 'Dental insurance' })).toBeVisible()
    expect(answers.sent.map(({ endpoint }) => endpoint)).toEqual([readBenefitInsights])
  })

  it('calls the endpoint without insights if they were switched off after the login', async () => {
    insights(true)
    const answers = new Answers().refuse(readBenefitInsights, insightsOff).to(readTakeUp, sampleTakeUp)
    await show(answers)
    await expect.element(page.getByRole('link', { name: 'Dental insurance' })).toBeVisible()
    expect(answers.sent.map(({ endpoint }) => endpoint)).toEqual([readBenefitInsights, readTakeUp])
  })

  it('shows a message if there is no take-up, if loading failed, or if the user may not see it [EMP-33] [EMP-34] [EMP-35]', async () => {
    const empty = await show(new Answers().to(readTakeUp, { ...sampleTakeUp, employees: 3, holders: 0, data: [] }))
    await expect.element(page.getByText('No take-up data found')).toBeVisible()
    await expectAccessible()
    await empty.unmount()

    const answers = new Answers().drop(readTakeUp)
    const failed = await show(answers)
    await expect.element(page.getByRole('alert').getByText(failure)).toBeVisible()
    answers.to(readTakeUp, sampleTakeUp)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByRole('link', { name: 'Dental insurance' })).toBeVisible()
    await failed.unmount()

    await show(new Answers().refuse(readTakeUp, refusal('denied', 403, 'Access Denied')))
    await expect.element(page.getByRole('alert').getByText('Access Denied')).toBeVisible()
  })

  it('is downloaded with the current filter and order, and shows a message if the download fails', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const answers = new Answers().to(readTakeUp, sampleTakeUp).to(downloadTakeUp, file)
    await show(answers)
    await page.getByRole('combobox', { name: 'Kind' }).selectOptions('Health')
    await page.getByRole('columnheader', { name: 'Selected' }).getByRole('button').click()
    await page.getByRole('button', { name: 'Download take-up' }).click()
    await expect.poll(() => saved.mock.calls.length).toBe(1)
    expect(lastAsked(answers)).toEqual({ category: 'health', sort_by: 'selected' })
    answers.drop(downloadTakeUp)
    await page.getByRole('button', { name: 'Download take-up' }).click()
    await expect.element(page.getByText('It looks like something has gone wrong, please try again later')).toBeVisible()
  })
})

describe('list of the people of one benefit', () => {
  it("shows the benefit's figures, pages, a search and a filter by figure; each person can be opened, and the list downloaded [EMP-28] [EMP-36]", async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const answers = new Answers().to(readBenefitTakeUp, withoutInsights).to(downloadBenefitTakeUp, file)
    const { address } = await showPage(answers)
    await expect.element(page.getByRole('heading', { name: 'Dental insurance: take-up' })).toBeVisible()
    await expect.element(page.getByText('20.0%').first()).toBeVisible()
    await expect.element(page.getByRole('cell', { name: '6 April 2026' })).toBeVisible()
    await expect.element(page.getByText('Showing 1 to 10 of 38')).toBeVisible()
    expect(lastAsked(answers)).toEqual({ 'filter[holding]': 'selected', page: '1' })
    await expectAccessible()

    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(() => lastAsked(answers)).toEqual({ 'filter[holding]': 'selected', page: '2' })
    await page.getByRole('combobox', { name: 'Show' }).selectOptions('All who are eligible')
    await expect.poll(() => lastAsked(answers)).toEqual({ 'filter[holding]': 'eligible', page: '1' })
    await expect.element(page.getByRole('columnheader', { name: 'Status' })).toBeVisible()
    await userEvent.type(page.getByRole('searchbox'), 'ahm')
    await expect.poll(() => lastAsked(answers)).toEqual({ search: 'ahm', 'filter[holding]': 'eligible', page: '1' })
    await page.getByRole('button', { name: 'Download this list' }).click()
    await expect.poll(() => saved.mock.calls.length).toBe(1)
    expect(lastAsked(answers)).toEqual({ search: 'ahm', 'filter[holding]': 'eligible' })
    await page.getByRole('button', { name: 'Ann Ahmed' }).click()
    expect(address()).toContain('panel=view-employee-data')
  })

  it('lists only the people of a department, and can show all people again', async () => {
    const nobody = { ...withoutInsights, data: [], total: 0, last_page: 1 }
    const answers = new Answers().to(readBenefitTakeUp, ({ address }) =>
      address.includes('OPS') ? nobody : withoutInsights,
    )
    const { address } = await showPage(answers, '?department=OPS&show=opted-out')
    const group = page.getByRole('combobox', { name: 'Department, location or payroll' })
    await expect.element(group).toHaveDisplayValue('Department: OPS')
    expect(lastAsked(answers)).toEqual({
      'filter[holding]': 'opted-out',
      'filter[group]': 'department:OPS',
      page: '1',
    })
    await page.getByRole('button', { name: 'Show all employees who have it' }).click()
    await expect.element(page.getByRole('button', { name: 'Ann Ahmed' })).toBeVisible()
    expect(address()).toBe(`/app/dashboard/benefit-takeup/${dental}`)
  })

  it('keeps the department, location or payroll in a saved view', async () => {
    const view = {
      viewId: '0a5bdc6e-6a83-4b8e-9c53-000000000001',
      screen: 'take-up-people' as const,
      name: 'Operations',
      query: 'show=opted-out&department=OPS',
    }
    const gone = { ...view, viewId: view.viewId.replace(/1$/, '2'), name: 'Old', query: 'department=GONE' }
    const answers = new Answers().to(readBenefitTakeUp, withoutInsights).to(saveView, view).to(listViews, [view, gone])
    const { address } = await showPage(answers, `?payroll=${sampleTakeUp.groupChoices[2]?.value}`)
    // There is one payroll. It is offered because it is set.
    const group = page.getByRole('combobox', { name: 'Department, location or payroll' })
    await expect.element(group).toHaveDisplayValue('Payroll: Monthly salaries')
    await group.selectOptions('All employees')
    expect(group.getByRole('option', { name: 'Payroll: Monthly salaries' }).query()).toBeNull()
    expect(page.getByRole('button', { name: 'Save this view' }).query()).toBeNull()
    ;(group.element() as HTMLSelectElement).focus()
    await group.selectOptions('Department: OPS')
    await expect.element(group).toHaveFocus()
    await page.getByRole('button', { name: 'Save this view' }).click()
    await userEvent.type(page.getByRole('textbox', { name: 'Name of the view' }), 'Operations{Enter}')
    await expect.poll(() => answers.bodiesTo(saveView)).toMatchObject([{ query: 'department=OPS' }])
    const open = async (name: string) => {
      await page.getByRole('button', { name: 'Saved views' }).click()
      await page.getByRole('button', { name: `Open ${name}` }).click()
    }
    await open('Old')
    await expect.poll(address).toBe(`/app/dashboard/benefit-takeup/${dental}`)
    await open('Operations')
    await expect.poll(address).toBe(`/app/dashboard/benefit-takeup/${dental}?show=opted-out&department=OPS`)
  })

  it('shows the last page if the page number in the address is too high', async () => {
    const answers = new Answers().to(readBenefitTakeUp, ({ address }) =>
      address.includes('page=9') ? { ...withoutInsights, data: [] } : withoutInsights,
    )
    const { address } = await showPage(answers, '?page=9')
    await expect.element(page.getByText('Showing 31 to 38 of 38')).toBeVisible()
    expect(address()).toMatch(/\?page=4$/)
  })

  it('shows the people eligible, after a click on the link in the message that no employee has the benefit', async () => {
    const nobody = { ...withoutInsights, data: [], total: 0, last_page: 1 }
    const answers = new Answers().to(readBenefitTakeUp, ({ address }) =>
      address.includes('eligible') ? withoutInsights : nobody,
    )
    await showPage(answers)
    await expect.element(page.getByText('Nobody has it yet.')).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Show all who are eligible' }).click()
    await expect.element(page.getByRole('rowheader', { name: 'Bo Li' })).toBeVisible()
    await expect.element(page.getByRole('combobox', { name: 'Show' })).toHaveValue('eligible')
  })

  it('has a link to the insights of the benefit if insights are switched on [EMP-30]', async () => {
    insights(true)
    await showPage(new Answers().to(readInsightsOfBenefit, sampleOfBenefit))
    await expect
      .element(page.getByRole('link', { name: 'See take-up by age, sex and service' }))
      .toHaveAttribute('href', `/app/dashboard/employee-insights/?benefit=${dental}`)
  })

  it('has no insights if they were switched off after the login', async () => {
    insights(true)
    await showPage(new Answers().refuse(readInsightsOfBenefit, insightsOff).to(readBenefitTakeUp, withoutInsights))
    await expect.element(page.getByRole('button', { name: 'Ann Ahmed' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'See who takes it up' })).not.toBeInTheDocument()
  })

  it('opens in the panel of the figure that was clicked, with a message for an empty list, an unknown benefit or a failure [EMP-32] [EMP-33] [EMP-34] [PANEL-05]', async () => {
    const panelOf = (answers: Answers, holding: string) =>
      showScreen({
        at: `/app/dashboard/benefit-takeup?panel=view-benefit-takeup-detail&benefitId=${dental}&holding=${holding}`,
        screen: <TakeUpPanel params={{ benefitId: dental, holding }} onClose={() => undefined} />,
        answers,
        retry: false,
      })
    const answers = new Answers().to(readBenefitTakeUp, { ...withoutInsights, data: [], total: 0, last_page: 1 })
    const opened = await panelOf(answers, 'opted-out')
    await expect.element(page.getByRole('dialog', { name: 'Dental insurance: take-up' })).toBeVisible()
    await expect.element(page.getByText('No take-up data found')).toBeVisible()
    await expect.element(page.getByText('Nobody has opted out.')).toBeVisible()
    expect(lastAsked(answers)).toEqual({ 'filter[holding]': 'opted-out', page: '1' })
    answers.to(readBenefitTakeUp, withoutInsights)
    await page.getByRole('button', { name: 'Show all employees who have it' }).click()
    await expect.element(page.getByRole('button', { name: 'Ann Ahmed' })).toBeVisible()
    await expectAccessible()
    await opened.unmount()

    const gone = await panelOf(new Answers().refuse(readBenefitTakeUp, notFound), 'nothing')
    await expect.element(page.getByText('This benefit no longer exists')).toBeVisible()
    await gone.unmount()

    await panelOf(new Answers().drop(readBenefitTakeUp), 'nothing')
    await expect.element(page.getByRole('alert').getByText(failure)).toBeVisible()
  })
})
