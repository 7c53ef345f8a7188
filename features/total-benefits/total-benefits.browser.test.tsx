import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { refusal } from '../../contract/refusals.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { storeVouchersOnly } from '../session/use-vouchers-only.ts'
import { StatementPanel } from './StatementPanel.tsx'
import {
  downloadTotalRewardStatement,
  listContributions,
  readTotalBenefits,
  readTotalBenefitsCard,
  type StatementRow,
} from './total-benefits.contract.ts'
import { contributions, noBenefits, samplePension, sampleRow, sampleTotal } from './total-benefits.samples.ts'
import { EnhancedTotalBenefitsPage, TotalBenefitsPage } from './TotalBenefitsPages.tsx'

afterEach(() => cleanup())

const broken = refusal('busy', 422, 'no')
const plain = (answers: Answers, query = '') =>
  showScreen({
    at: `/app/my-total-benefits/${query}`,
    route: '/app/my-total-benefits/',
    screen: <TotalBenefitsPage />,
    answers,
  })
const enhanced = (answers: Answers) =>
  showScreen({
    at: '/app/my-total-benefits-enhanced/',
    route: '/app/my-total-benefits-enhanced/',
    screen: <EnhancedTotalBenefitsPage />,
    answers,
  })
const total = ({ rows, card } = sampleTotal()) =>
  new Answers().to(readTotalBenefits, rows).to(readTotalBenefitsCard, card)
const asked = (answers: Answers) => answers.sent.filter(({ endpoint }) => endpoint === readTotalBenefits).length
const packageCard = () => page.getByRole('region', { name: 'Your whole package' })
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })

