import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, textOn } from '../theme/theme.rules.ts'
import { renderMail, type MailLook } from './render-mail.server.ts'
import type { MailContent } from '../../contract/mail-kind.ts'

const dressing: MailLook = {
  reader: {
    firstName: 'Amelia',
    brand: 'Northgate Rewards',
    supportEmail: 'rewards@demo.example',
    supportNumber: '0808 157 0144',
  },
  theme: { primary: '#0b5d5e', accent: '#d8481f', headerFont: 'Lora', radius: 8 },
  logo: null,
  origin: 'https://demo.benefits.example',
}
const letter: MailContent = {
  subject: 'Your link',
  paragraphs: ['Here is the link that you asked for.', 'It works once.'],
  button: { label: 'Choose a password', path: '/reset-password/?t=abc&x=1' },
  smallPrint: ['If you did not ask for it, do nothing.'],
}

describe('mail', () => {
  it('has the same contents as text and as HTML', () => {
    const { text, html } = renderMail(letter, dressing)
    expect(text).toBe(
      [
        'Dear Amelia,',
        'Here is the link that you asked for.',
        'It works once.',
        'Choose a password:\nhttps://demo.benefits.example/reset-password/?t=abc&x=1',
        'If you did not ask for it, do nothing.',
        '-- \nQuestions? Email rewards@demo.example or call 0808 157 0144.\nThis is an automatic message from Northgate Rewards.\n',
      ].join('\n\n'),
    )
    const said = html.replace(/<style>[\s\S]*?<\/style>/, '').replaceAll(/<[^>]+>/g, ' ')
    for (const words of [
      'Your link',
      'Dear Amelia,',
      ...letter.paragraphs,
      'Choose a password',
      'do nothing',
      '0808 157 0144',
    ])
      expect(said).toContain(words)
  })

  it('has corners rounded as in the theme', () => {
    const corners = (radius: number) => {
      const { html } = renderMail(letter, { ...dressing, theme: { ...dressing.theme, radius } })
      return ['border-radius:0px', 'border-radius:12px', '21px 21px 0 0'].map((each) => html.includes(each))
    }
    expect(corners(0)).toEqual([true, false, false])
    expect(corners(12)).toEqual([false, true, true])
  })

  it('can be read without pictures: the brand is text, and the logo has the name of the brand', () => {
    expect(renderMail(letter, dressing).html).toContain('>Northgate Rewards</span>')
    const { html } = renderMail(letter, { ...dressing, logo: 'logo' })
    expect(html).toContain('<img src="cid:logo" alt="Northgate Rewards"')
  })

  it('has a language, a title, layout tables hidden from screen readers, and dark colours', () => {
    const { html } = renderMail(letter, dressing)
    expect(html).toContain('<html lang="en-GB"')
    expect(html).toContain('<title>Your link</title>')
    for (const [table] of html.matchAll(/<table[^>]*>/g)) expect(table).toContain('role="presentation"')
    expect(html).toContain('prefers-color-scheme: dark')
  })

  it('has a button that is large enough to touch, and loads nothing from the network', () => {
    const { html } = renderMail(letter, dressing)
    expect(html).toMatch(/<a href="[^"]+"[^>]*padding:12px 24px[^>]*line-height:20px[^>]*>Choose a password<\/a>/)
    expect(html).not.toMatch(/<(?:script|link|iframe|object)|src="(?!cid:)|url\(|@import|@font-face/i)
  })

  it('greets people whose name is unknown, and leaves out a phone number that is missing', () => {
    const { text } = renderMail(letter, {
      ...dressing,
      reader: { ...dressing.reader, firstName: null, supportNumber: null },
    })
    expect(text).toMatch(/^Hello,\n/)
    expect(text).toContain('Questions? Email rewards@demo.example.\n')
  })

  it.each(['//evil.test/', 'https://evil.test/', 'javascript:alert(1)', '/\\evil.test/', 'reset-password'])(
    'is refused with a link to %s [S-13]',
    (path) => {
      expect(() => renderMail({ ...letter, button: { label: 'Go', path } }, dressing)).toThrow(
        'links to the portal only',
      )
    },
  )

  it('escapes all names and texts', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, words) => {
        const firstName = `${name}<img src=x onerror=alert(1)>`
        const { html } = renderMail(
          { ...letter, paragraphs: [`${words}</td><script>`] },
          { ...dressing, reader: { ...dressing.reader, firstName, brand: `"><script>${name}` } },
        )
        expect(html).not.toMatch(/<script|<img/)
      }),
    )
  })

  it('can be read in every colour that a client can set', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const primary = `#${value.toString(16).padStart(6, '0')}`
        const { html } = renderMail(letter, { ...dressing, theme: { ...dressing.theme, primary } })
        const [, ground = ''] = /<body[^>]*background-color:(#[0-9a-f]{6})/.exec(html) ?? []
        expect(contrast('#4b5563', ground)).toBeGreaterThanOrEqual(4.5)
        const [, strong = ''] = /font-weight:bold;color:(#[0-9a-f]{6})">Northgate/.exec(html) ?? []
        expect(contrast(strong, '#ffffff')).toBeGreaterThanOrEqual(4.5)
        expect(contrast(textOn(primary), primary)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })
})
