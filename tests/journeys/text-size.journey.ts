import { addressValuesOf } from '../screens/address-values.ts'
import { screensOf } from '../screens/screen-list.ts'
import { signInByCall } from './sign-in-by-call.ts'
import { expect, test, waitUntilLoaded } from './portal.ts'

const people = { nobody: null, employee: 'amelia.hart@demo.example', employer: 'grace.lin@demo.example' } as const

test('no screen or panel scrolls sideways on a phone with text of twice the size', async ({ page, portal }) => {
  test.setTimeout(600_000)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(twiceTheSize)
  for (const [who, email] of Object.entries(people)) {
    if (email) await signInByCall(page, portal, email)
    const values = await addressValuesOf(page, portal, { site: 'demo', who: who as keyof typeof people })
    for (const screen of screensOf(values, 1).filter((one) => one.who === who)) {
      await page.goto(portal.address(screen.path))
      await screen.press?.(page)
      await waitUntilLoaded(page)
      expect.soft(await page.evaluate(sidewaysScrollers), screen.name).toEqual([])
    }
    if (email) {
      await page.goto(portal.address('/logout'))
      await page.waitForURL('**/logout-success')
    }
  }
})

// As a browser whose default text size is 32 px instead of 16.
const twiceTheSize = `
  addEventListener('DOMContentLoaded', () => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('html { font-size: 200% !important }')
    document.adoptedStyleSheets.push(sheet)
  })
`

/** Returns what makes the page or an open dialog scroll sideways. */
function sidewaysScrollers(): string[] {
  return [document.documentElement, ...document.querySelectorAll('dialog[open]')].flatMap((box) =>
    box.scrollWidth <= box.clientWidth + 1 ? [] : [`${box.tagName}: ${box.scrollWidth} > ${box.clientWidth}`],
  )
}