describe('plain version of the page', () => {
  it('shows salary, the parts of employee and employer, savings and every benefit, with links to the benefits [TOTAL-01]', async () => {
    await plain(total())
    await expect.element(packageCard()).toMatchTextContent('£47,700.00 a year')
    await expect.element(packageCard()).toMatchTextContent('Your salary£45,000.00')
    await expect.element(packageCard()).toMatchTextContent('Your employer pays for your benefits£2,700.00')
    const pay = page.getByRole('region', { name: 'Effect on your pay' })
    await expect.element(pay).toMatchTextContent('You pay for your benefits£3,178.56')
    await expect.element(pay).toMatchTextContent('Tax and National Insurance you save£756.00')
    await expect.element(pay).toMatchTextContent('Worked out for a whole year at this pay.')
    const cells = rowOf('Workplace pension').getByRole('cell')
    expect(cells.elements().map((cell) => cell.lastElementChild?.textContent)).toEqual([
      '£2,700.00',
      '£2,700.00',
      '£5,400.00',
    ])
    await expect.element(rowOf('All benefits')).toMatchTextContent('£5,878.56')
    await expect
      .element(page.getByRole('link', { name: 'Workplace pension' }))
      .toHaveAttribute('href', `/app/my-benefits/${samplePension.benefitId}`)
    await expectAccessible()
  })

  it('shows a year first and a month on request, and stores this in the address [TOTAL-05] [TOTAL-06]', async () => {
    const { address } = await plain(total())
    const [year, month] = ['Year', 'Month'].map((name) => page.getByRole('button', { name, exact: true }))
    await expect.element(year ?? packageCard()).toHaveAttribute('aria-pressed', 'true')
    await month?.click()
    await expect.element(packageCard()).toMatchTextContent('£3,975.00 a month')
    await expect.element(rowOf('Dental insurance')).toMatchTextContent('£39.88')
    await expect.element(month ?? packageCard()).toHaveAttribute('aria-pressed', 'true')
    expect(address()).toBe('/app/my-total-benefits/?modeMTB=month')
    await year?.click()
    await expect.element(packageCard()).toMatchTextContent('£47,700.00 a year')
  })

  it('opens with the period named in the address, or with a year if that period is unknown [TOTAL-05]', async () => {
    const month = await plain(total(), '?modeMTB=month')
    await expect.element(packageCard()).toMatchTextContent('£3,975.00 a month')
    await month.unmount()
    await plain(total(), '?modeMTB=decade')
    await expect.element(packageCard()).toMatchTextContent('£47,700.00 a year')
  })

  it('shows the calculation of each amount on request', async () => {
    await plain(total())
    await page.getByText('How your package is worked out').click()
    await expect.element(page.getByText('Your whole package per year')).toBeVisible()
    await page.getByText('Why this saving?').click()
    await expect.element(page.getByText('Tax and National Insurance saved per year')).toBeVisible()
    await expectAccessible()
  })

  it('retries once after an error, then shows the error, and loads again on request [TOTAL-04] [TOTAL-08]', async () => {
    const answers = total().refuse(readTotalBenefits, broken)
    await plain(answers)
    const alert = page.getByRole('alert')
    await expect.element(alert).toMatchTextContent('It looks like something has gone wrong, please try again later')
    expect(asked(answers)).toBe(2)
    await expectAccessible()
    answers.to(readTotalBenefits, sampleTotal().rows)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(packageCard()).toMatchTextContent('£47,700.00')
  })

  it('does not ask leavers without benefits to choose any', async () => {
    storeVouchersOnly(true)
    onTestFinished(() => storeVouchersOnly(false))
    await plain(total(noBenefits()))
    await expect.element(page.getByText('No total benefits available', { exact: true })).toBeVisible()
    expect(page.getByText('The total of your choices appears here.').query()).toBeNull()
    expect(page.getByRole('link', { name: 'See my benefits' }).query()).toBeNull()
    await expectAccessible()
  })

  it('says that there are no benefits, and where to choose them [TOTAL-08]', async () => {
    await plain(total(noBenefits()))
    await expect.element(page.getByText('No total benefits available', { exact: true })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'See my benefits' }))
      .toHaveAttribute('href', '/app/my-benefits/')
    expect(page.getByRole('button', { name: /Download/ }).query()).toBeNull()
    await expectAccessible()
  })

  it('explains benefits that are taxed or that add to pay, and explains an unknown salary', async () => {
    const costs = {
      saved: { year: -180, month: -15 },
      employeeContribution: { year: -865.38, month: -72.12 },
      total: { year: 1834.62, month: 152.88 },
    }
    const first = await plain(total(sampleTotal({ card: costs })))
    const pay = page.getByRole('region', { name: 'Effect on your pay' })
    await expect.element(pay).toMatchTextContent('Tax and National Insurance your benefits cost£180.00')
    await expect.element(pay).toMatchTextContent('Your benefits add to your pay£865.38')
    await first.unmount()

    const takeHome = { outcome: 'not-computed', reason: 'We do not know your salary.' } as const
    const unknown = { salary: null, packageValue: null, saved: null, takeHome }
    await plain(total(sampleTotal({ card: unknown })))
    await expect
      .element(page.getByRole('region', { name: 'Total paid for your benefits' }))
      .toMatchTextContent('£5,878.56 a year')
    await expect.element(pay).toMatchTextContent('We cannot show what you save. We do not know your salary.')
    await expectAccessible()
  })

  it("downloads the statement with the server's file name, and shows if the download fails", async () => {
    const clicked: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this.download)
    })
    const answers = total().refuse(downloadTotalRewardStatement, broken)
    await plain(answers)
    const button = page.getByRole('button', { name: 'Download statement (PDF)' })
    await button.click()
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('It looks like something has gone wrong, please try again later')
    answers.to(downloadTotalRewardStatement, {
      fileName: 'total-reward-statement-2026-27.pdf',
      mediaType: 'application/pdf',
      bytes: new Uint8Array([37, 80, 68, 70]),
    })
    await button.click()
    await vi.waitFor(() => expect(clicked).toEqual(['total-reward-statement-2026-27.pdf']))
    click.mockRestore()
  })
})

