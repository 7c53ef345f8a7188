import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { withConnection } from '../../database/bootstrap.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { partsOf, readPdf } from '../harness/pdf.ts'
import { axeFindings } from './axe.ts'
import { alreadyIn } from './already-in.ts'
import { expect, settles, signIn, test, type Portal } from './portal.ts'

// Total benefits on a phone. The screen, the benefit prices and the next deductions must agree, whatever the person holds.
test.use({ viewport: { width: 360, height: 780 } })

const amelia = 'amelia.hart@demo.example'

test('amelia sees the value of her package, by year and month, as in its prices and her pay [TOTAL-01] [TOTAL-03] [TOTAL-05] [TOTAL-06]', async ({
  page,
  portal,
}) => {
  await signIn(page, portal, amelia)
  // Pending responses of this page must not be taken for the next page's.
  await settles(page)
  const listed = page.waitForResponse((answer) => answer.url().endsWith('/benefits/user/eligible'))
  await page.goto(portal.address('/app/home/'))
  const prices = pricesIn(await (await listed).json())
  const worth = page.getByText('Your whole package is worth').locator('xpath=..')
  const [figure = 'no figure'] = /£[\d,.]+\d/.exec((await worth.textContent()) ?? '') ?? []

  await page.goto(portal.address('/app/my-total-benefits/'))
  await settles(page)
  await expect(page.getByRole('region', { name: 'Your whole package' })).toContainText(`${figure} a year`)
  const inAYear = await amounts(page)
  expect(inAYear).toEqual(new Map([...prices].map(([name, { year }]) => [name, year])))
  expect(await axeFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Month', exact: true }).click()
  await expect(page).toHaveURL(/modeMTB=month/)
  const inAMonth = await amounts(page)
  expect(inAMonth).toEqual(new Map([...prices].map(([name, { month }]) => [name, month])))
  const pay = await nextPay(portal)
  expect(new Set(pay.keys())).toEqual(new Set(inAMonth.keys()))
  // The monthly amount is that of the first pay day, which is a penny more than some of the others.
  for (const [name, sides] of inAMonth)
    sides.forEach((amount, side) => expect([0, 1], name).toContain(amount - (pay.get(name)?.[side] ?? NaN)))
})

test('amelia opens a benefit and its chart, reads its statement and saves everything as a PDF [TOTAL-07] [TOTAL-10]', async ({
  page,
  portal,
}) => {
  await alreadyIn(page, portal, amelia)
  await page.goto(portal.address('/app/my-total-benefits-enhanced/'))
  await settles(page)
  const chart = page.getByRole('figure', { name: 'What is paid for your benefits a year' })
  await chart.getByText('Show the figures as a table').click()
  await expect(chart.getByRole('row').filter({ hasText: 'Pension' })).toHaveText('Pension£2,700.00£2,700.00£5,400.00')
  await page.getByText('Workplace pension', { exact: true }).click()
  const inside = page.getByRole('table', { name: 'Payments for Workplace pension' })
  await expect(inside.getByRole('row').last()).toHaveText('Together£5,400.00£450.00')
  await settles(page)
  expect(await axeFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Statement Workplace pension' }).click()
  const statement = page.getByRole('dialog', { name: 'Statement' })
  await expect(statement.getByRole('row').filter({ hasText: 'October 2026' })).toHaveText('October 2026£225.00£225.00')
  expect(await axeFindings(page)).toEqual([])
  await statement.getByRole('button', { name: 'Close' }).click()
  await expect(statement).toHaveCount(0)

  const figure = await page.getByRole('region', { name: 'Your whole package' }).getByText(/^£/).first().textContent()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download statement (PDF)' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('total-reward-statement-2026-27.pdf')
  const { tagged, document } = readPdf(await readFile(await file.path()))
  expect(tagged).toBe(true)
  const rows = partsOf(document, 'TR').map(({ parts }) => parts.map(({ text }) => text))
  expect(rows.find(([name]) => name === 'Your whole package')?.[1]).toBe(figure?.replace(' a year', ''))
  expect(rows).toContainEqual(['Workplace pension', 'Pension', '£2,700.00', '£2,700.00', '£5,400.00'])
})

/** Pence of employee and employer. */
type Sides = readonly [employee: number, employer: number]

/** Prices from the API of selections in force, by the name of the benefit. */
function pricesIn(benefits: readonly BenefitView[]): Map<string, { year: Sides; month: Sides }> {
  return new Map(
    benefits.flatMap(({ name, selection }) => {
      const price = selection?.running
        ? selection.running.price
        : selection?.status === 'active'
          ? selection.price
          : null
      if (!price) return []
      const { employee, employer } = price
      return [
        [
          name,
          {
            year: [pence(employee.perYear), pence(employer.perYear)] as const,
            month: [pence(employee.perMonth), pence(employer.perMonth)] as const,
          },
        ] as const,
      ]
    }),
  )
}

/** Amounts in the table, after checking that they add up. */
async function amounts(page: Page): Promise<Map<string, Sides>> {
  const cells = page.getByRole('table', { name: 'Your benefits' }).getByRole('row')
  const lines = (await cells.allInnerTexts()).slice(1).map((text) => text.split('\n').filter(Boolean))
  const read = lines.map(([name = '', ...rest]): [string, Sides, number] => {
    const [employee = NaN, employer = NaN, total = NaN] = rest.filter((text) => text.includes('£')).map(shownPence)
    return [name, [employee, employer], total]
  })
  for (const [name, [employee, employer], total] of read) expect(employee + employer, name).toBe(total)
  const all = read.pop()
  for (const side of [0, 1] as const) expect(read.reduce((sum, [, sides]) => sum + sides[side], 0)).toBe(all?.[1][side])
  return new Map(read.map(([name, sides]) => [name, sides]))
}

/** Deductions in the next open pay period, by benefit. */
function nextPay(portal: Portal): Promise<Map<string, Sides>> {
  return withConnection(portal.database, async (client) => {
    const { rows } = await client.query<{ name: string; employee: string; employer: string }>(
      `with own as (
         select benefit.definition ->> 'name' as name, period.starts_on, deduction.employee_pence, deduction.employer_pence
         from deduction
         join payroll_period period on period.client_id = deduction.client_id and period.id = deduction.period_id
         join selection on selection.client_id = deduction.client_id and selection.id = deduction.selection_id
         join benefit on benefit.client_id = deduction.client_id and benefit.id = selection.benefit_id
         join account on account.client_id = deduction.client_id and account.person_id = deduction.person_id
         where account.email = $1
           and period.starts_on > '2026-11-24'
       )
       select name, sum(employee_pence)::text as employee, sum(employer_pence)::text as employer
       from own
       where starts_on = (select min(starts_on) from own)
       group by name`,
      [amelia],
    )
    return new Map(rows.map(({ name, employee, employer }) => [name, [Number(employee), Number(employer)] as const]))
  })
}

const pence = (pounds: number) => Math.round(pounds * 100)
/** Parses '−£1,234.50'. */
const shownPence = (text: string) => pence(Number(text.replace('−', '-').replaceAll(/[^\d.-]/g, '')))
