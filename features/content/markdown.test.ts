import { expect, it } from 'vitest'
import { sanitiseHtml } from '../../platform/sanitise-html.ts'
import { htmlFromMarkdown } from './markdown.rules.ts'

it('the Markdown of scheme folders is converted to HTML', () => {
  expect(
    htmlFromMarkdown(
      '## Title\n\nOne **bold** and *soft*\nline with [a link](/app/home/).\n\n- first\n- second\n  goes on\n\n1. one\n2. two',
    ),
  ).toBe(
    '<h2>Title</h2>\n<p>One <strong>bold</strong> and <em>soft</em> line with <a href="/app/home/">a link</a>.</p>\n<ul><li>first</li><li>second goes on</li></ul>\n<ol><li>one</li><li>two</li></ol>',
  )
})

it('everything that could run or load code is removed from the Markdown [CONTENT-27]', () => {
  const payloads = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href="//x.example">x</a>',
    '<svg onload=alert(1)>',
    '<iframe src="https://x.example"></iframe>',
    '<p style="background:url(//x)" onclick="x()">x</p>',
    '<math><mi xlink:href="data:x">x</mi></math>',
    '<a href="data:text/html,x">x</a>',
  ]
  for (const payload of payloads) {
    expect(sanitiseHtml(htmlFromMarkdown(payload))).not.toMatch(
      /script|on\w+=|src|style|href="\/\/|data:|<(svg|math|iframe|img)/i,
    )
  }
})
