import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { SafeHtml } from './SafeHtml.tsx'

declare global {
  var scriptsRun: number
}

afterEach(() => cleanup())

const payloads = [
  '<script>scriptsRun++</script>',
  '<img src=x onerror="scriptsRun++">',
  '<svg onload="scriptsRun++"><script>scriptsRun++</script></svg>',
  '<a href="javascript:scriptsRun++">go</a>',
  '<a href="java\nscript:scriptsRun++">go</a>',
  '<a href="&#106;avascript:scriptsRun++">go</a>',
  '<iframe srcdoc="<script>parent.scriptsRun++</script>"></iframe>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=scriptsRun++&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=scriptsRun++>"></noscript>',
  '<form><button formaction="javascript:scriptsRun++">go</button></form>',
  '<div style="background:url(javascript:scriptsRun++)" onclick="scriptsRun++">go</div>',
  '<object data="data:text/html,<script>scriptsRun++</script>"></object>',
  '<template><img src=x onerror="scriptsRun++"></template>',
]

describe('server HTML', () => {
  it.each(payloads)('shows without running anything: %s [CONTENT-27]', async (html) => {
    globalThis.scriptsRun = 0
    const { container } = await render(<SafeHtml html={`<p>Before</p>${html}`} />)
    for (const element of container.querySelectorAll<HTMLElement>('*')) {
      expect(element.localName).not.toMatch(/^(script|iframe|object|svg|math|form|button|style|template|noscript)$/)
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on|^style$|^src(doc|set)$/)
        expect(value).not.toMatch(/script:/i)
      }
      if (element.localName === 'a') element.click()
    }
    await expect.element(page.getByText('Before')).toBeInTheDocument()
    expect(globalThis.scriptsRun).toBe(0)
  })

  it("keeps what an author may use, with headings below the page's own", async () => {
    const { container } = await render(
      <SafeHtml html='<h1>Cookies</h1><p>Only <strong>needed</strong> ones, see <a href="https://ico.org.uk/x">ICO</a> or <a href="/contact-us/">us</a>.</p><ul><li>One</li></ul><table><tr><th scope="col">A</th><td colspan="2">B</td></tr></table>' />,
    )
    await expect.element(page.getByRole('heading', { level: 2, name: 'Cookies' })).toBeInTheDocument()
    await expect.element(page.getByRole('link', { name: 'ICO' })).toHaveAttribute('rel', 'noopener noreferrer')
    await expect.element(page.getByRole('link', { name: 'us' })).toHaveAttribute('href', '/contact-us/')
    expect(container.querySelector('td')?.colSpan).toBe(2)
    expect(container.querySelector('li')?.textContent).toBe('One')
  })

  it("lets a banner's sentence have links, strong words and line breaks alone", async () => {
    const { container } = await render(
      <SafeHtml allow="sentence" html='<p>Call <strong>us</strong><br><em>now</em> <img src="/a.png"></p>' />,
    )
    expect([...container.querySelectorAll('span *')].map((element) => element.localName)).toEqual(['strong', 'br'])
    expect(container.textContent).toContain('Call usnow')
  })
})
