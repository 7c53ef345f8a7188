import { createHash } from 'node:crypto'
import { withConnection } from '../../database/bootstrap.ts'
import { codeOf, enterCode, keyOn } from './codes.ts'
import { expect, givePassword, password, signOut, test } from './portal.ts'

test('a login by code survives a reload and stores no password [TWOFA-01] [TWOFA-06] [TWOFA-26] [LOGIN-25] [LOGIN-27] [STATE-07] [S-20]', async ({
  page,
  portal,
}) => {
  const email = 'carys.evans@demo.example'
  await givePassword(page, portal, email)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Authentication code')
  expect(new URL(page.url()).pathname).toBe('/two-fa')

  // Everything that a browser stores, as one text.
  const stored = () =>
    page.evaluate<string>(
      'indexedDB.databases().then((all) => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie, all]))',
    )
  for (const step of ['before the reload', 'after the reload']) {
    const kept = await stored()
    expect([step, kept.includes('mfa1.')]).toEqual([step, true])
    for (const encoding of ['utf8', 'base64', 'base64url', 'hex'] as const)
      expect(kept).not.toContain(Buffer.from(password).toString(encoding))
    expect(kept).not.toContain(createHash('sha256').update(password).digest('hex'))
    if (step === 'before the reload') await page.reload()
    await expect(page.getByLabel('Digit 1 of 6')).toBeFocused()
  }

  const shown = await portal.command('code', email)
  const code = shown.stdout.trim()
  expect([shown.code, code]).toEqual([0, expect.stringMatching(/^\d{6}$/)])
  await enterCode(page, code === '000000' ? '000001' : '000000')
  await expect(page.getByRole('alert')).toHaveText('The code is not valid, please try again')
  await enterCode(page, code)
  await page.waitForURL('**/app/home/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Carys')
  expect(await stored()).not.toContain('mfa1.')
  await signOut(page)
})

test('a second factor is set up, replaced by a recovery code, and disabled [PROFILE-09] [TWOFA-13] [TWOFA-20] [TWOFA-25]', async ({
  page,
  portal,
}) => {
  const email = 'isla.reid@demo.example'
  await givePassword(page, portal, email)
  await page.waitForURL('**/app/home/')
  await page.goto(portal.address('/app/home/?panel=two-fa-qr'))
  const panel = page.getByRole('dialog')
  const seed = await keyOn(page)
  await panel.getByRole('button', { name: 'Enter the code' }).click()
  await enterCode(page, await codeOf(portal, seed))
  await expect(panel.getByRole('button', { name: 'Verify' })).toBeVisible()
  await expect(page.getByLabel('Digit 1 of 6')).toHaveValue('')
  await page.getByLabel('Digit 1 of 6').click()
  await page.keyboard.type(await codeOf(portal, seed, { steps: 1 }))
  await panel.getByLabel('Password', { exact: true }).fill(password)
  await panel.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Two factor authentication has been enabled')).toBeVisible()
  const codes = panel.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [first = '', second = '', third = ''] = await codes.allInnerTexts()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
  await signOut(page)

  await givePassword(page, portal, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(first.toLowerCase())
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/home/')

  await page.goto(portal.address('/app/home/?panel=two-fa-disable'))
  await panel.getByRole('textbox').fill('I have lost my phone')
  await panel.getByRole('button', { name: 'Disable' }).click()
  await panel.getByRole('button', { name: 'Use a recovery code' }).click()
  await panel.getByLabel('Recovery code').fill(first)
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('alert')).toHaveText('The code is not valid, please try again')

  // Each code works once, so this one must come from a later step than the two before.
  await withConnection(portal.database, (client) =>
    client.query(`update app.clock set ahead = ahead + interval '30 seconds'`),
  )
  await page.goto(portal.address('/app/home/?panel=two-fa-code&purpose=recovery-codes'))
  await enterCode(page, await codeOf(portal, seed, { steps: 1 }))
  await expect(codes).toHaveCount(10)
  const [fresh = ''] = await codes.allInnerTexts()
  expect([second, third]).not.toContain(fresh)

  await page.goto(portal.address('/app/home/?panel=two-fa-disable'))
  await panel.getByRole('textbox').fill('I have lost my phone')
  await panel.getByRole('button', { name: 'Disable' }).click()
  await panel.getByRole('button', { name: 'Use a recovery code' }).click()
  await panel.getByLabel('Recovery code').fill(fresh)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Two factor authentication has been disabled')).toBeVisible()
  await expect(panel).toBeHidden()
  await signOut(page)
  await givePassword(page, portal, email)
  await page.waitForURL('**/app/home/')
})
