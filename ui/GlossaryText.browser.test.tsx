import './default-theme.css'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { GlossaryText } from './GlossaryText.tsx'
import { explanations } from './glossary.messages.ts'

afterEach(async () => {
  await cleanup()
  await page.viewport(1280, 800)
})

const word = page.getByRole('button', { name: 'medical evidence' })
const popover = page.getByRole('dialog', { name: 'medical evidence' })
const sentence = 'Your cover starts once the provider has accepted medical evidence.'

describe('difficult word with an explanation', () => {
  it('opens its explanation by keyboard, and Escape returns the focus to the word', async () => {
    const { container } = await render(
      <p>
        <GlossaryText text={sentence} />
      </p>,
    )
    expect(container.textContent).toBe(sentence)
    await userEvent.tab()
    await expect.element(word).toHaveFocus()
    await expect.element(word).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{Enter}')
    await expect.element(popover).toHaveFocus()
    await expect.element(word).toHaveAttribute('aria-expanded', 'true')
    const { title, text } = explanations.medicalEvidence
    await expect.element(popover).toHaveAccessibleDescription(`${title} ${text}`)
    await userEvent.keyboard('{Escape}')
    await expect.element(word).toHaveFocus()
    await expect.element(word).toHaveAttribute('aria-expanded', 'false')
    await expect.element(popover).not.toBeInTheDocument()
  })

  it('closes its explanation with a button, with a click elsewhere, and when Tab leaves it', async () => {
    await render(
      <>
        <p>
          <GlossaryText text={sentence} />
        </p>
        <button>After</button>
      </>,
    )
    await word.click()
    await popover.getByRole('button', { name: 'Close' }).click()
    await expect.element(popover).not.toBeInTheDocument()
    await expect.element(word).toHaveFocus()
    await word.click()
    await expect.element(popover).toHaveFocus()
    await page.getByRole('button', { name: 'After' }).click({ position: { x: 1, y: 1 }, force: true })
    await expect.element(popover).not.toBeInTheDocument()
    await word.click()
    await expect.element(popover).toHaveFocus()
    await userEvent.tab()
    await userEvent.tab()
    await expect.element(popover).not.toBeInTheDocument()
  })
})

describe('marks of difficult words in a text', () => {
  const marked = async (text: string) => {
    const { container, unmount } = await render(
      <p>
        <GlossaryText text={text} />
      </p>,
    )
    const found = [...container.querySelectorAll('button')].map((button) => button.textContent)
    expect(container.textContent).toBe(text)
    await unmount()
    return found
  }

  it.each([
    ['Taken from your pay before tax and National Insurance', ['before tax and National Insurance']],
    ['Your Take-home pay is your take-home pay', ['Take-home pay']],
    ['This is the money purchase annual allowance', ['money purchase annual allowance']],
    ['Paid as a benefit in kind, on your P11D', ['benefit in kind', 'P11D']],
    ['Paid by your employer', []],
  ])('%s', async (text, words) => {
    expect(await marked(text)).toEqual(words)
  })
})
