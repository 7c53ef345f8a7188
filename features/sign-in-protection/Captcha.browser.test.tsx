import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { nextReload } from '../../tests/harness/page-navigation.ts'
import { Answers, expectAccessible } from '../../tests/harness/screen.tsx'
import { prepareCaptcha } from '../../services/session/captcha.contract.ts'
import { Captcha } from './Captcha.tsx'
import { storeEmailBeforeReload, emailBeforeReload } from './use-email-before-reload.ts'

const box = page.getByRole('checkbox', { name: 'I am not a robot' })
const missing = page.getByText('Please confirm that you are not a robot!')
const script = `data:text/javascript,globalThis.hcaptcha={render:(place)=>{place.textContent="The provider's box"}};robotCheckIsReady()//`

/** A `data:` address has no host, so it matches any origin. */
function pageNames(captchaOrigins: readonly string[]): void {
  document.querySelector('#page-data')?.remove()
  const data = document.createElement('script')
  data.type = 'application/json'
  data.id = 'page-data'
  data.textContent = JSON.stringify({ captchaOrigins })
  document.body.append(data)
}

beforeEach(() => {
  sessionStorage.clear()
  pageNames(['null'])
  new Answers().to(prepareCaptcha, { provider: 'hcaptcha', siteKey: 'a-key', script }).install()
})
afterEach(async () => {
  document.querySelector('#page-data')?.remove()
  await cleanup()
})

describe('captcha of an external provider', () => {
  it("is still required after the portal's own box is ticked [LOGIN-13] [FORGOT-09]", async () => {
    const withMissing = (times: number) => (
      <main>
        <h1>Log in</h1>
        <Captcha email="" missing={times} onProof={() => undefined} />
      </main>
    )
    const shown = await render(withMissing(0))
    await box.click()
    await expect.element(page.getByText("The provider's box")).toBeVisible()
    await expect.element(missing).not.toBeInTheDocument()
    await shown.rerender(withMissing(1))
    await expect.element(missing).toBeVisible()
    await expect.element(box).toHaveAccessibleDescription(/Please confirm that you are not a robot!/)
    await expectAccessible()
  })

  const check = (
    <main>
      <h1>Log in</h1>
      <Captcha email="amelia.hart@demo.example" missing={0} onProof={() => undefined} />
    </main>
  )

  it('reloads a page whose policy does not allow the provider, and keeps the input', async () => {
    pageNames([])
    const shown = await render(check)
    const reloaded = nextReload()
    await box.click()
    await reloaded
    expect(emailBeforeReload()).toBe('amelia.hart@demo.example')
    await shown.unmount()

    pageNames(['null'])
    await render(check)
    await expect.element(page.getByText("The provider's box")).toBeVisible()
    await expect.element(box).toBeChecked()
    expect(sessionStorage).toHaveLength(0)
  })

  it('shows an error and stops if the reloaded page does not allow the provider either', async () => {
    pageNames([])
    storeEmailBeforeReload('amelia.hart@demo.example')
    await render(check)
    await expect.element(page.getByText('The check failed. Please tick the box again')).toBeVisible()
    await expect.element(box).not.toBeChecked()
    expect(sessionStorage).toHaveLength(0)
  })
})
