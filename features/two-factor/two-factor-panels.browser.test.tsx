import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { openPortal, signedInAs } from '../../tests/harness/portal-in-browser.tsx'
import { Answers, expectAccessible } from '../../tests/harness/screen.tsx'
import { dismissNotice } from '../../ui/use-notices.ts'
import { panelLink } from '../../ui/use-panel.ts'
import { currentPasswordWrong } from '../password/password.contract.ts'
import { listFaqs } from '../content/content.contract.ts'
import { sampleUser } from '../session/session.samples.ts'
import { useCookieConsent } from '../session/use-cookie-consent.ts'
import { clearSession } from '../session/use-session.ts'
import {
  beginSetUp,
  currentCodeNeeded,
  disable,
  makeRecoveryCodes,
  setUpOwn,
  twoFactorEnforced,
} from './own-two-factor.contract.ts'
import { codeInvalid } from './two-factor.contract.ts'
import { useOwnSteps } from './use-own-two-factor.ts'

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const handed = {
  url: `otpauth://totp/Northgate%20Rewards:amelia?secret=${secret}`,
  secret,
  needsPassword: true,
  error: null,
}
const codes = Array.from({ length: 10 }, (_, each) => `7D2KQ${each}-7D2KQM-7D2KQM-7D2KQM`)

const dialog = () => page.getByRole('dialog')
const box = (number: number) => page.getByLabelText(`Digit ${number} of 6`)
const button = (name: string) => dialog().getByRole('button', { name, exact: true })
const alert = () => dialog().getByRole('alert')
const deviceToken = expect.stringMatching(/^[0-9a-f]{64}$/)

async function openPanel(name: 'two-fa-qr' | 'two-fa-disable' | 'two-fa-code', given: Answers, params = {}) {
  const portal = await openPortal('/app/faqs/', { answers: given.transport })
  portal.router.history.push(`/app/faqs/${panelLink(name, params)}`, { panelOpenedHere: true })
  await expect.element(dialog()).toBeVisible()
  return portal
}

const answers = () => new Answers().to(beginSetUp, handed).hang(listFaqs)

async function typeCode(code: string) {
  await box(1).click()
  await userEvent.keyboard(`${code}{Enter}`)
}

beforeEach(async () => {
  await page.viewport(1280, 900)
  useCookieConsent.setState({ cookiesAccepted: true, nonNecessaryCookiesEnabled: false })
  signedInAs()
})
afterEach(async () => {
  await cleanup()
  useOwnSteps.setState({ setUp: null, reason: null })
  for (let id = 0; id < 30; id += 1) dismissNotice(id)
})

