import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { whatIsRead } from '../harness/table-files.ts'
import { filesIn } from '../harness/zip.ts'
import { alreadyIn } from './already-in.ts'
import { expect, test } from './portal.ts'

test('provider reports download as one zip, and a payroll file as a workbook [REPORT-02] [REPORT-06]', async ({
  page,
  portal,
}) => {
  await alreadyIn(page, portal, 'grace.lin@demo.example')
  // The daily jobs create the reports, and start with the portal.
  await expect(async () => {
    await page.goto(portal.address('/app/reporting'))
    await page.getByRole('button', { name: 'Open provider reports' }).click()
    await expect(page.getByRole('rowheader', { name: 'Caldwell Health' }).first()).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
  const providers = page.getByRole('dialog', { name: 'Provider reports' })
  await providers.getByRole('combobox', { name: 'Provider' }).selectOption('Caldwell Health')
  await expect(page).toHaveURL(/provider=Caldwell\+Health/)
  for (const month of ['October', 'September'])
    await providers.getByRole('checkbox', { name: `Select Caldwell Health, ${month} 2026` }).check()
  await expect(providers.getByText('2 reports selected')).toBeVisible()
  const zip = filesIn(await downloaded(page, providers.getByRole('button', { name: 'Download selected' })))
  expect(Object.keys(zip)).toEqual(['caldwell-health-2026-10.csv', 'caldwell-health-2026-09.csv'])
  for (const file of Object.values(zip)) expect(file).toContain('Amelia,Hart')

  // State in the address survives a reload and is removed with the panel.
  await page.reload()
  await expect(providers.getByRole('rowheader', { name: 'Caldwell Health' })).toHaveCount(7)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/app\/reporting$/)

  const run = 'Train crew and stations'
  await page.getByRole('button', { name: `Lock this run: ${run}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lock', exact: true }).click()
  const locked = page.getByRole('table', { name: 'Locked runs' }).getByRole('row', { name: new RegExp(`^${run}`) })
  const amounts = await Promise.all(
    [4, 5].map((place) =>
      locked
        .getByRole('cell')
        .nth(place - 1)
        .innerText(),
    ),
  )

  await page.getByRole('button', { name: 'Open payroll reports' }).click()
  const payroll = page.getByRole('dialog', { name: 'Payroll reports' })
  await payroll.getByRole('button', { name: new RegExp(`^Preview ${run}`) }).click()
  const preview = payroll.getByRole('region', { name: new RegExp(`^Preview of ${run}`) })
  for (const amount of amounts) await expect(preview.getByText(amount, { exact: true }).first()).toBeVisible()
  await payroll.getByRole('combobox', { name: 'File type' }).selectOption('Excel (XLSX)')
  const { columns, rows } = await whatIsRead(
    'report.xlsx',
    await downloaded(page, payroll.getByRole('button', { name: new RegExp(`^Download ${run}`) })),
  )
  const totalOf = (heading: string) => {
    // A row begins with its line number.
    const place = columns.indexOf(heading) + 1
    const pence = rows.reduce((sum, row) => sum + Math.round(Number(row[place]) * 100), 0)
    return (pence / 100).toLocaleString('en-GB', { style: 'currency', currency: 'GBP' })
  }
  expect([totalOf('Employee amount'), totalOf('Employer amount')]).toEqual(amounts)
})

async function downloaded(page: Page, button: Locator): Promise<Buffer> {
  const downloading = page.waitForEvent('download')
  await button.click()
  return readFile(await (await downloading).path())
}
