import './default-theme.css'
import jsqr from 'jsqr'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { dobProblem } from '../contract/date-of-birth.ts'
import { expectAccessible } from '../tests/harness/screen.tsx'
import { CodeBoxes, completeCode, noDigits, type CodeDigits } from './CodeBoxes.tsx'
import { DateField } from './DateField.tsx'
import { notADate } from './date-field.messages.ts'
import { DateOfBirthField } from './DateOfBirthField.tsx'
import { FormErrors } from './FormErrors.tsx'
import { QrCode } from './QrCode.tsx'

afterEach(() => cleanup())

const today = '2026-11-21'
const paste = (text: string) => {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

describe('date of birth', () => {
  const day = page.getByRole('textbox', { name: 'Day' })
  const month = page.getByRole('textbox', { name: 'Month' })
  const year = page.getByRole('textbox', { name: 'Year' })
  const value = page.getByTestId('value')

  function Form({ starts = '' }: { starts?: string }) {
    const [date, setDate] = useState(starts)
    const [left, setLeft] = useState(0)
    const [problem, setProblem] = useState<string | null>(null)
    return (
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setProblem(dobProblem(date, today))
        }}
      >
        <h1>Your details</h1>
        <FormErrors
          title="Please review the form"
          errors={problem === null ? [] : [{ field: 'date-of-birth', message: problem }]}
        />
        <DateOfBirthField
          label="Date of birth"
          hint="For example, 17 5 1990"
          error={problem}
          today={today}
          value={date}
          onChange={setDate}
          onBlur={() => setLeft(left + 1)}
        />
        <button type="submit">Next</button>
        <output data-testid="value">{date}</output>
        <output data-testid="left">{left}</output>
      </form>
    )
  }

  it('can be typed with the keyboard only, and the focus moves from part to part [FORM-07] [FORM-12] [FORM-16]', async () => {
    await render(<Form />)
    await userEvent.click(day)
    await userEvent.keyboard('17')
    await expect.element(month).toHaveFocus()
    await userEvent.keyboard('11')
    await expect.element(year).toHaveFocus()
    await userEvent.keyboard('1990')
    await expect.element(value).toHaveTextContent('1990-11-17')
    await expect.element(year).toHaveFocus()
  })

  it('adds a zero before a day or month that needs no second digit, or when the focus leaves that part [FORM-16] [FORM-17]', async () => {
    await render(<Form />)
    await userEvent.click(day)
    await userEvent.keyboard('5')
    await expect.element(day).toHaveValue('05')
    await expect.element(month).toHaveFocus()
    await userEvent.keyboard('1')
    await expect.element(month).toHaveFocus()
    await userEvent.tab()
    await expect.element(month).toHaveValue('01')
    await userEvent.keyboard('1990')
    await expect.element(value).toHaveTextContent('1990-01-05')
  })

  it('accepts a date typed with slashes [FORM-16] [FORM-17]', async () => {
    await render(<Form />)
    await userEvent.click(day)
    await userEvent.keyboard('3/1/1988')
    await expect.element(value).toHaveTextContent('1988-01-03')
  })

  it.each([
    ['29{Tab}02{Tab}1996', '1996-02-29'],
    ['29{Tab}2{Tab}1996', '1996-02-29'],
    ['5{Tab}1{Tab}1990', '1990-01-05'],
    ['3/12/1988', '1988-12-03'],
    // A second Tab moves on, and Shift+Tab goes back.
    ['29{Tab}{Tab}1996', '1996--29'],
    ['29{Shift>}{Tab}{/Shift}05', '--05'],
  ])('ignores a single Tab after the focus has moved on automatically: %s [FORM-16]', async (keys, typed) => {
    await render(<Form />)
    await userEvent.click(day)
    await userEvent.keyboard(keys)
    await expect.element(value).toHaveTextContent(typed)
  })

  it.each([
    ['31092020', '2020-09-31'],
    ['29021995', '1995-02-29'],
    ['05171990', '1990-17-05'],
    ['01011899', '1899-01-01'],
  ])(
    'keeps %s as it was typed, and says at once that it is not valid [FORM-09] [FORM-11] [FORM-13] [FORM-19]',
    async (keys, typed) => {
      await render(<Form />)
      await userEvent.click(day)
      await userEvent.keyboard(keys)
      await expect.element(value).toHaveTextContent(typed)
      await expect.element(page.getByText('This date of birth is not valid')).toBeVisible()
      await expect.element(year).toBeInvalid()
      await userEvent.tab()
      await expect.element(value).toHaveTextContent(typed)
    },
  )

  it('keeps 29 February while the year is corrected [FORM-11]', async () => {
    await render(<Form />)
    await userEvent.click(day)
    await userEvent.keyboard('29021995{Backspace}6')
    await expect.element(value).toHaveTextContent('1996-02-29')
    await expect.element(year).not.toBeInvalid()
  })

  it('accepts digits only, and not more digits than fit [FORM-07] [FORM-08] [FORM-09] [FORM-10] [CONST-11]', async () => {
    await render(<Form starts="1990-05-17" />)
    await userEvent.click(year)
    await userEvent.keyboard('{End}7x')
    await expect.element(year).toHaveValue('1990')
    await day.fill('1a')
    await expect.element(day).toHaveValue('1')
    await month.fill('145')
    await expect.element(month).toHaveValue('14')
    for (const box of [day, month, year]) await expect.element(box).toHaveAttribute('inputmode', 'numeric')
  })

  it('can be changed with the arrow keys within its limits, and announces the value [FORM-13] [FORM-15]', async () => {
    await render(<Form starts="2025-12-30" />)
    await userEvent.click(day)
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
    await expect.element(value).toHaveTextContent('2025-12-31')
    await expect.element(page.getByRole('group').getByRole('status')).toHaveTextContent('31')
    await userEvent.click(month)
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(value).toHaveTextContent('2025-11-30')
    await userEvent.click(year)
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
    await expect.element(value).toHaveTextContent('2026-11-30')
  })

  it('moves back with Backspace from an empty part, and allows a zero to be removed', async () => {
    await render(<Form />)
    await userEvent.click(day)
    await userEvent.keyboard('05')
    await expect.element(month).toHaveFocus()
    await userEvent.keyboard('{Backspace}')
    await expect.element(day).toHaveFocus()
    await userEvent.keyboard('{End}{Backspace}{Backspace}')
    await expect.element(day).toHaveValue('')
    await expect.element(value).toHaveTextContent('')
  })

  it('accepts a whole date that is pasted or filled in by the browser [FORM-12]', async () => {
    await render(<Form />)
    await userEvent.click(month)
    paste('17/05/1990')
    await expect.element(value).toHaveTextContent('1990-05-17')
    await day.fill('2')
    await month.fill('6')
    await year.fill('1991')
    await expect.element(value).toHaveTextContent('1991-06-02')
    const tokens = () => [day, month, year].map((box) => box.element().getAttribute('autocomplete'))
    expect(tokens()).toEqual(['off', 'off', 'off'])
    await cleanup()
    await render(<DateOfBirthField label="Date of birth" value="" onChange={() => undefined} isOwn />)
    expect(tokens()).toEqual(['bday-day', 'bday-month', 'bday-year'])
  })

  it('is a group with label, hint and error, linked from the list of errors [FORM-18] [FORM-19]', async () => {
    await render(<Form />)
    await userEvent.click(page.getByRole('button', { name: 'Next' }))
    const group = page.getByRole('group', { name: 'Date of birth' })
    await expect.element(group).toHaveAccessibleDescription('For example, 17 5 1990 Date of birth is required')
    await expect.element(day).toBeInvalid()
    await expectAccessible()
    await userEvent.click(page.getByRole('link', { name: 'Date of birth is required' }))
    await expect.element(day).toHaveFocus()
    await userEvent.keyboard('17051899')
    await userEvent.click(page.getByRole('button', { name: 'Next' }))
    await expect.element(group).toHaveAccessibleDescription('For example, 17 5 1990 This date of birth is not valid')
  })

  it('reports only once that the focus has left it, and not when the focus moves between its parts', async () => {
    await render(<Form />)
    await userEvent.click(day)
    await userEvent.keyboard('17051990')
    await expect.element(page.getByTestId('left')).toHaveTextContent('0')
    await userEvent.tab()
    await expect.element(page.getByTestId('left')).toHaveTextContent('1')
  })
})

