import { expect, tabTo, test } from './portal.ts'

test('people log in and out with the keyboard only', async ({ page, portal }) => {
  await page.goto(portal.address('/'))
  const main = page.getByRole('main')
  const email = page.getByLabel('Email')
  await expect(email).toBeFocused()
  await expect(email).toHaveAttribute('autocomplete', 'username')
  await page.keyboard.press('Enter')
  await expect(email).toHaveAccessibleDescription('This field is required')
  await page.keyboard.type('amelia.hart@demo.example')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Please accept cookies before logging in')
  await tabTo(page, main.getByRole('button', { name: 'Accept cookies' }))
  await page.keyboard.press('Enter')
  await tabTo(page, email)
  await page.keyboard.press('Enter')

  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await expect(main).toMatchAriaSnapshot(`
    - heading "Log in to Northgate Rewards" [level=1]
    - text: Email
    - textbox "Email": amelia.hart@demo.example
    - text: Password
    - textbox "Password"
    - button "Show password"
    - button "Login"
    - link "Forgotten?"
    - button "Back"
  `)
  await page.keyboard.type('not hers')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText("We can't find a match! Try again or contact us")
  await expect(password).toBeFocused()
  await expect(password).toHaveAccessibleDescription('Try again or reset your password')
  await expect(email).toHaveAccessibleDescription('This email does not match our records')
  // The wrong password is selected, so typing replaces it.
  await page.keyboard.type('Quartz&94Wren-Loft')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/home/')
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Amelia' })).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Hi, Amelia' }))
  await page.keyboard.press('Enter')
  const logout = page.getByRole('menuitem', { name: 'Logout' })
  await expect(logout).toBeVisible()
  await page.keyboard.press('End')
  await expect(logout).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('You have been logged out successfully')).toBeVisible()
})
