import type { Page } from '@playwright/test'
import { signInByCall } from './sign-in-by-call.ts'
import { expect, tabTo, test } from './portal.ts'

const header =
  'employee_number,email,first_name,surname,date_of_birth,payroll,start_date,basic_salary,hours_per_week,status,end_date'
const known = 'NR1001,amelia.hart@demo.example,Amelia,Hart,1988-06-12,monthly,2019-03-04,47500.00,37.5,active,'
const wrong = 'NR9001,nadia.rahman@demo.example,Nadia,Rahman,31/02/1990,monthly,2026-11-02,31000.00,37.5,active,'
const corrected = wrong.replace('31/02/1990', '1990-02-28')

test('an employer uploads, corrects, confirms and undoes a file [UPLOAD-01] [UPLOAD-07]', async ({ page, portal }) => {
  await signInByCall(page, portal, 'grace.lin@demo.example')
  await page.goto(portal.address('/app/dashboard/'))
  const opener = page.getByRole('button', { name: 'Upload employee data' })
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Upload employee data' })
  await expect(panel.getByText('No data has been uploaded yet.')).toBeVisible()

  await upload(page, { name: 'people.csv', rows: [known, wrong] })
  await expect(panel.getByText('Please correct 1 problem in the file.')).toBeVisible()
  const problem = panel.getByRole('table', { name: 'Errors in the file' }).getByRole('row').nth(1)
  await expect(problem).toContainText(/3.*date_of_birth.*31\/02\/1990.*not a day of the calendar/)

  await upload(page, { name: 'people-corrected.csv', rows: [known, corrected] })
  await expect(panel.getByText(/^Your file is ready/)).toBeVisible()
  await expect(panel.getByText(/^basic_salary: /).first()).toBeVisible()
  await panel.getByText('Effect on benefits').click()
  const effect = panel.getByRole('table', { name: 'Effect on benefits' })
  await expect(effect.getByRole('row', { name: /Amelia Hart.*Costs change/ }).first()).toBeVisible()
  await expect(effect.getByRole('row', { name: /Nadia Rahman/ })).toHaveCount(0)

  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
  await page.getByRole('button', { name: 'Look at the upload' }).click()
  await expect(panel.getByText(/^Your file is ready/)).toBeVisible()
  await panel.getByRole('button', { name: 'Confirm' }).click()
  await expect(panel.getByText('Your file has been uploaded successfully')).toBeVisible()

  await panel.getByRole('button', { name: /^Undo people-corrected\.csv/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await expect(panel.getByText('The upload has been undone.')).toBeVisible()
  await expect(panel.getByText('2 people again have the details from before the upload.')).toBeVisible()
})

async function upload(page: Page, { name, rows }: { name: string; rows: readonly string[] }): Promise<void> {
  const buffer = Buffer.from([header, ...rows, ''].join('\r\n'))
  await page.locator('input[name="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
}