describe('authentication code', () => {
  const box = (number: number) => page.getByRole('textbox', { name: `Digit ${number} of 6` })
  const submit = page.getByRole('button', { name: 'Verify' })
  const typed = () => [1, 2, 3, 4, 5, 6].map((number) => (box(number).element() as HTMLInputElement).value).join('|')

  function Code({ sent, error }: { sent: string[]; error?: string }) {
    const [digits, setDigits] = useState<CodeDigits>(noDigits)
    const code = completeCode(digits)
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (code !== null) sent.push(code)
        }}
      >
        <h1>Log in</h1>
        <CodeBoxes
          label="Enter your authentication code"
          hint="From your authenticator app"
          error={error}
          digits={digits}
          onChange={setDigits}
        />
        <button disabled={code === null}>Verify</button>
      </form>
    )
  }

  it('has six boxes; typing moves on to the next box, and Enter sends the code once all boxes are filled [FORM-40] [FORM-41] [FORM-42] [CONST-09]', async () => {
    const sent: string[] = []
    await render(<Code sent={sent} />)
    expect(page.getByRole('textbox').elements()).toHaveLength(6)
    await userEvent.click(box(1))
    await userEvent.keyboard('12345{Enter}')
    await expect.element(box(6)).toHaveFocus()
    await expect.element(submit).toBeDisabled()
    expect(sent).toEqual([])
    await userEvent.keyboard('6')
    await expect.element(submit).toBeEnabled()
    await userEvent.keyboard('{Enter}')
    expect(sent).toEqual(['123456'])
    await userEvent.click(submit)
    expect(sent).toEqual(['123456', '123456'])
  })

  it('moves back with Backspace, and moves with the arrow keys [FORM-42]', async () => {
    await render(<Code sent={[]} />)
    await userEvent.click(box(1))
    await userEvent.keyboard('1234{Backspace}')
    expect(typed()).toBe('1|2|3|||')
    await expect.element(box(4)).toHaveFocus()
    await userEvent.keyboard('{Backspace}{Backspace}')
    await expect.element(box(2)).toHaveFocus()
    expect(typed()).toBe('1|||||')
    await userEvent.keyboard('{ArrowLeft}9')
    expect(typed()).toBe('9|||||')
    await expect.element(box(2)).toHaveFocus()
  })

  it('accepts another code over the current one, even with the same digits [FORM-42]', async () => {
    await render(<Code sent={[]} />)
    await userEvent.click(box(1))
    await userEvent.keyboard('000000')
    await userEvent.click(box(1))
    await userEvent.keyboard('990710')
    expect(typed()).toBe('9|9|0|7|1|0')
  })

  it('ignores one Tab after each digit [FORM-42]', async () => {
    await render(<Code sent={[]} />)
    await userEvent.click(box(1))
    await userEvent.keyboard('1{Tab}2{Tab}3{Tab}4{Tab}5{Tab}6')
    expect(typed()).toBe('1|2|3|4|5|6')
    await userEvent.tab()
    await expect.element(submit).toHaveFocus()
  })

  it('fills all boxes from a pasted code, with or without spaces [FORM-42]', async () => {
    const sent: string[] = []
    await render(<Code sent={sent} />)
    await userEvent.click(box(3))
    paste(' 654 321 ')
    await expect.element(submit).toBeEnabled()
    expect(typed()).toBe('6|5|4|3|2|1')
    await userEvent.keyboard('{Enter}')
    expect(sent).toEqual(['654321'])
  })

  it('fills all boxes when the browser puts the code from a message into the first box', async () => {
    await render(<Code sent={[]} />)
    await expect.element(box(1)).toHaveAttribute('autocomplete', 'one-time-code')
    await box(1).fill('246802')
    await expect.element(box(6)).toHaveValue('2')
    expect(typed()).toBe('2|4|6|8|0|2')
  })

  it('accepts no letters; a digit replaces the digit in the box', async () => {
    await render(<Code sent={[]} />)
    await userEvent.click(box(1))
    await userEvent.keyboard('a1b2')
    expect(typed()).toBe('1|2||||')
    await userEvent.click(box(1))
    await userEvent.keyboard('7')
    expect(typed()).toBe('7|2||||')
  })

  it('is a group with label, hint and error, and a name for each box [FORM-40]', async () => {
    await render(<Code sent={[]} error="This code is not right" />)
    await expect
      .element(page.getByRole('group', { name: 'Enter your authentication code' }))
      .toHaveAccessibleDescription('From your authenticator app This code is not right')
    await expect.element(box(6)).toBeInvalid()
    await expectAccessible()
  })
})

