import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { Answers, expectAccessible } from '../../tests/harness/screen.tsx'
import { prepareRobotCheck } from './robot-check.contract.ts'
import { RobotCheck } from './RobotCheck.tsx'

const box = page.getByRole('checkbox', { name: 'I am not a robot' })
const missing = page.getByText('Please confirm that you are not a robot!')
/** A provider's script: says that it is ready, and puts up a box that is never solved. What is asked of it is a comment. */
const script = `data:text/javascript,globalThis.hcaptcha={render:(place)=>{place.textContent="The provider's box"}};robotCheckIsReady()//`

beforeEach(() => {
  const data = document.createElement('script')
  data.type = 'application/json'
  data.id = 'page-data'
  // Of an address that has no host.
  data.textContent = JSON.stringify({ captchaOrigins: ['null'] })
  document.body.append(data)
  new Answers().to(prepareRobotCheck, { provider: 'hcaptcha', siteKey: 'a-key', script }).install()
})
afterEach(async () => {
  document.querySelector('#page-data')?.remove()
  await cleanup()
})

describe('the check of another provider', () => {
  it('is missed as well while its own box stands unsolved [LOGIN-13] [FORGOT-09]', async () => {
    const withMissing = (times: number) => (
      <main>
        <h1>Log in</h1>
        <RobotCheck missing={times} onProof={() => undefined} />
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
})