describe('enabling two-factor authentication in panels', () => {
  it('shows the QR code, asks for two codes and the password, and shows recovery codes [PROFILE-09] [TWOFA-07] [TWOFA-11] [TWOFA-12] [TWOFA-13] [TWOFA-15] [TWOFA-17] [TWOFA-25] [PANEL-05]', async () => {
    const given = answers().to(setUpOwn, { status: 'temporary', codes: [], error: null })
    const portal = await openPanel('two-fa-qr', given)
    await expect
      .element(dialog().getByRole('img', { name: 'QR code for your authenticator app' }))
      .toHaveAttribute('width', '256')
    expect(given.sent.find(({ endpoint }) => endpoint === beginSetUp)?.params).toEqual({ id: sampleUser.id })
    await expectAccessible()

    await button('Enter the code').click()
    await expect.element(page.getByRole('dialog', { name: 'Enable two factor authentication' })).toBeVisible()
    expect(portal.address()).toBe('/app/faqs/?panel=two-fa-code')
    await expect.element(button('Next')).toBeDisabled()
    await expectAccessible()
    await typeCode('111111')
    await expect.element(button('Verify')).toBeVisible()
    await expect.element(box(1)).toHaveFocus()
    given.to(setUpOwn, { status: 'complete', codes, error: null })
    await userEvent.keyboard('222222')
    await dialog().getByLabelText('Password', { exact: true }).fill('Quartz&94Wren-Loft')
    await expectAccessible()
    await button('Verify').click()

    await expect.element(page.getByText('Two factor authentication has been enabled')).toBeVisible()
    await expect.poll(() => dialog().getByRole('listitem').elements().length).toBe(10)
    await expect.element(dialog().getByRole('list', { name: 'Your recovery codes' })).toHaveFocus()
    await expectAccessible()
    expect(given.bodiesTo(setUpOwn)).toEqual([
      { code: '111111', type: 'temporary', secret, deviceToken },
      {
        code: '222222',
        type: 'complete',
        secret,
        deviceToken,
        email: sampleUser.email,
        password: 'Quartz&94Wren-Loft',
      },
    ])
    await button('Close').click()
    await expect.poll(portal.address).toBe('/app/faqs/')
  })

  it('asks for no password if the person has none', async () => {
    const given = answers()
      .to(beginSetUp, { ...handed, needsPassword: false })
      .to(setUpOwn, { status: 'temporary', codes: [], error: null })
    await openPanel('two-fa-qr', given)
    await button('Enter the code').click()
    await typeCode('111111')
    await expect.element(button('Verify')).toBeVisible()
    await expect.element(dialog().getByLabelText('Password', { exact: true })).not.toBeInTheDocument()
    given.to(setUpOwn, { status: 'complete', codes, error: null })
    await typeCode('222222')
    await expect.poll(() => dialog().getByRole('listitem').elements().length).toBe(10)
  })

  it('can go back to the same QR code, and starts with a new QR code after the panel was closed [TWOFA-18]', async () => {
    const given = answers()
    const portal = await openPanel('two-fa-qr', given)
    await button('Enter the code').click()
    await button('Back').click()
    await expect.element(dialog().getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
    expect(given.bodiesTo(beginSetUp)).toHaveLength(1)
    await button('Close').first().click()
    await expect.poll(portal.address).toBe('/app/faqs/')
    await expect.element(dialog()).not.toBeInTheDocument()
    portal.router.history.push(`/app/faqs/${panelLink('two-fa-qr')}`)
    await expect.poll(() => given.bodiesTo(beginSetUp).length).toBe(2)
  })

  it('keeps nothing if the panel is closed by Back: the next set-up starts with a new secret', async () => {
    const given = answers().to(setUpOwn, { status: 'temporary', codes: [], error: null })
    const portal = await openPanel('two-fa-qr', given)
    await button('Enter the code').click()
    await typeCode('111111')
    await expect.element(button('Verify')).toBeVisible()
    portal.router.history.back()
    await expect.element(dialog()).not.toBeInTheDocument()

    given.to(beginSetUp, { ...handed, secret: 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU' })
    portal.router.history.push(`/app/faqs/${panelLink('two-fa-qr')}`, { panelOpenedHere: true })
    await expect.element(dialog().getByText('KRSX G5CT MVRX EZLU KRSX G5CT MVRX EZLU')).toBeVisible()
    await button('Enter the code').click()
    await expect.element(button('Next')).toBeVisible()
  })

  it('keeps nothing for the next person who logs in', async () => {
    await openPanel('two-fa-qr', answers())
    await expect.element(button('Enter the code')).toBeEnabled()
    clearSession(null)
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(useOwnSteps.getState()).toEqual({ setUp: null, reason: null })
  })

  it("shows the server's refusal above the form, and keeps the input [TWOFA-26] [PANEL-05]", async () => {
    const given = answers().refuse(setUpOwn, codeInvalid)
    await openPanel('two-fa-qr', given)
    await button('Enter the code').click()
    await typeCode('111111')
    await expect.element(alert()).toHaveTextContent('The code is not valid, please try again')
    await expect.element(box(1)).toHaveFocus()
    given.to(setUpOwn, { status: 'temporary', codes: [], error: null })
    await typeCode('222222')
    await expect.element(button('Verify')).toBeVisible()
    given.refuse(setUpOwn, currentPasswordWrong)
    await userEvent.keyboard('333333')
    await dialog().getByLabelText('Password', { exact: true }).fill('Quartz')
    await userEvent.keyboard('{Enter}')
    await expect.element(alert()).toHaveTextContent('Your current password is not correct')
    await expect.element(box(6)).toHaveValue('3')
    await expectAccessible()
  })

  it('requires the password before sending, so that an empty password is not a failed attempt [FORM-21]', async () => {
    const given = answers().to(setUpOwn, { status: 'temporary', codes: [], error: null })
    await openPanel('two-fa-qr', given)
    await button('Enter the code').click()
    await typeCode('111111')
    await expect.element(button('Verify')).toBeVisible()
    await userEvent.keyboard('222222{Enter}')
    const password = dialog().getByLabelText('Password', { exact: true })
    await expect.element(password).toHaveAccessibleDescription('This field is required')
    await expect.element(password).toHaveFocus()
    expect(given.bodiesTo(setUpOwn)).toHaveLength(1)
    await expectAccessible()
  })

  it('asks for a code first if two-factor authentication is already enabled', async () => {
    const given = answers().refuse(beginSetUp, currentCodeNeeded)
    await openPanel('two-fa-qr', given)
    await expect.element(dialog().getByText('Please enter a code from the app that you use now')).toBeVisible()
    await expect.element(alert()).not.toBeInTheDocument()
    given.refuse(beginSetUp, codeInvalid)
    await typeCode('111111')
    await expect.element(alert()).toHaveTextContent('The code is not valid, please try again')
    await expectAccessible()
    given.to(beginSetUp, handed)
    await typeCode('222222')
    await expect.element(dialog().getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
    expect(given.bodiesTo(beginSetUp)).toEqual([{}, { code: '111111' }, { code: '222222' }])
  })

  it('says that the secret cannot be loaded, and loads it on retry', async () => {
    const given = answers().drop(beginSetUp)
    await openPanel('two-fa-qr', given)
    await expect.element(alert()).toMatchTextContent(/^Failed to fetch/)
    await expect.element(button('Enter the code')).toBeDisabled()
    await expectAccessible()
    given.to(beginSetUp, handed)
    await button('Retry').click()
    await expect.element(dialog().getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
    await expect.element(alert()).not.toBeInTheDocument()
  })

  it('starts with the QR code if the address of the code step is opened directly', async () => {
    const portal = await openPanel('two-fa-code', answers())
    await expect.poll(portal.address).toBe('/app/faqs/?panel=two-fa-qr')
    await expect.element(button('Enter the code')).toBeVisible()
  })
})

describe('disabling two-factor authentication in panels', () => {
  it('asks for a reason, then for a code, and shows the success [PROFILE-09] [TWOFA-20] [TWOFA-21] [TWOFA-22] [TWOFA-23] [TWOFA-25] [DATA-35] [PANEL-05]', async () => {
    const given = answers().to(disable, { status: 'ok', error: null })
    const portal = await openPanel('two-fa-disable', given)
    await expect
      .element(dialog().getByText('Please enter the reason that you are disabling this feature'))
      .toBeVisible()
    await expect.element(button('Cancel')).toBeVisible()
    await expectAccessible()
    await button('Disable').click()
    const reason = dialog().getByRole('textbox')
    const required = 'Please enter the reason two factor authentication is being disabled'
    await expect.element(reason).toHaveAccessibleDescription(required)
    await expect.element(dialog().getByRole('group', { name: 'Please review the form' })).toHaveFocus()
    await expectAccessible()
    await reason.fill(' New phone ')
    await button('Disable').click()
    await expect.poll(portal.address).toBe('/app/faqs/?panel=two-fa-code&purpose=disable')
    await expectAccessible()
    await typeCode('123456')
    await expect.element(page.getByText('Two factor authentication has been disabled')).toBeVisible()
    await expect.poll(portal.address).toBe('/app/faqs/')
    expect(given.bodiesTo(disable)).toEqual([{ enabled: false, reason: 'New phone', code: '123456' }])
  })

  it('says above the form why disabling is not possible [TWOFA-24] [TWOFA-26]', async () => {
    await openPanel('two-fa-disable', answers().refuse(disable, twoFactorEnforced))
    await dialog().getByRole('textbox').fill('New phone')
    await button('Disable').click()
    await typeCode('123456')
    await expect.element(alert()).toHaveTextContent('Two factor authentication is required here and cannot be disabled')
  })

  it('never puts the reason into the address, and asks for it again if the step for the code is opened directly', async () => {
    const portal = await openPanel('two-fa-code', answers(), { purpose: 'disable' })
    await expect.poll(portal.address).toBe('/app/faqs/?panel=two-fa-disable')
  })
})

describe('making recovery codes', () => {
  it('asks for a code, shows the ten codes once, and offers a file and printing', async () => {
    const given = answers().to(makeRecoveryCodes, { codes })
    await openPanel('two-fa-code', given, { purpose: 'recovery-codes' })
    await expectAccessible()
    await typeCode('123456')
    const list = dialog().getByRole('list', { name: 'Your recovery codes' })
    await expect
      .poll(() =>
        list
          .getByRole('listitem')
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual(codes)
    expect(given.bodiesTo(makeRecoveryCodes)).toEqual([{ code: '123456' }])
    await expectAccessible()

    const files: Blob[] = []
    const keep = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob)
      return 'blob:nothing'
    })
    const follow = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const paper = vi.spyOn(window, 'print').mockImplementation(() => undefined)
    await button('Download').click()
    await button('Print').click()
    expect(await files[0]?.text()).toBe(`Recovery codes\n\n${codes.join('\n')}\n`)
    expect([follow.mock.calls.length, paper.mock.calls.length]).toEqual([1, 1])
    for (const spy of [keep, follow, paper]) spy.mockRestore()
  })
})
