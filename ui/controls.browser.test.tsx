import './default-theme.css'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { Disclosure } from './Disclosure.tsx'
import { LinkButton } from './LinkButton.tsx'
import { Pagination } from './Pagination.tsx'
import { Tabs } from './Tabs.tsx'

afterEach(async () => {
  await cleanup()
  await page.viewport(1280, 800)
})

const nothing = () => undefined

describe('text button', () => {
  const name = page.getByRole('button', { name: 'Amelia Hart' })
  const figure = page.getByRole('button', { name: '7 have dental insurance: show them' })
  const show = (opened: (what: string) => void = nothing) =>
    render(
      <table>
        <tbody>
          <tr>
            <th scope="row">
              <LinkButton onClick={() => opened('her panel')}>Amelia Hart</LinkButton>
            </th>
            <td style={{ textAlign: 'end' }}>
              <LinkButton aria-label="7 have dental insurance: show them" onClick={() => opened('who has it')}>
                7
              </LinkButton>
            </td>
          </tr>
        </tbody>
      </table>,
    )

  it('can be used with Enter and Space, shows the focus, and is underlined like a link', async () => {
    const opened = vi.fn<(what: string) => void>()
    await show(opened)
    await userEvent.tab()
    await expect.element(name).toHaveFocus()
    expect(getComputedStyle(name.element()).outlineStyle).toBe('solid')
    expect(getComputedStyle(name.element()).textDecorationLine).toBe('underline')
    await userEvent.keyboard('{Enter}')
    await userEvent.tab()
    await expect.element(figure).toHaveFocus()
    await userEvent.keyboard(' ')
    expect(opened.mock.calls).toEqual([['her panel'], ['who has it']])
  })

  it('is large enough for a thumb on a phone, without making its line higher', async () => {
    await page.viewport(1280, 800)
    const wide = await show()
    const height = wide.container.querySelector('tr')?.getBoundingClientRect().height
    await page.viewport(360, 700)
    for (const button of [name, figure]) {
      const box = button.element().getBoundingClientRect()
      expect([box.width, box.height].every((side) => side >= 44)).toBe(true)
      expect(getComputedStyle(button.element()).fontWeight).toBe(button === name ? '700' : '400')
    }
    expect(wide.container.querySelector('tr')?.getBoundingClientRect().height).toBeCloseTo(height ?? 0, 0)
    expect(getComputedStyle(figure.element()).textAlign).toBe('end')
  })
})

describe('tabs', () => {
  function Cover() {
    const [current, setCurrent] = useState('what')
    const tabs = [
      { key: 'what', label: 'What it is', content: 'Check-ups and fillings' },
      { key: 'mine', label: 'My cover', content: <a href="#level">Level 2</a> },
      { key: 'claims', label: 'Claims', content: 'None yet' },
    ]
    return <Tabs label="Dental" tabs={tabs} current={current} onChange={setCurrent} />
  }
  const tab = (name: string) => page.getByRole('tab', { name })

  it('are one tab stop; the arrow keys, Home and End select a tab', async () => {
    await render(<Cover />)
    await expect.element(page.getByRole('tablist', { name: 'Dental' })).toBeVisible()
    await userEvent.tab()
    await expect.element(tab('What it is')).toHaveFocus()
    for (const [key, name, content] of [
      ['{ArrowRight}', 'My cover', 'Level 2'],
      ['{ArrowRight}', 'Claims', 'None yet'],
      ['{ArrowRight}', 'What it is', 'Check-ups and fillings'],
      ['{ArrowLeft}', 'Claims', 'None yet'],
      ['{Home}', 'What it is', 'Check-ups and fillings'],
      ['{End}', 'Claims', 'None yet'],
    ] as const) {
      await userEvent.keyboard(key)
      await expect.element(tab(name)).toHaveFocus()
      await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true')
      await expect.element(page.getByRole('tabpanel', { name })).toHaveTextContent(content)
    }
    expect(page.getByRole('tab', { selected: true }).elements()).toHaveLength(1)
    await userEvent.tab()
    await expect.element(page.getByRole('tabpanel')).toHaveFocus()
  })
})

describe('page buttons of a list', () => {
  function Pages({ from, total }: { from: number; total: number }) {
    const [at, setAt] = useState(from)
    return <Pagination label="Pages of employees" page={at} pageSize={10} total={total} onPage={setAt} />
  }
  const showing = (text: string) => page.getByText(text, { exact: true })

  it('show the number of rows and the page, and can be used by keyboard without losing the focus', async () => {
    await render(<Pages from={1} total={240} />)
    await expect.element(page.getByRole('navigation', { name: 'Pages of employees' })).toBeVisible()
    await expect.element(showing('Showing 1 to 10 of 240')).toBeVisible()
    const previous = page.getByRole('button', { name: 'Previous' })
    const next = page.getByRole('button', { name: 'Next' })
    await expect.element(previous).toHaveAttribute('aria-disabled', 'true')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.element(showing('Showing 1 to 10 of 240')).toBeVisible()
    ;(next.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(showing('Showing 11 to 20 of 240')).toBeVisible()
    await expect.element(next).toHaveFocus()
    await page.getByRole('button', { name: 'Page 24' }).click()
    await expect.element(showing('Showing 231 to 240 of 240')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Page 24' })).toHaveAttribute('aria-current', 'page')
    await expect.element(next).toHaveAttribute('aria-disabled', 'true')
  })

  it('are reduced to one word on a phone', async () => {
    await page.viewport(360, 700)
    await render(<Pages from={12} total={1240} />)
    await expect.element(page.getByText('Page 12 of 124', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Page 12' })).not.toBeInTheDocument()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  })

  it('format thousands as other numbers do', async () => {
    await page.viewport(1280, 800)
    const wide = await render(<Pages from={1235} total={123_455} />)
    await expect.element(showing('Showing 12,341 to 12,350 of 123,455')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Page 12,346' })).toHaveTextContent('12,346')
    await wide.unmount()
    await page.viewport(360, 700)
    await render(<Pages from={1235} total={123_455} />)
    await expect.element(page.getByText('Page 1,235 of 12,346')).toBeVisible()
  })

  it('are shown correctly for an empty list', async () => {
    await render(<Pages from={1} total={0} />)
    await expect.element(showing('Nothing to show')).toBeVisible()
  })
})

describe('section that can be opened and closed', () => {
  it('opens and closes with Enter and Space, and opening it closes the other sections of its group', async () => {
    await render(
      <>
        <Disclosure summary="Who is covered?" group="faq">
          You and yours
        </Disclosure>
        <Disclosure summary="When does it start?" group="faq">
          On the first
        </Disclosure>
      </>,
    )
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('You and yours')).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await expect.element(page.getByText('On the first')).toBeVisible()
    await expect.element(page.getByText('You and yours')).not.toBeVisible()
  })
})
