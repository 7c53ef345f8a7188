import './default-theme.css'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { secondClick } from '../tests/harness/clicks.ts'
import { preferMotion } from '../tests/harness/reduced-motion.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Notices } from './Notices.tsx'
import { PasswordField } from './PasswordField.tsx'
import { SidePanel, useClosePanel } from './SidePanel.tsx'
import { MODAL_CLOSE_MS } from './use-modal.ts'
import { forgetNotices, notify } from './use-notices.ts'

// These tests need the animations of panels and dialogs.
beforeAll(() => preferMotion('no-preference'))
afterAll(() => preferMotion('reduce'))
afterEach(() => cleanup())

function PageWithPanel({
  busy = false,
  error = null,
  onClosed = () => undefined,
}: {
  busy?: boolean
  error?: string | null
  onClosed?: () => void
}) {
  const [open, setOpen] = useState(false)
  const [password, setPassword] = useState('')
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <button>Elsewhere</button>
      {open && (
        <SidePanel
          title="Dental"
          busy={busy}
          error={error}
          onClose={() => {
            setOpen(false)
            onClosed()
          }}
          footer={<CancelButton />}
        >
          <form>
            <label>
              Reason <input defaultValue="Lost" />
            </label>
            <label>
              Covered <input type="checkbox" />
            </label>
            <PasswordField
              label="Password"
              name="password"
              value={password}
              onChange={setPassword}
              autoComplete="current-password"
            />
          </form>
          <label>
            Search <input />
          </label>
        </SidePanel>
      )}
    </>
  )
}

function CancelButton() {
  const close = useClosePanel()
  return <button onClick={close}>Cancel</button>
}

