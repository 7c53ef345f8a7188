import { readFile } from 'node:fs/promises'
import { partsOf, readPdf } from '../harness/pdf.ts'
import { axeFindings } from './axe.ts'
import { alreadyIn } from './already-in.ts'
import { expect, settles, test } from './portal.ts'

test.use({ viewport: { width: 360, height: 780 } })

test('total benefits have a chart, a statement of each benefit, and a PDF [TOTAL-07] [TOTAL-10]', async ({
  page,
  portal,
}) => {
  await alreadyIn(page, portal, 'amelia.hart@demo.example')
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
