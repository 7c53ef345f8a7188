import { expect, type Page } from '@playwright/test'
import { refused, said, type State } from './state.ts'

/** Confirmations and results of changes to platform settings. */

const path = '/app/dashboard/platform-settings'
const question = (page: Page) => page.getByRole('alertdialog')
const isEnforced = (isEnforcementTwoFAEnabled: boolean) => said({ isEnforcementTwoFAEnabled })
const listed = '/api/v2/client/{id}/employees/two-factor-authentication'
const enforcement = `${listed}/enforcement-setting`
const counted = said({
  data: [],
  last_page: 1,
  per_page: 1,
  total: 12_345,
  more: false,
  next: null,
  previous: null,
  isEnforcementTwoFAEnabled: true,
})

async function ask(page: Page): Promise<void> {
  await page.getByRole('switch').click()
  await expect(question(page).getByText(/on your list of employees/)).toBeVisible()
}

export const ofSettings: readonly State[] = [
  { name: 'panel-settings-require', path, says: { [enforcement]: isEnforced(false), [listed]: counted }, go: ask },
  { name: 'panel-settings-optional', path, says: { [enforcement]: isEnforced(true), [listed]: counted }, go: ask },
  {
    name: 'panel-settings-not-counted',
    path,
    says: { [enforcement]: isEnforced(false), [listed]: refused(500, 'unexpected', 'Something failed') },
    go: async (page) => {
      await page.getByRole('switch').click()
      await expect(question(page).getByText(/^How many people it concerns/)).toBeVisible()
    },
  },
  {
    name: 'panel-settings-not-saved',
    path,
    says: {
      [enforcement]: [{ status: 200, json: { isEnforcementTwoFAEnabled: false } }, refused(500, 'unexpected', 'x')],
      [listed]: counted,
    },
    go: async (page) => {
      await ask(page)
      await question(page).getByRole('button', { name: 'Require it' }).click()
      await expect(question(page).getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'platform-settings-viewed',
    path,
    isView: true,
    says: { [enforcement]: isEnforced(true) },
    go: (page) => expect(page.getByText(/^You are viewing the portal as another person/)).toBeVisible(),
  },
]
