import type { Locator } from '@playwright/test'
import { axeFindings } from './axe.ts'
import { codeOf, keyOn, sixBoxes, wrongCodeOf } from './codes.ts'
import { expect, signIn, tabTo, test } from './portal.ts'

// Only this journey logs in as him.
test('owen sets up a second factor in his profile by keyboard only: codes typed, corrected and pasted, and returns [PROFILE-09] [TWOFA-11] [TWOFA-13] [TWOFA-25] [TWOFA-26] [FORM-40] [FORM-41] [FORM-42]', async ({
  context,
  page,
  portal,
}) => {
  const panel = page.getByRole('dialog', { name: 'Enable two factor authentication' })
  const title = panel.getByRole('heading', { level: 2 })
  const button = (name: string) => panel.getByRole('button', { name, exact: true })
  const box = (number: number) => panel.getByLabel(`Digit ${number} of 6`)
  /** A space means an empty box. */
  const boxesHold = async (digits: string) => {
    for (let at = 0; at < 6; at += 1) await expect(box(at + 1)).toHaveValue(digits.charAt(at).trim())
  }
  const press = async (target: Locator, key = 'Enter') => {
    await tabTo(page, target)
    await page.keyboard.press(key)
  }
  const paste = async (text: string) => {
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
    await page.keyboard.press('ControlOrMeta+v')
  }
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: portal.address('', 'plain') })

  await signIn(page, portal, 'owen.reed@plain.example')
  await press(page.getByRole('button', { name: 'Hi, Owen' }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'My profile settings' })).toBeFocused()
  await page.keyboard.press('Enter')
  const section = page.getByRole('region', { name: 'Two factor authentication' })
  await press(section.getByRole('button', { name: 'Set up' }))

  await expect(title).toBeFocused()
  await expect(panel).toMatchAriaSnapshot(`
    - dialog "Enable two factor authentication":
      - /children: equal
      - heading "Enable two factor authentication" [level=2]
      - button "Close"
      - paragraph: Scan this QR code with an authenticator app on your phone.
      - img "QR code for your authenticator app"
      - paragraph: "If you cannot scan it, enter this key in your app:"
      - code: /^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/
      - button "Enter the code"
      - button "Close"
  `)
  const seed = await keyOn(page)
  await press(button('Enter the code'))

  await expect(button('Next')).toBeVisible()
  await expect(title).toBeFocused()
  await expect(panel).toMatchAriaSnapshot(`
    - dialog "Enable two factor authentication":
      - /children: equal
      - heading "Enable two factor authentication" [level=2]
      - button "Close"
      - status: Enter the code that your app shows now.
      ${sixBoxes('      ')}
      - button "Next" [disabled]
      - button "Back"
  `)
  await tabTo(page, box(1))
  await page.keyboard.type('123')
  await expect(box(4)).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(box(3)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('9')
  await expect(box(3)).toBeFocused()
  await boxesHold('19    ')
  await page.keyboard.press('End')
  await expect(box(6)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(box(1)).toBeFocused()
  // An incomplete code is not sent.
  await page.keyboard.press('Enter')
  const wrong = await wrongCodeOf(portal, seed)
  await paste(`${wrong.slice(0, 3)} ${wrong.slice(3)}`)
  await boxesHold(wrong)
  await expect(box(6)).toBeFocused()
  await expect(panel.getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('alert')).toHaveText('The code is not valid, please try again')
  await expect(box(1)).toBeFocused()
  await boxesHold(wrong)
  await paste(await codeOf(portal, seed))
  await page.keyboard.press('Enter')

  await expect(button('Verify')).toBeVisible()
  await expect(box(1)).toBeFocused()
  await boxesHold('      ')
  await expect(panel).toMatchAriaSnapshot(`
    - dialog "Enable two factor authentication":
      - /children: equal
      - heading "Enable two factor authentication" [level=2]
      - button "Close"
      - status: "Almost done: wait until your app shows the next code, then enter that one."
      - group "Authentication code"
      - text: Password
      - textbox "Password"
      - button "Show password"
      - button "Verify" [disabled]
  `)
  const right = await codeOf(portal, seed, { steps: 1 })
  const [others, last] = [right.slice(0, 5), right.slice(5)]
  await page.keyboard.type(`${others}${(Number(last) + 1) % 10}`)
  await page.keyboard.press('Backspace')
  await expect(box(5)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type(last)
  await tabTo(page, panel.getByLabel('Password', { exact: true }))
  await page.keyboard.type('Quartz&94Wren-Loft')
  await page.keyboard.press('Enter')

  await expect(page.getByText('Two factor authentication has been enabled')).toBeVisible()
  const codes = panel.getByRole('list', { name: 'Your recovery codes' })
  await expect(codes).toBeFocused()
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await expect(panel).toMatchAriaSnapshot(`
    - dialog "Enable two factor authentication":
      - /children: equal
      - heading "Enable two factor authentication" [level=2]
      - button "Close"
      - status: Keep these codes in a safe place. Each lets you in once when you do not have your phone. You cannot see them again later.
      - list "Your recovery codes"
      - button "Download"
      - button "Print"
  `)
  expect(await axeFindings(page)).toEqual([])
  await press(button('Close'))
  await expect(panel).toBeHidden()
  // The focus returns to the button that started it, which now sets up another phone.
  const another = section.getByRole('button', { name: 'Set up a new phone' })
  await expect(another).toBeFocused()
  await expect(section.getByText('On', { exact: true })).toBeVisible()

  await page.keyboard.press('Enter')
  await expect(panel.getByText('Please enter a code from the app that you use now')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(another).toBeFocused()
})
