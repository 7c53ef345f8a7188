import './default-theme.css'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { SidePanel } from './SidePanel.tsx'
import { focusPressed } from './focus-pressed.ts'

/** Pressing the mouse focuses no button, as in Safari, which focuses the text or page around it instead. */
const asInSafari = (event: MouseEvent) => {
  if (!(event.target instanceof Element) || !event.target.closest('a, button, summary')) return
  event.preventDefault()
  event.target.closest<HTMLElement>('[tabindex="-1"]')?.focus()
}

beforeAll(() => focusPressed())
beforeEach(() => addEventListener('mousedown', asInSafari, { capture: true }))
afterEach(() => cleanup())
afterAll(() => removeEventListener('mousedown', asInSafari, { capture: true }))

function PageWithPanel() {
  const [open, setOpen] = useState(false)
  return (
    <main tabIndex={-1}>
      <button onClick={() => setOpen(true)}>Open</button>
      <form onSubmit={(event) => event.preventDefault()}>
        <label>
          Name <input />
        </label>
        <button>Save</button>
      </form>
      {open && (
        <SidePanel title="Dental" busy={false} error={null} onClose={() => setOpen(false)}>
          <p>Cover</p>
        </SidePanel>
      )}
    </main>
  )
}

it('a closed panel returns the focus to its button in a browser that focuses no pressed button', async () => {
  await render(<PageWithPanel />)
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Dental' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus()
})

it('Enter in a form leaves the focus in its field', async () => {
  await render(<PageWithPanel />)
  await page.getByLabelText('Name').click()
  await userEvent.keyboard('Ivy{Enter}')
  await expect.element(page.getByLabelText('Name')).toHaveFocus()
})
