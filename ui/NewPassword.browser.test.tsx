import './default-theme.css'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { passwordMessages } from '../contract/password.messages.ts'
import { expectAccessible } from '../tests/harness/screen.tsx'
import { NewPassword } from './NewPassword.tsx'
import {
  CHECK_AFTER_MS,
  useNewPassword,
  type CheckPassword,
  type NewPasswordProblems,
  type RuleCheck,
  type RuleName,
} from './use-new-password.ts'

const rules = Object.keys(passwordMessages.rule) as RuleName[]
const password = page.getByLabelText('New password', { exact: true })
const confirmation = page.getByLabelText('Confirm new password')
const save = page.getByRole('button', { name: 'Save' })
const marks = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent?.split(':')[0])

class Server {
  readonly asked: string[] = []
  readonly takenBack: string[] = []
  private readonly answers: ((checks: RuleCheck[] | Error) => void)[] = []

  check: CheckPassword = (typed, signal) => {
    this.asked.push(typed)
    signal.addEventListener('abort', () => this.takenBack.push(typed))
    return new Promise((resolve, reject) => {
      this.answers.push((checks) => (checks instanceof Error ? reject(checks) : resolve(checks)))
    })
  }

  answer(at: number, unmet: readonly RuleName[] | Error): void {
    this.answers[at]?.(unmet instanceof Error ? unmet : rules.map((name) => ({ name, status: !unmet.includes(name) })))
  }
}

function Form({ server, submitted }: { server: Server; submitted: NewPasswordProblems[] }) {
  const state = useNewPassword({ rules, check: server.check })
  const [problems, setProblems] = useState<NewPasswordProblems>({})
  const submit = async () => {
    const found = await state.problems()
    setProblems(found)
    submitted.push(found)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h1>Choose a password</h1>
      <NewPassword state={state} problems={problems} />
      <button type="submit">Save</button>
    </form>
  )
}

afterEach(() => cleanup())

describe('new password', () => {
  it('lists its rules without a request; all are unmet while the field is empty [FORM-23] [FORM-35]', async () => {
    const server = new Server()
    await render(<Form server={server} submitted={[]} />)
    expect(marks()).toEqual(rules.map(() => 'not met'))
    await expect.element(page.getByRole('list', { name: 'Your new password needs' })).toBeVisible()
    for (const rule of Object.values(passwordMessages.rule)) await expect.element(page.getByText(rule)).toBeVisible()
    await save.click()
    expect(server.asked).toEqual([])
    await expect.element(password).toHaveAccessibleDescription('This field is required')
    await expect.element(confirmation).toHaveAccessibleDescription('This field is required')
  })

  it('marks each rule with a sign and a word, not only with a colour, and screen readers announce changes politely [FORM-23]', async () => {
    const server = new Server()
    await render(<Form server={server} submitted={[]} />)
    await password.fill('Quartz')
    await expect.poll(() => server.asked).toEqual(['Quartz'])
    server.answer(0, ['length', 'number', 'special'])
    await expect.element(page.getByRole('status')).toHaveTextContent('6 of 9 requirements met')
    const item = (text: string) => page.getByRole('listitem').filter({ hasText: text })
    await expect.element(item('at least 12 characters')).toHaveTextContent('not met: at least 12 characters')
    await expect.element(item('upper case')).toHaveTextContent('met: at least 1 upper case letter')
    const signs = ['at least 12 characters', 'upper case'].map((text) =>
      item(text).element().querySelector('path')?.getAttribute('d'),
    )
    expect(new Set(signs).size).toBe(2)
    await expectAccessible()
  })

  it('must be repeated in a second field, and both fields can be shown as text [FORM-39]', async () => {
    const server = new Server()
    const submitted: NewPasswordProblems[] = []
    await render(<Form server={server} submitted={submitted} />)
    await password.fill('Quartz&94Wren-Loft')
    await confirmation.fill('Quartz&94Wren-Lift')
    for (const field of [password, confirmation]) {
      await expect.element(field).toHaveAttribute('type', 'password')
      await expect.element(field).toHaveAttribute('autocomplete', 'new-password')
    }
    await page.getByRole('button', { name: 'Show password' }).first().click()
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect.element(password).toHaveAttribute('type', 'text')
    await expect.element(confirmation).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).first().click()
    await expect.element(password).toHaveAttribute('type', 'password')
    await expect.poll(() => server.asked).toHaveLength(1)
    server.answer(0, [])
    await expect.element(page.getByRole('status')).toHaveTextContent('All requirements met')
    await save.click()
    await expect.element(confirmation).toHaveAccessibleDescription('The passwords do not match')
    await confirmation.fill('Quartz&94Wren-Loft')
    await save.click()
    await expect.poll(() => submitted.at(-1)).toEqual({})
  })

  it('cannot be sent while a rule is not met [FORM-37]', async () => {
    const server = new Server()
    const submitted: NewPasswordProblems[] = []
    await render(<Form server={server} submitted={submitted} />)
    await password.fill('quartz&94wren-loft')
    await confirmation.fill('quartz&94wren-loft')
    await expect.poll(() => server.asked).toHaveLength(1)
    server.answer(0, ['upper'])
    await expect.element(page.getByRole('status')).toHaveTextContent('8 of 9 requirements met')
    await save.click()
    await expect
      .element(password)
      .toHaveAccessibleDescription('Please ensure your password meets the listed requirements')
    expect(submitted).toEqual([{ password: 'Please ensure your password meets the listed requirements' }])
  })

  it('is checked at once if the form is sent before the reply', async () => {
    const server = new Server()
    const submitted: NewPasswordProblems[] = []
    await render(<Form server={server} submitted={submitted} />)
    await password.fill('Quartz&94Wren-Loft')
    await confirmation.fill('Quartz&94Wren-Loft')
    await save.click()
    await expect.poll(() => server.asked.length).toBeGreaterThan(0)
    server.answer(server.asked.length - 1, ['previous'])
    await expect.poll(() => submitted).toHaveLength(1)
    expect(submitted[0]?.password).toBe('Please ensure your password meets the listed requirements')
  })

  it('says if its rules could not be checked, and then leaves the decision to the server', async () => {
    const server = new Server()
    const submitted: NewPasswordProblems[] = []
    await render(<Form server={server} submitted={submitted} />)
    await password.fill('Quartz&94Wren-Loft')
    await confirmation.fill('Quartz&94Wren-Loft')
    await expect.poll(() => server.asked).toHaveLength(1)
    server.answer(0, new Error('Failed to fetch'))
    await expect.element(page.getByRole('status')).toBeVisible()
    await expect.element(page.getByRole('status')).toMatchTextContent(/^We could not check this password just now/)
    expect(marks()).toEqual(Object.values(passwordMessages.rule))
    await expectAccessible()
    await save.click()
    await expect.poll(() => submitted).toEqual([{}])
  })
})

