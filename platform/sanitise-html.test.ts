import { describe, expect, it } from 'vitest'
import { hostileHtml } from '../ui/SafeHtml.samples.ts'
import { htmlFromMarkdown } from '../features/content/markdown.rules.ts'
import { sanitiseHtml } from './sanitise-html.ts'

const harmlessTag =
  /^<\/?(?:h[2-4]|p|br|strong|b|em|i|ul|ol|li|a|table|thead|tbody|tr|th|td|hr|blockquote)(?: (?:href="(?:https?:|mailto:|tel:|\/(?!\/)|[^":]*")[^"]*"?|scope="[^"]*"|colspan="[^"]*"|rowspan="[^"]*"))* ?\/?>$/

describe('HTML, made safe before it is stored [S-60]', () => {
  it(`keeps only harmless tags and text from ${hostileHtml.length} attacks`, () => {
    expect(hostileHtml.length).toBeGreaterThanOrEqual(500)
    const foul = hostileHtml.flatMap((html) =>
      [sanitiseHtml(html), sanitiseHtml(htmlFromMarkdown(html)), sanitiseHtml(`<p>${html}</p>`)]
        .flatMap((stored) => stored.match(/<[^>]*>/g) ?? [])
        .filter((tag) => !harmlessTag.test(tag))
        .map((tag) => `${html} becomes ${tag}`),
    )
    expect(foul).toEqual([])
  })

  it('is unchanged when it is stored again', () => {
    expect(hostileHtml.filter((html) => sanitiseHtml(sanitiseHtml(html)) !== sanitiseHtml(html))).toEqual([])
  })
})
