import '../../../ui/tokens.css'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { expectAccessible } from '../../../tests/harness/screen.tsx'
import { EmbeddedVideo } from './EmbeddedVideo.tsx'
import { saveCookieSettings, useCookieConsent } from '../use-cookie-consent.ts'
import { useConsentSettings } from '../ConsentButtons.tsx'

beforeEach(() => useCookieConsent.setState({ cookiesAccepted: true, nonNecessaryCookiesEnabled: false }))
afterEach(() => cleanup())

const video = () => page.getByTitle('How the scheme works')
const show = () =>
  render(
    <>
      <h1>Welcome</h1>
      <EmbeddedVideo src="/how-it-works" title="How the scheme works" />
    </>,
  )

it('an embedded video is replaced by a sentence and the cookie settings until video cookies are accepted [CHROME-40]', async () => {
  await show()
  await expect.element(page.getByText('This video needs video player cookies.')).toBeVisible()
  await expect.element(video()).not.toBeInTheDocument()
  expect(performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/how-it-works'))).toEqual([])
  await expectAccessible()

  await page.getByRole('button', { name: 'Manage cookies' }).click()
  expect(useConsentSettings.getState().isOpen).toBe(true)
  saveCookieSettings({ video: true })
  await expect.element(video()).toBeVisible()
  await expect.element(page.getByText('This video needs video player cookies.')).not.toBeInTheDocument()
})

it('an embedded video disappears when its cookies are no longer allowed', async () => {
  useCookieConsent.setState({ nonNecessaryCookiesEnabled: true })
  await show()
  await expect.element(video()).toBeVisible()
  useCookieConsent.setState({ nonNecessaryCookiesEnabled: false })
  await expect.element(video()).not.toBeInTheDocument()
})