describe('QR code', () => {
  it('contains its text, at 256 pixels with error correction level L [CONST-10]', async () => {
    const address = 'otpauth://totp/Northgate:amelia.hart@demo.example?secret=JBSWY3DPEHPK3PXPJBSWY3DP&issuer=Northgate'
    await render(<QrCode text={address} label="QR code" />)
    const picture = page.getByRole('img', { name: 'QR code' }).element()
    expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['256', '256'])
    expect(await readCode(picture)).toBe(address)
  })

  it('has the capacity of level L in its smallest version: 17 characters, instead of 14 at level M [CONST-10]', async () => {
    await render(<QrCode text="seventeen letters" label="QR code" />)
    // A QR code of 21 modules, with a border of four modules on each side.
    await expect.element(page.getByRole('img', { name: 'QR code' })).toHaveAttribute('viewBox', '0 0 29 29')
  })

  async function readCode(svg: Element): Promise<string | undefined> {
    const image = new Image()
    const text = new XMLSerializer().serializeToString(svg)
    image.src = `data:image/svg+xml,${encodeURIComponent(text)}`
    await image.decode()
    const canvas = new OffscreenCanvas(256, 256)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const pixels = context?.getImageData(0, 0, 256, 256)
    return pixels && jsqr(pixels.data, 256, 256)?.data
  }
})

it('a native date input tells an impossible or incomplete date from an empty one', async () => {
  const changes: string[] = []
  await render(<DateField label="Date" value="" onChange={(value) => changes.push(value)} />)
  await userEvent.click(page.getByLabelText('Date'))
  await userEvent.keyboard('31092020')
  await userEvent.tab()
  expect(changes.at(-1)).toBe(notADate)
})
