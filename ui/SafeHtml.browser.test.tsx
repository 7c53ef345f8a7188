import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { hostileHtml } from './SafeHtml.samples.ts'
import { SafeHtml } from './SafeHtml.tsx'

declare global {
  var ran: () => void
}

afterEach(() => cleanup())

const harmless: Readonly<Record<'content' | 'sentence', string>> = {
  content:
    'a abbr b blockquote br caption code dd div dl dt em figcaption figure h2 h3 h4 h5 h6 hr i img li ol p small span strong sub sup table tbody td tfoot th thead tr u ul',
  sentence: 'a strong br',
}

function isHarmless(element: HTMLElement, allow: 'content' | 'sentence'): boolean {
  const known = harmless[allow].split(' ').includes(element.localName)
  const plain = [...element.attributes].every(({ name }) =>
    /^(?:href|rel|src|alt|loading|colspan|rowspan|scope)$/.test(name),
  )
  if (element instanceof HTMLAnchorElement && !/^(?:https?|mailto|tel):$/.test(element.protocol)) return false
  if (element instanceof HTMLImageElement && new URL(element.src).origin !== location.origin) return false
  return known && plain
}

describe('HTML from the server', () => {
  it.each(['content', 'sentence'] as const)(
    'runs and loads nothing, however it is written, if %s is allowed [CONTENT-27] [S-60]',
    async (allow) => {
      let runs = 0
      globalThis.ran = () => (runs += 1)
      const attacks = performance.now()
      const foul: string[] = []
      for (const html of hostileHtml) {
        const { container } = await render(<SafeHtml html={`${html}<p>Behind</p>`} allow={allow} />)
        const root = container.querySelector(':scope > :is(div, span)')
        if (!root) foul.push(`Nothing is shown of ${html}`)
        for (const element of root?.querySelectorAll<HTMLElement>('*') ?? []) {
          if (!isHarmless(element, allow)) foul.push(`${html} becomes ${element.outerHTML}`)
          for (const event of ['click', 'focus', 'mouseover', 'error', 'load', 'toggle']) {
            element.dispatchEvent(new Event(event, { bubbles: true }))
          }
        }
        await cleanup()
      }
      expect(foul).toEqual([])
      const foreign = performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => startTime > attacks && new URL(name).origin !== location.origin)
      expect(foreign.map(({ name }) => name)).toEqual([])
      expect(runs).toBe(0)
    },
  )

  it("keeps the elements that authors may use, and puts headings at levels below the page's headings", async () => {
    const { container } = await render(
      <SafeHtml html='<h1>Cookies</h1><p>Only <strong>needed</strong> ones, see <a href="https://ico.org.uk/x">ICO</a> or <a href="/contact-us/">us</a>.</p><ul><li>One</li></ul><table><tr><th scope="col">A</th><td colspan="2">B</td></tr></table>' />,
    )
    await expect.element(page.getByRole('heading', { level: 2, name: 'Cookies' })).toBeInTheDocument()
    await expect.element(page.getByRole('link', { name: 'ICO' })).toHaveAttribute('rel', 'noopener noreferrer')
    await expect.element(page.getByRole('link', { name: 'us' })).toHaveAttribute('href', '/contact-us/')
    expect(container.querySelector('td')?.colSpan).toBe(2)
    expect(container.querySelector('li')?.textContent).toBe('One')
  })

  it("allows only links, strong words and line breaks in a banner's sentence", async () => {
    const { container } = await render(
      <SafeHtml allow="sentence" html='<p>Call <strong>us</strong><br><em>now</em> <img src="/a.png"></p>' />,
    )
    expect([...container.querySelectorAll('span *')].map((element) => element.localName)).toEqual(['strong', 'br'])
    expect(container.textContent).toContain('Call usnow')
  })
})