describe('request that checks a password on the server', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  // Sets the value directly, because the browser driver would wait for the stopped clock.
  const type = (text: string) => {
    const field = document.querySelector<HTMLInputElement>('input[name="password"]')
    if (!field) throw new Error('The field is not there')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }

  it('is sent when typing has stopped for 500 ms [FORM-22] [CONST-07]', async () => {
    const server = new Server()
    await render(<Form server={server} submitted={[]} />)
    expect(CHECK_AFTER_MS).toBe(500)
    type('Q')
    vi.advanceTimersByTime(499)
    type('Qu')
    vi.advanceTimersByTime(499)
    expect(server.asked).toEqual([])
    vi.advanceTimersByTime(1)
    expect(server.asked).toEqual(['Qu'])
  })

  it('is cancelled by a newer request, and its reply is never shown [FORM-36]', async () => {
    const server = new Server()
    await render(<Form server={server} submitted={[]} />)
    type('Quartz')
    vi.advanceTimersByTime(500)
    type('Quartz&94')
    expect([server.asked, server.takenBack]).toEqual([['Quartz'], ['Quartz']])
    vi.advanceTimersByTime(500)
    vi.useRealTimers()
    server.answer(1, ['length'])
    await expect.element(page.getByRole('status')).toHaveTextContent('8 of 9 requirements met')
    server.answer(0, [])
    await userEvent.click(page.getByRole('heading', { name: 'Choose a password' }))
    await expect.element(page.getByRole('status')).toHaveTextContent('8 of 9 requirements met')
  })

  it('is not sent for an empty password, which also cancels an earlier request [FORM-35] [FORM-36]', async () => {
    const server = new Server()
    await render(<Form server={server} submitted={[]} />)
    type('Quartz')
    vi.advanceTimersByTime(500)
    type('')
    vi.advanceTimersByTime(2000)
    expect([server.asked, server.takenBack]).toEqual([['Quartz'], ['Quartz']])
    vi.useRealTimers()
    await expect.poll(marks).toEqual(rules.map(() => 'not met'))
  })
})