describe('enhanced version of the page', () => {
  it('draws the cost by category, and shows the same figures as a table [TOTAL-01] [TOTAL-07]', async () => {
    await enhanced(total())
    const chart = page.getByRole('figure', { name: 'Payments for your benefits per year' })
    await expect.element(chart).toMatchTextContent('The largest amount is for Pension: £5,400.00.')
    await chart.getByText('Show the figures as a table').click()
    const rows = chart.getByRole('row').elements()
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Kind', 'You pay', 'Your employer pays', 'Total'],
      ['Pension', '£2,700.00', '£2,700.00', '£5,400.00'],
      ['Health', '£478.56', '£0.00', '£478.56'],
    ])
    await expectAccessible()
    await page.getByRole('button', { name: 'Month', exact: true }).click()
    await expect.element(page.getByRole('figure', { name: 'Payments for your benefits per month' })).toBeVisible()
  })

  it('shows details of each benefit: the parts of employee and employer by year and month, the cover, and the calculation [TOTAL-07]', async () => {
    const { address } = await enhanced(total())
    await page.getByText('Dental insurance', { exact: true }).click()
    const table = page.getByRole('table', { name: 'Payments for Dental insurance' })
    await expect.element(table).toBeVisible()
    expect(
      table
        .getByRole('row')
        .elements()
        .map((row) => [...row.children].map((cell) => cell.textContent)),
    ).toEqual([
      ['Paid by', 'Year', 'Month'],
      ['You pay', '£478.56', '£39.88'],
      ['Your employer pays', '£0.00', '£0.00'],
      ['Total', '£478.56', '£39.88'],
    ])
    await expect.element(page.getByText('Level 2', { exact: true })).toBeVisible()
    await expect.element(page.getByText('You, Tom Hart')).toBeVisible()
    await page.getByText('Why this price?').click()
    await expect.element(page.getByText('Price of Dental insurance')).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Statement Dental insurance' }).click()
    await expect.poll(address).toBe('/app/my-total-benefits-enhanced/?panel=statement&groupId=dental')
  })

  it('draws additions to pay separately, and never adds them to the cost [TOTAL-07]', async () => {
    const holiday = sampleRow('Holiday trading', {
      category: 'time-off',
      categoryLabel: 'Time off',
      ...contributions(-72.12, 0),
    })
    const season = sampleRow('Season tickets', { ...holiday, name: 'Season tickets', ...contributions(10, 0) })
    await enhanced(total(sampleTotal({ rows: [samplePension, holiday, season] })))
    const chart = page.getByRole('figure', { name: /^Payments for your benefits/ })
    await chart.getByText('Show the figures as a table').click()
    const rows = chart.getByRole('row').elements()
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Kind', 'You pay', 'Your employer pays', 'Total', 'Added to your pay'],
      ['Pension', '£2,700.00', '£2,700.00', '£5,400.00', '£0.00'],
      ['Time off', '£120.00', '£0.00', '£120.00', '£865.44'],
    ])
  })

  it('retries once after an error and has an empty state, like the plain page [TOTAL-04] [TOTAL-08]', async () => {
    const answers = total().refuse(readTotalBenefits, broken)
    const shown = await enhanced(answers)
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('It looks like something has gone wrong, please try again later')
    expect(asked(answers)).toBe(2)
    await shown.unmount()
    await enhanced(total(noBenefits()))
    await expect.element(page.getByText('No total benefits available', { exact: true })).toBeVisible()
  })
})

describe('statement panel', () => {
  const row = (year: number, month: number, employee: number, employer: number): StatementRow => ({
    year,
    month,
    employeeContribution: employee,
    employerContribution: employer,
  })
  const panel = (answers: Answers, { retry }: { retry?: false } = {}) =>
    showScreen({
      at: '/',
      screen: <StatementPanel params={{ groupId: 'pension' }} onClose={() => undefined} />,
      answers,
      ...(retry === false && { retry }),
    })

  it('lists the contributions of employee and employer by month and year, with a table and a total for each year [TOTAL-10] [DATA-22] [PANEL-05]', async () => {
    const answers = new Answers().to(listContributions, [
      row(2026, 1, 225, 225.01),
      row(2025, 12, 12_345.67, 0),
      row(2025, 11, 0.1, 0.2),
    ])
    await panel(answers)
    const dialog = page.getByRole('dialog', { name: 'Statement' })
    const lines = (year: string) =>
      dialog
        .getByRole('table', { name: year })
        .getByRole('row')
        .elements()
        .map((line) => [...line.children].map((cell) => cell.lastChild?.textContent))
    await expect.element(dialog.getByRole('table', { name: '2026' })).toBeVisible()
    expect(lines('2026')).toEqual([
      ['Month', 'You paid', 'Your employer paid'],
      ['January 2026', '£225.00', '£225.01'],
      ['Total for 2026', '£225.00', '£225.01'],
    ])
    expect(lines('2025').slice(1)).toEqual([
      ['December 2025', '£12,345.67', '£0.00'],
      ['November 2025', '£0.10', '£0.20'],
      ['Total for 2025', '£12,345.77', '£0.20'],
    ])
    expect(answers.sent.map(({ params }) => params)).toEqual([{ id: 'pension' }])
    await expectAccessible()
  })

  it('says that loading failed, suggests to come back later, and has a retry [TOTAL-12] [TOTAL-13] [PANEL-05]', async () => {
    const answers = new Answers().refuse(listContributions, broken)
    await panel(answers, { retry: false })
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('There was an error requesting your statement, please try again later')
    await expectAccessible()
    answers.to(listContributions, [row(2026, 1, 225, 225)])
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByRole('table', { name: '2026' })).toBeVisible()
  })

  it('says that there is no statement [TOTAL-14] [TOTAL-15] [PANEL-05]', async () => {
    await panel(new Answers().to(listContributions, []))
    await expect.element(page.getByText('No statements available', { exact: true })).toBeVisible()
    await expectAccessible()
  })
})
