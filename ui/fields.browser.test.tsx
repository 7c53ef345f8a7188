import './default-theme.css'
import { useState } from 'react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { Checkbox } from './Checkbox.tsx'
import { FormErrors } from './FormErrors.tsx'
import { NumberField } from './NumberField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { RadioCards } from './RadioCards.tsx'
import { SearchField } from './SearchField.tsx'
import { SelectField } from './SelectField.tsx'
import { SliderField } from './SliderField.tsx'
import { TextField } from './TextField.tsx'

afterEach(() => cleanup())

const pounds = (value: number) => `£${value}`

type Errors = { field: string; message: string }[]
function Form({ errors: shown = [], onSend }: { errors?: Errors; onSend?: () => Promise<Errors> }) {
  const [sent, setSent] = useState<Errors | null>(null)
  const errors = sent ?? shown
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [level, setLevel] = useState<string | null>(null)
  const [year, setYear] = useState('')
  const [days, setDays] = useState<number | null>(2)
  const [amount, setAmount] = useState<number | null>(1000)
  const [agreed, setAgreed] = useState(false)
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void onSend?.().then(setSent)
      }}
    >
      <FormErrors title="Please review the form" errors={errors} />
      <TextField
        label="Email"
        name="email"
        value={email}
        onChange={setEmail}
        error={errorOf('email')}
        hint="Your work address"
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <RadioCards
        legend="Level"
        name="level"
        value={level}
        onChange={setLevel}
        error={errorOf('level')}
        choices={[
          { value: '1', label: 'Level 1' },
          { value: '2', label: 'Level 2', detail: 'With check-ups' },
          { value: '3', label: 'Level 3' },
        ]}
      />
      <SelectField
        label="Year"
        name="year"
        value={year}
        onChange={setYear}
        placeholder="Please choose"
        choices={[
          { value: '2026', label: '2026' },
          { value: '2027', label: '2027' },
        ]}
      />
      <NumberField label="Days" name="days" value={days} onChange={setDays} min={0} max={5} />
      <SliderField
        label="Bicycle"
        sliderLabel="Bicycle, slider"
        name="amount"
        value={amount}
        onChange={setAmount}
        min={100}
        max={3000}
        step={50}
        show={pounds}
      />
      <Checkbox label="I agree" name="agreed" checked={agreed} onChange={setAgreed} />
      <div data-testid="state">{JSON.stringify({ email, password, level, year, days, amount, agreed })}</div>
      <button type="submit">Send</button>
    </form>
  )
}

const state = () => JSON.parse(page.getByTestId('state').element().textContent ?? '{}') as Record<string, unknown>

describe('form fields', () => {
  it('look invalid even under the pointer', async () => {
    await render(<Form errors={[{ field: 'email', message: 'Please enter a valid email address' }]} />)
    const email = page.getByLabelText('Email')
    const border = () => getComputedStyle(email.element().parentElement ?? document.body).borderTopColor
    const wrong = border()
    await email.hover()
    await Promise.all(document.getAnimations().map((animation) => animation.finished))
    expect(border()).toBe(wrong)
  })

  it('cut off a long choice before the arrow of the list, and are as wide as the window', async () => {
    const { innerWidth, innerHeight } = window
    onTestFinished(() => page.viewport(innerWidth, innerHeight))
    await page.viewport(360, 800)
    const choices = [
      { value: 'short', label: 'Ben' },
      { value: 'long', label: 'Wolfeschlegelsteinhausenbergerdorff-Montgomery-Featherstonehaugh' },
    ]
    const list = (value: string) => (
      <SelectField label="Person" value={value} onChange={() => undefined} choices={choices} />
    )
    const { rerender } = await render(list('short'))
    const arrow = await endOfTheBox()
    await rerender(list('long'))
    await expect.element(page.getByLabelText('Person')).toHaveValue('long')
    expect(document.documentElement.scrollWidth).toBe(360)
    expect(await endOfTheBox()).toEqual(arrow)
  })

  /** Returns the pixels at the list's arrow. Only a screenshot shows where the browser cuts off the text. */
  async function endOfTheBox(): Promise<number[]> {
    const list = page.getByLabelText('Person').element()
    const base64 = await page.screenshot({ element: list.parentElement ?? list, save: false })
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const wide = Math.floor(parseFloat(getComputedStyle(list).paddingInlineEnd))
    const context = new OffscreenCanvas(wide, image.height).getContext('2d')
    context?.drawImage(image, wide - image.width, 0)
    return Array.from(context?.getImageData(0, 0, wide, image.height).data ?? [])
  }

  it('can be filled in with the keyboard only', async () => {
    await render(<Form />)
    await userEvent.tab()
    await userEvent.keyboard('amelia@demo.example')
    await userEvent.tab()
    await userEvent.keyboard('secret')
    // Tab moves past the show button to the radio group. There, arrow keys change the choice.
    await userEvent.tab()
    await userEvent.tab()
    await userEvent.keyboard(' {ArrowDown}')
    await userEvent.tab()
    await userEvent.keyboard('2027')
    await userEvent.tab()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}')
    // Tab moves past the number field of the slider.
    await userEvent.tab()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await userEvent.tab()
    await userEvent.keyboard(' ')
    expect(state()).toEqual({
      email: 'amelia@demo.example',
      password: 'secret',
      level: '2',
      year: '2027',
      days: 5,
      amount: 1100,
      agreed: true,
    })
  })

  it('tell assistive technology their label, hint and error', async () => {
    await render(<Form errors={[{ field: 'email', message: 'Please enter a valid email address' }]} />)
    const email = page.getByRole('textbox', { name: 'Email' })
    await expect.element(email).toHaveAccessibleDescription('Your work address Please enter a valid email address')
    await expect.element(email).toBeInvalid()
    await expect
      .element(page.getByRole('slider', { name: 'Bicycle, slider' }))
      .toHaveAttribute('aria-valuetext', '£1000')
  })
})

