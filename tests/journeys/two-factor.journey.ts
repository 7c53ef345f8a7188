import { createHash } from 'node:crypto'
import { expect, enterPassword, password, signOut, test } from './portal.ts'

test('a login with a code survives a reload and stores no password [TWOFA-01] [TWOFA-06] [TWOFA-26] [LOGIN-25] [LOGIN-27] [STATE-07] [S-20]', async ({
  page,
  portal,
}) => {
  const email = 'carys.evans@demo.example'
  await enterPassword(page, portal, email)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Authentication code')
  expect(new URL(page.url()).pathname).toBe('/two-fa')

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
  const enter = async (digits: string) => {
    await page.getByLabel('Digit 1 of 6').click()
    await page.keyboard.type(digits)
    await page.keyboard.press('Enter')
  }
  await enter(code === '000000' ? '000001' : '000000')
  await expect(page.getByRole('alert')).toHaveText('The code is not valid, please try again')
  await enter(code)
  await page.waitForURL('**/app/home/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Carys')
  expect(await stored()).not.toContain('mfa1.')
  await signOut(page)
})
