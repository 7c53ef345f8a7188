import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { Notices } from '../../ui/Notices.tsx'
import { accountLocked } from '../../services/session/session.contract.ts'
import { ChangePasswordPanel } from './ChangePasswordPanel.tsx'
import { changePassword, checkPassword, currentPasswordWrong, passwordRulesUnmet } from './password.contract.ts'
import { passwordRules, type PasswordRule } from '../../services/session/password.rules.ts'

beforeEach(() => page.viewport(1280, 900))

const checksWithout = (...unmet: PasswordRule[]) =>
  passwordRules.map((name) => ({ name, status: !unmet.includes(name) }))
const answers = () =>
  new Answers()
    .to(checkPassword, { checks: checksWithout() })
    .to(changePassword, { status: 'ok', errors: null, checks: checksWithout() })

const current = page.getByLabelText('Current password')
const password = page.getByLabelText('New password', { exact: true })
const confirmation = page.getByLabelText('Confirm new password')
const save = page.getByRole('button', { name: 'Save' })
const good = 'Kiln&72Ember-Moss'

async function showPanel(given: Answers) {
  let closed = false
  function Home() {
    const [isOpen, setOpen] = useState(true)
    const close = () => {
      closed = true
      setOpen(false)
    }
    return (
      <>
        <h1>Home</h1>
        {isOpen && <ChangePasswordPanel params={{}} onClose={close} />}
        <Notices dismissLabel="Dismiss" />
      </>
    )
  }
  await showScreen({ at: '/app/home', screen: <Home />, answers: given })
  return { isClosed: () => closed }
}

async function fill() {
  await current.fill('Quartz&94Wren-Loft')
  await password.fill(good)
  await confirmation.fill(good)
}

describe("changing one's own password", () => {
  it('asks for the current and the new password, sends them, shows the success and closes [FORM-36] [PROFILE-06] [PROFILE-07] [PROFILE-08] [PANEL-05]', async () => {
    const given = answers()
    const panel = await showPanel(given)
    await expect.element(page.getByRole('dialog', { name: 'Change password' })).toBeVisible()
    const rules = page.getByRole('list', { name: 'Your new password needs' })
    expect(rules.getByRole('listitem').elements()).toHaveLength(9)
    await fill()
    await expect.element(page.getByRole('dialog').getByRole('status').last()).toHaveTextContent('All requirements met')
    expect(given.bodiesTo(checkPassword)).toEqual([{ password: good }])
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await expectAccessible()
    await save.click()
    await expect.poll(panel.isClosed).toBe(true)
    await expect.element(page.getByText('Password successfully changed')).toBeVisible()
    expect(given.bodiesTo(changePassword)).toEqual([
      { current_password: 'Quartz&94Wren-Loft', password: good, password_confirmation: good },
    ])
  })

  it('lists missing fields below the sentence that all side panels use, with a link to each field [FORM-05] [FORM-06] [FORM-21] [PANEL-05]', async () => {
    const given = answers()
    await showPanel(given)
    await save.click()
    const summary = page.getByRole('group', { name: 'Please review the form' })
    await expect.element(summary).toHaveFocus()
    expect(summary.getByRole('link').elements()).toHaveLength(3)
    for (const field of [current, password, confirmation])
      await expect.element(field).toHaveAccessibleDescription('This field is required')
    await expectAccessible()
    await summary.getByRole('link').nth(2).click()
    await expect.element(confirmation).toHaveFocus()
    expect(given.sent).toEqual([])
  })

  it('shows that the current password is wrong, and keeps the input [PROFILE-07] [PANEL-05]', async () => {
    const wrong = { current_password: ['Your current password is not correct'] }
    const given = answers().refuse(changePassword, currentPasswordWrong, wrong)
    const panel = await showPanel(given)
    await fill()
    await save.click()
    await expect.element(current).toHaveAccessibleDescription('Your current password is not correct')
    await expect.element(password).toHaveValue(good)
    expect(panel.isClosed()).toBe(false)
    await confirmation.fill('another')
    await save.click()
    await expect.element(confirmation).toHaveAccessibleDescription('The passwords do not match')
  })

  it('shows the rules that are not met according to the server [FORM-37] [PANEL-05]', async () => {
    const given = answers().drop(checkPassword)
    await showPanel(given)
    await fill()
    given.refuse(changePassword, passwordRulesUnmet, {
      password: ['Please ensure your password meets the listed requirements'],
    })
    await save.click()
    await expect
      .element(password)
      .toHaveAccessibleDescription('Please ensure your password meets the listed requirements')
  })

  it('shows the reason if no field is at fault', async () => {
    await showPanel(answers().refuse(changePassword, accountLocked))
    await fill()
    await save.click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/your account has been locked for 15 mins/)
  })
})