describe('number field', () => {
  it('accepts an amount as people type it, keeps invalid input, and can be changed in steps within its limits', async () => {
    await render(<Form />)
    const days = page.getByRole('textbox', { name: 'Days' })
    await days.fill('£1,000.50')
    expect(state()['days']).toBe(1000.5)
    await days.fill('two')
    expect(state()['days']).toBeNull()
    await expect.element(days).toHaveValue('two')
    await userEvent.keyboard('{ArrowDown}')
    expect(state()['days']).toBe(0)
  })
})

describe('password field', () => {
  it('shows and hides the password; the name of its button says which of the two it does [LOGIN-09]', async () => {
    await render(<Form />)
    const field = page.getByLabelText('Password', { exact: true })
    await field.fill('Quartz')
    await expect.element(field).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect.element(field).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect.element(field).toHaveAttribute('type', 'password')
    await expect.element(field).toHaveValue('Quartz')
  })
})

describe('form errors', () => {
  it('take the focus, and each line of the list links to its field', async () => {
    await render(
      <Form
        errors={[
          { field: 'email', message: 'This field is required' },
          { field: 'level', message: 'Please choose a level' },
        ]}
      />,
    )
    await expect.element(page.getByRole('group', { name: 'Please review the form' })).toHaveFocus()
    await page.getByRole('link', { name: 'Please choose a level' }).click()
    await expect.element(page.getByRole('radio', { name: 'Level 1' })).toHaveFocus()
    await page.getByRole('link', { name: 'Email: This field is required' }).click()
    await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveFocus()
  })
})

describe('submitting a form with errors', () => {
  const summary = page.getByRole('group', { name: 'Please review the form' })
  const missing = [
    { field: 'email', message: 'This field is required' },
    { field: 'level', message: 'This field is required' },
    { field: 'year', message: 'Please choose a year' },
  ]
  const send = () => page.getByRole('button', { name: 'Send' }).click()

  function listen() {
    const heard: string[] = []
    const say = (element: Element | null | undefined) => {
      const region = element?.closest('[aria-live], [role=status], [role=alert]')
      const isLive = region && region.getAttribute('aria-live') !== 'off'
      if (isLive && region.textContent) heard.push(region.textContent)
    }
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) say(target instanceof Element ? target : target.parentElement)
    })
    observer.observe(document.body, { childList: true, characterData: true, subtree: true })
    onTestFinished(() => observer.disconnect())
    return heard
  }

  it('names the field of each error whose message does not name it', async () => {
    await render(<Form errors={missing} />)
    const links = () =>
      page
        .getByRole('link')
        .elements()
        .map(({ textContent }) => textContent)
    await expect
      .poll(links)
      .toEqual(['Email: This field is required', 'Level: This field is required', 'Please choose a year'])
  })

  it.each([
    ['the first time', 1],
    ['with the same errors', 3],
  ])('moves the focus to the summary, which is the only announcement: %s', async (_, times) => {
    await render(<Form onSend={() => Promise.resolve(missing)} />)
    const regions = page.getByRole('textbox', { name: 'Email' }).element().closest('form')
    expect(regions?.querySelectorAll('p[aria-live=polite]').length).toBeGreaterThan(3)
    const heard = listen()
    for (let time = 0; time < times; time += 1) {
      await send()
      await expect.element(summary).toHaveFocus()
    }
    await expect
      .element(page.getByRole('textbox', { name: 'Email' }))
      .toHaveAccessibleDescription(/This field is required/)
    expect(heard).toEqual([])
    await page.getByRole('link', { name: 'Please choose a year' }).click()
    expect(regions?.querySelectorAll('p[aria-live=off]')).toHaveLength(0)
  })

  it('leaves the focus in a field that is being corrected while another field is still wrong', async () => {
    const { rerender } = await render(<Form errors={missing} />)
    await expect.element(summary).toHaveFocus()
    const email = page.getByRole('textbox', { name: 'Email' })
    await email.fill('a')
    await rerender(<Form errors={missing.slice(1)} />)
    await expect.element(summary.getByRole('link', { name: 'Level: This field is required' })).toBeVisible()
    await expect.element(email).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(summary).toHaveFocus()
  })
})