describe('side panel', () => {
  it('takes the focus, keeps it during Tab, and returns it when Escape closes the panel [PANEL-03]', async () => {
    await render(<PageWithPanel />)
    await page.getByRole('button', { name: 'Open' }).click()
    const panel = page.getByRole('dialog', { name: 'Dental' })
    await expect.element(panel).toBeVisible()
    const inside = () =>
      document.querySelector('dialog')?.contains(document.activeElement) || document.activeElement === document.body
    for (let step = 0; step < 8; step += 1) {
      expect(inside()).toBe(true)
      await userEvent.tab()
    }
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus()
  })

  it.each<[string, () => Promise<void>]>([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['its close button', () => page.getByRole('button', { name: 'Close' }).click()],
    [
      'the backdrop',
      () =>
        userEvent.click(document.querySelector('dialog') ?? document.body, {
          position: { x: -50, y: 50 },
          force: true,
        }),
    ],
  ])('asks once before %s discards the text typed into a form', async (_, leave) => {
    await page.viewport(1280, 900)
    await render(<PageWithPanel />)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByLabelText('Reason').fill('New phone')
    const question = page.getByRole('alertdialog', { name: 'Discard what you have entered?' })
    await leave()
    await expect.element(question).toBeVisible()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(page.getByLabelText('Reason')).toHaveValue('New phone')
    await leave()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  it('closes with Cancel, and asks no question if a person only searched a list', async () => {
    await render(<PageWithPanel />)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByLabelText('Search').fill('Hart')
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByLabelText('Reason').fill('New phone')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  it('closes without a question if fields have their initial values again, or if only a password was typed', async () => {
    await render(<PageWithPanel />)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByLabelText('Reason').fill('New phone')
    await page.getByLabelText('Reason').fill('Lost')
    await page.getByLabelText('Covered').click()
    await page.getByLabelText('Covered').click()
    await page.getByRole('textbox', { name: 'Password' }).fill('Quartz&94Wren-Loft')
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  it('keeps an earlier notice without announcing it again', async () => {
    await render(
      <>
        <Notices dismissLabel="Dismiss" />
        <PageWithPanel />
      </>,
    )
    notify('Saved')
    const notice = await vi.waitUntil(() => document.querySelector('[role=status] p'))
    await page.getByRole('button', { name: 'Open' }).click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(document.querySelector('[role=status] p')).toBe(notice)
    forgetNotices()
  })

  it('shows a notice after it is closed, in a live region that existed before', async () => {
    await render(
      <>
        <Notices dismissLabel="Dismiss" />
        <PageWithPanel />
      </>,
    )
    const region = page.getByRole('status').element()
    await page.getByRole('button', { name: 'Open' }).click()
    notify('Saved')
    await expect.element(page.getByRole('dialog')).toBeVisible()
    expect(region.textContent).toBe('')
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => region.textContent).toContain('Saved')
    expect(region.isConnected).toBe(true)
    forgetNotices()
  })

  it('focuses its title, so that a screen reader announces it', async () => {
    await render(<PageWithPanel />)
    await page.getByRole('button', { name: 'Open' }).click()
    await expect.element(page.getByRole('heading', { name: 'Dental' })).toHaveFocus()
  })

  it('takes 300 ms to close, however often the page renders in that time [PANEL-02] [CONST-21]', async () => {
    const onClosed = vi.fn<() => void>()
    const { rerender } = await render(<PageWithPanel onClosed={onClosed} />)
    await page.getByRole('button', { name: 'Open' }).click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    expect(MODAL_CLOSE_MS).toBe(300)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      document.querySelector<HTMLButtonElement>('dialog header button')?.click()
      await rerender(<PageWithPanel onClosed={onClosed} />)
      vi.advanceTimersByTime(200)
      await rerender(<PageWithPanel onClosed={onClosed} />)
      vi.advanceTimersByTime(99)
      expect(onClosed).not.toHaveBeenCalled()
      vi.advanceTimersByTime(1)
      expect(onClosed).toHaveBeenCalledTimes(1)
    } finally {
      vi.useRealTimers()
    }
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  it('closes with a click on the backdrop and with its Cancel button [PANEL-03]', async () => {
    await render(<PageWithPanel />)
    const panel = page.getByRole('dialog')
    for (const close of [
      () => document.elementFromPoint(2, 300),
      () => page.getByRole('button', { name: 'Cancel' }).element(),
    ]) {
      await page.getByRole('button', { name: 'Open' }).click()
      await expect.element(panel).toBeVisible()
      const target = close()
      expect(target).not.toBeNull()
      target?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
      target?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      await expect.element(panel).not.toBeInTheDocument()
      await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus()
    }
  })

  it('stays open after the second click of the double click that opened it', async () => {
    await page.viewport(1000, 700)
    await render(<PageWithPanel />)
    await page.getByRole('button', { name: 'Open' }).dblClick()
    const panel = page.getByRole('dialog', { name: 'Dental' })
    await expect.element(panel).toBeVisible()
    await expect.element(panel).not.toHaveAttribute('data-closing')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(panel).not.toBeInTheDocument()
  })

  it('slides in from the right, slides out after a click on its close button, and returns the focus [PANEL-03]', async () => {
    await page.viewport(1000, 700)
    await render(<PageWithPanel />)
    const moves = movesOf('open')
    await page.getByRole('button', { name: 'Open' }).click()
    const panel = page.getByRole('dialog', { name: 'Dental' })
    await expect.element(panel).toBeVisible()
    const [arrival] = moves
    if (!arrival) throw new Error('The panel does not move')
    expect(arrival.from).toBe(1000)
    expect(arrival.to).toBeGreaterThan(0)
    expect(panel.element().getBoundingClientRect()).toMatchObject({ left: arrival.to, right: 1000 })

    const departures = movesOf('data-closing')
    document.querySelector<HTMLButtonElement>('dialog header button')?.click()
    await expect.poll(() => departures).toEqual([{ from: arrival.to, to: 1000 }])
    await expect.element(panel).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus()
  })

  it('stays open during a request, and shows an error', async () => {
    await render(<PageWithPanel busy error="It looks like something has gone wrong, please try again later" />)
    await page.getByRole('button', { name: 'Open' }).click()
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('{Escape}')
    // Clicks the element directly, because Playwright would wait for the panel's animation.
    ;(page.getByRole('button', { name: 'Close' }).element() as HTMLButtonElement).click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('aria-busy', 'true')
    await expect.element(page.getByRole('dialog')).not.toHaveAttribute('data-closing')
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('It looks like something has gone wrong, please try again later')
  })

  const longName = 'Maximiliana-Alexandrina Featherstonehaugh-Cholmondeley of Northgate Rail and its train crew'
  it.each(['Dental', longName])('shows an error in view after a click on a button at the end of %s', async (title) => {
    await page.viewport(360, 700)
    const panel = (error: string | null) => (
      <SidePanel title={title} busy={false} error={error} onClose={() => undefined}>
        <div style={{ height: '3000px' }} />
        <button>Save</button>
      </SidePanel>
    )
    const { rerender } = await render(panel(null))
    await page.getByRole('button', { name: 'Save' }).click()
    await rerender(panel('You cannot view the portal as this person'))
    await expect.element(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
    const head = page.getByRole('heading', { name: title }).element().closest('header')
    const [alert, end] = [page.getByRole('alert').element(), head?.getBoundingClientRect().bottom ?? 0]
    expect(alert.getBoundingClientRect().top).toBeGreaterThanOrEqual(end)
    // A screen reader reads both a new alert and a focused element, so only one of them has the text.
    const focused = document.activeElement
    expect(focused?.firstElementChild).toBe(alert)
    expect(focused?.getAttributeNames()).toEqual(['tabindex'])
  })

  it('scrolls a focused field between its head and its foot, even if the head and foot have several lines', async () => {
    await page.viewport(360, 700)
    const buttons = ['Keep it as it is for now', 'Confirm what stands here'].map((name) => (
      <button key={name} style={{ minHeight: '44px' }}>
        {name}
      </button>
    ))
    await render(
      <SidePanel title={longName} busy={false} error={null} onClose={() => undefined} footer={buttons}>
        {Array.from({ length: 60 }, (_, each) => (
          <input key={each} aria-label={`Field ${each}`} />
        ))}
      </SidePanel>,
    )
    const panel = page.getByRole('dialog').element()
    const edge = (within: 'header' | 'footer') => panel.querySelector(within)?.getBoundingClientRect() ?? new DOMRect()
    const field = page.getByLabelText('Field 30').element() as HTMLInputElement
    const place = () => field.getBoundingClientRect()
    await expect
      .poll(() => {
        field.blur()
        panel.scrollTop += place().bottom - edge('header').bottom
        field.focus()
        return place().top - edge('header').bottom
      })
      .toBeGreaterThanOrEqual(0)
    await expect
      .poll(() => {
        field.blur()
        panel.scrollTop += place().top - edge('footer').top
        field.focus()
        return edge('footer').top - place().bottom
      })
      .toBeGreaterThanOrEqual(0)
  })
})

describe('confirm dialog', () => {
  const ask = (act: () => Promise<unknown>, onClose: (confirmed: boolean) => void) => (
    <ConfirmDialog
      title="Approve?"
      cancelLabel="Cancel"
      confirm={{ label: 'Approve', busyLabel: 'Processing...', act, failure: (error) => (error as Error).message }}
      onClose={onClose}
    >
      Are you sure?
    </ConfirmDialog>
  )

  it('acts only once after several clicks, shows progress, and closes when the action is done', async () => {
    let finish = () => undefined as void
    const act = vi.fn<() => Promise<void>>(() => new Promise((resolve) => (finish = resolve)))
    const onClose = vi.fn<(confirmed: boolean) => void>()
    await render(ask(act, onClose))
    const button = page.getByRole('button', { name: 'Approve' }).element()
    // Two clicks in one task, so that nothing is rendered between them.
    ;(button as HTMLButtonElement).click()
    ;(button as HTMLButtonElement).click()
    await expect.element(page.getByRole('button', { name: 'Processing...' })).toHaveAttribute('aria-disabled', 'true')
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    expect(act).toHaveBeenCalledTimes(1)
    finish()
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledWith(true))
  })

  it('ignores the second click of a double click that opened it', async () => {
    const act = vi.fn<() => Promise<void>>(() => Promise.resolve())
    const onClose = vi.fn<(confirmed: boolean) => void>()
    await render(ask(act, onClose))
    const approve = page.getByRole('button', { name: 'Approve' })
    expect([secondClick(approve.element()).defaultPrevented, act.mock.calls.length]).toEqual([true, 0])
    await approve.click()
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledWith(true))
    expect(act).toHaveBeenCalledTimes(1)
  })

  it('stays open and shows the reason if the action fails, and allows a retry', async () => {
    const act = vi
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(new Error('Another administrator was faster'))
      .mockResolvedValueOnce()
    const onClose = vi.fn<(confirmed: boolean) => void>()
    await render(ask(act, onClose))
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Another administrator was faster')
    expect(onClose).not.toHaveBeenCalled()
    await page.getByRole('button', { name: 'Approve' }).click()
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledWith(true))
  })

  it('takes 300 ms to close, like a panel [PANEL-02] [CONST-21]', async () => {
    const onClose = vi.fn<(confirmed: boolean) => void>()
    await render(ask(() => Promise.resolve(), onClose))
    const cancel = page.getByRole('button', { name: 'Cancel' })
    await expect.element(cancel).toHaveFocus()
    const element = cancel.element() as HTMLButtonElement
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      flushSync(() => element.click())
      vi.advanceTimersByTime(299)
      expect(onClose).not.toHaveBeenCalled()
      vi.advanceTimersByTime(1)
      expect(onClose).toHaveBeenCalledExactlyOnceWith(false)
    } finally {
      vi.useRealTimers()
    }
  })

  it('focuses Cancel, and Escape closes it without acting', async () => {
    const act = vi.fn<() => Promise<void>>()
    const onClose = vi.fn<(confirmed: boolean) => void>()
    await render(ask(act, onClose))
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledWith(false))
    expect(act).not.toHaveBeenCalled()
  })
})

function movesOf(attribute: 'open' | 'data-closing'): { from: number; to: number }[] {
  const moves: { from: number; to: number }[] = []
  const observer = new MutationObserver(([change]) => {
    const dialog = change?.target
    const [movement] = dialog instanceof HTMLElement ? dialog.getAnimations() : []
    if (!(dialog instanceof HTMLElement) || !movement) return
    observer.disconnect()
    const leftAt = (time: number) => {
      movement.currentTime = time
      return dialog.getBoundingClientRect().left
    }
    const duration = Number(movement.effect?.getComputedTiming().duration)
    moves.push({ from: leftAt(0), to: leftAt(duration) })
  })
  observer.observe(document, { subtree: true, attributeFilter: [attribute] })
  return moves
}
