import './default-theme.css'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { PanelLoadFailed } from './panel-load-failed.tsx'
import { loadOnDemand } from './load-on-demand.tsx'
import { forgetNotices, useNotices } from './use-notices.ts'

const realFetch = globalThis.fetch

// The page has already been reloaded without success. Another reload would reload the test.
beforeEach(() => {
  sessionStorage.setItem('reloaded', 'reloaded')
  globalThis.fetch = async () => new Response()
})

afterEach(async () => {
  await cleanup()
  globalThis.fetch = realFetch
  forgetNotices()
  sessionStorage.clear()
})

const reloadNeeded = 'This could not be loaded. Please save or copy what you have entered, then reload the page'

function connection() {
  const line = { up: false, asked: 0 }
  const Steps = ({ text }: { text: string }) => <p>{text}</p>
  const fetchPart = async () => {
    line.asked += 1
    if (!line.up) throw new TypeError('Failed to fetch dynamically imported module')
    return Steps
  }
  return { line, fetchPart }
}

it('shows a message in place of a part that failed to load, keeps the input next to it, and loads the part on retry', async () => {
  const { line, fetchPart } = connection()
  const Part = loadOnDemand(fetchPart)
  await render(
    <>
      <label>
        Value <input />
      </label>
      <Part text="Twelve times £25.00" />
    </>,
  )
  await page.getByLabelText('Value').fill('300')
  await expect
    .element(page.getByRole('alert').getByText('It looks like something has gone wrong, please try again later'))
    .toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => line.asked).toBe(2)
  await expect.element(page.getByRole('alert')).toBeVisible()
  line.up = true
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('Twelve times £25.00')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Value')).toHaveValue('300')
  expect(line.asked).toBe(3)
})

it('shows a part that was loaded in advance at once, and loads a part that failed again', async () => {
  const { line, fetchPart } = connection()
  const Part = loadOnDemand(fetchPart, undefined, <p>Coming</p>)
  void Part.ahead()
  await expect.poll(() => line.asked).toBe(1)
  line.up = true
  void Part.ahead()
  await expect.poll(() => line.asked).toBe(2)
  const shown: string[] = []
  const watch = new MutationObserver(() => shown.push(document.body.textContent))
  watch.observe(document.body, { childList: true, subtree: true })
  await render(<Part text="Twelve times £25.00" />)
  await expect.element(page.getByText('Twelve times £25.00')).toBeVisible()
  watch.disconnect()
  expect(shown.length).toBeGreaterThan(0)
  expect(shown.join()).not.toContain('Coming')
  expect(line.asked).toBe(2)
})

it('shows one notice if a panel could not be opened, and opens it at the next attempt', async () => {
  const { line, fetchPart } = connection()
  const Over = loadOnDemand<{ text: string; onClose: () => void }>(fetchPart, PanelLoadFailed)
  function Screen() {
    const [open, setOpen] = useState(false)
    const notices = useNotices()
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          {open ? 'Opened' : 'Open'}
        </button>
        {open && <Over text="The question" onClose={() => setOpen(false)} />}
        <ul>
          {notices.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ul>
      </>
    )
  }
  await render(<Screen />)
  await page.getByRole('button', { name: 'Open' }).click()
  await expect
    .element(page.getByRole('listitem'))
    .toHaveTextContent('It looks like something has gone wrong, please try again later')
  await expect.element(page.getByRole('button', { name: 'Open', exact: true })).toBeVisible()
  expect(page.getByRole('listitem').elements()).toHaveLength(1)
  line.up = true
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect.element(page.getByText('The question')).toBeVisible()
})

it('offers to reload the page instead of reloading it if entered data would be lost or a dialog is open', async () => {
  const Part = loadOnDemand(connection().fetchPart)
  function Screen({ isAsked = false }: { isAsked?: boolean }) {
    return (
      <>
        <label>
          Value <input />
        </label>
        {isAsked && <Part text="Twelve times £25.00" />}
      </>
    )
  }
  const screen = await render(<Screen />)
  await page.getByLabelText('Value').fill('300')
  sessionStorage.clear()
  await screen.rerender(<Screen isAsked />)
  await expect.element(page.getByRole('alert').getByText(reloadNeeded)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  await expect.element(page.getByLabelText('Value')).toHaveValue('300')
  await cleanup()
  await render(
    <dialog open>
      <Part text="Twelve times £25.00" />
    </dialog>,
  )
  await expect.element(page.getByRole('alert').getByText(reloadNeeded)).toBeVisible()
})

it('says that a panel needs a reload if entered data would be lost', async () => {
  const Over = loadOnDemand<{ text: string; onClose: () => void }>(connection().fetchPart, PanelLoadFailed)
  function Screen() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <label>
          Value <input />
        </label>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && <Over text="The question" onClose={() => setOpen(false)} />}
        {useNotices().map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </>
    )
  }
  await render(<Screen />)
  await page.getByLabelText('Value').fill('300')
  sessionStorage.clear()
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(page.getByText(reloadNeeded)).toBeVisible()
})