it('a radio button with a card is read once: its label is the name, and its details are the description', async () => {
  await render(<Form />)
  const card = page.getByRole('radio', { name: 'Level 2' })
  await expect.element(card).toHaveAccessibleName('Level 2')
  await expect.element(card).toHaveAccessibleDescription('With check-ups')
})

describe('search field', () => {
  function Search({ onEscape }: { onEscape: () => void }) {
    const [words, setWords] = useState('')
    return (
      // The handler of a surrounding dialog.
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
      <div onKeyDown={(event) => event.key === 'Escape' && onEscape()}>
        <SearchField label="Find an employee" clearLabel="Clear search" value={words} onChange={setWords} />
      </div>
    )
  }

  it('is cleared with Escape and with its button, and keeps the focus; Escape does nothing if it is empty', async () => {
    const onEscape = vi.fn<() => void>()
    await render(<Search onEscape={onEscape} />)
    const field = page.getByRole('searchbox', { name: 'Find an employee' })
    await userEvent.tab()
    await userEvent.keyboard('Hart')
    await expect.element(field).toHaveValue('Hart')
    await userEvent.keyboard('{Escape}')
    await expect.element(field).toHaveValue('')
    await expect.element(field).toHaveFocus()
    expect(onEscape).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    expect(onEscape).toHaveBeenCalledTimes(1)
    await userEvent.keyboard('Osei')
    await userEvent.tab()
    await expect.element(page.getByRole('button', { name: 'Clear search' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveValue('')
    await expect.element(field).toHaveFocus()
  })
})

describe('slider', () => {
  it('can be moved with every key that sliders have, and announces each value once', async () => {
    const { container } = await render(<Form />)
    const slider = page.getByRole('slider', { name: 'Bicycle, slider' })
    ;(slider.element() as HTMLElement).focus()
    for (const [key, amount] of [
      ['{ArrowUp}', 1050],
      ['{ArrowLeft}', 1000],
      ['{Home}', 100],
      ['{End}', 3000],
    ] as const) {
      await userEvent.keyboard(key)
      expect(state()['amount']).toBe(amount)
      await expect.element(slider).toHaveAttribute('aria-valuetext', pounds(amount))
    }
    await userEvent.keyboard('{PageDown}')
    expect(state()['amount']).toBeLessThan(3000)
    const heard = [...container.querySelectorAll('output, [role=status], [aria-live]')]
    expect(heard.filter((region) => region.textContent.includes('£'))).toEqual([])
  })
})

describe('switch that is on or off', () => {
  it('has the role of a switch, tells assistive technology its state, and is changed by Space', async () => {
    function Setting() {
      const [on, setOn] = useState(false)
      return <Checkbox asSwitch label="Insights" hint="Holds at once" checked={on} onChange={setOn} />
    }
    await render(<Setting />)
    const setting = page.getByRole('switch', { name: 'Insights' })
    await userEvent.tab()
    await expect.element(setting).toHaveFocus()
    await expect.element(setting).not.toBeChecked()
    await expect.element(setting).toHaveAccessibleDescription('Holds at once')
    await userEvent.keyboard(' ')
    await expect.element(setting).toBeChecked()
  })
})
