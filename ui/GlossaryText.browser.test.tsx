import './default-theme.css'
import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { GlossaryText } from './GlossaryText.tsx'
import { explanations } from './glossary.messages.ts'
import { SidePanel } from './SidePanel.tsx'

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

  it('leaves the panel around it open after Escape', async () => {
    const closed = vi.fn<() => void>()
    await render(
      <SidePanel title="Cost" busy={false} error={null} onClose={closed}>
        <p>
          <GlossaryText text={sentence} />
        </p>
      </SidePanel>,
    )
    await word.click()
    await expect.element(popover).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(popover).not.toBeInTheDocument()
    await expect.element(page.getByRole('dialog', { name: 'Cost' })).not.toHaveAttribute('data-closing')
    expect(closed).not.toHaveBeenCalled()
  })

  it('stays within a narrow window, and axe finds no violation', async () => {
    await page.viewport(320, 480)
    const { container } = await render(
      <p>
        <GlossaryText text={sentence} />
      </p>,
    )
    await word.click()
    await expect.element(popover).toHaveFocus()
    const { left, right, top, bottom } = popover.element().getBoundingClientRect()
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(320)
    expect(top).toBeGreaterThanOrEqual(0)
    expect(bottom).toBeLessThanOrEqual(480)
    const { violations } = await axe.run(container, { rules: { region: { enabled: false } } })
    expect(violations.map(({ id }) => id)).toEqual([])
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
