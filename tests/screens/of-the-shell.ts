import { expect, type Page } from '@playwright/test'

/** Opens the cookie settings of the frame, before signing in. */
export const cookieSettings = {
  name: 'panel-cookie-settings',
  path: '/',
  go: async (page: Page) => {
    await page.evaluate("localStorage.removeItem('cookies')")
    await page.reload()
    await page.getByRole('button', { name: 'Manage cookies' }).click()
    await expect(page.getByRole('dialog').getByText('Essential cookies')).toBeVisible()
  },
} as const

/** Menus and dialogs of the frame for signed-in users, and the contact page in its footer. */
export const ofTheShell = [
  {
    name: 'panel-menu-of-a-phone',
    path: '/app/home/',
    go: async (page: Page) => {
      // Wider windows show it beside the logo.
      await page.setViewportSize({ width: 360, height: 780 })
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await expect(page.getByRole('dialog').getByRole('link', { name: 'Logout' })).toBeVisible()
    },
  },
  {
    name: 'panel-menu-of-the-name',
    path: '/app/home/',
    go: async (page: Page) => {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.getByRole('button', { name: /^Hi, / }).click()
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    },
  },
  {
    name: 'contact-us-form',
    // No other example client with password login has the page.
    site: 'demo',
    path: '/contact-us/',
    go: (page: Page) => expect(page.getByRole('button', { name: 'Send' })).toBeVisible(),
  },
  {
    name: 'contact-us-missing',
    site: 'demo',
    path: '/contact-us/',
    go: async (page: Page) => {
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
] as const
