import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { clearSession } from '../features/session/use-session.ts'
import { openPortal, signedInAs } from '../tests/harness/portal-in-browser.tsx'
import { Notices } from '../ui/Notices.tsx'
import { notify } from '../ui/use-notices.ts'

const done = 'Two factor authentication has been enabled'
const notice = page.getByText(done)

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(async () => {
  vi.useRealTimers()
  await cleanup()
})

it('a notice waits for a screen that can show it, and is visible for eight seconds [HOME-08]', async () => {
  notify(done)
  vi.advanceTimersByTime(60_000)
  const { unmount } = await render(<Notices dismissLabel="Dismiss" />)
  await expect.element(notice).toBeVisible()
  vi.advanceTimersByTime(7999)
  await unmount()
  await render(<Notices dismissLabel="Dismiss" />)
  await expect.element(notice).toBeVisible()
  vi.advanceTimersByTime(1)
  await expect.element(notice).not.toBeInTheDocument()
})

it('a notice is not shown to the next person who logs in', async () => {
  vi.useRealTimers()
  signedInAs()
  await openPortal('/app/faqs/')
  notify(done)
  await expect.element(notice).toBeVisible()
  clearSession(null)
  await expect.element(notice).not.toBeInTheDocument()
  signedInAs()
  await render(<Notices dismissLabel="Dismiss" />)
  await expect.element(notice).not.toBeInTheDocument()
})
