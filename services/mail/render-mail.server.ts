import { escapeHtml } from '../../contract/escape-html.ts'
import { readableColour, textOn, tint, type Theme } from '../theme/theme.rules.ts'
import type { MailContent, Reader } from '../../contract/mail-kind.ts'
import { mailMessages } from './mail.messages.ts'

export type MailLook = {
  reader: Reader
  theme: Pick<Theme, 'primary' | 'accent' | 'headerFont' | 'radius'>
  logo: string | null
  /** Origin of the client's portal, from settings and never from a request (S-13). */
  origin: string
}

export function renderMail(letter: MailContent, dressing: MailLook): { text: string; html: string } {
  const { reader, origin } = dressing
  const { paragraphs, button, smallPrint = [], secondLink } = letter
  const whole: Whole = {
    subject: letter.subject,
    greeting: letter.greeting ?? (reader.firstName ? mailMessages.dear(reader.firstName) : mailMessages.hello),
    paragraphs,
    button: button && { label: button.label, address: addressAt(origin, button.path) },
    smallPrint,
    secondLink: secondLink && { label: secondLink.label, address: addressAt(origin, secondLink.path) },
    footer: [mailMessages.help(reader.supportEmail, reader.supportNumber), mailMessages.automatic(reader.brand)],
  }
  return { text: plain(whole), html: page(whole, dressing) }
}

type Whole = {
  subject: string
  greeting: string
  paragraphs: readonly string[]
  button: { label: string; address: string } | undefined
  smallPrint: readonly string[]
  secondLink: { label: string; address: string } | undefined
  footer: readonly string[]
}

function addressAt(origin: string, path: string): string {
  const address = new URL(path, origin)
  if (!path.startsWith('/') || address.origin !== new URL(origin).origin)
    throw new Error('A mail links to the portal only')
  return address.href
}

function plain({ greeting, paragraphs, button, smallPrint, secondLink, footer }: Whole): string {
  const linkOf = (link: Whole['button']) => (link ? [`${link.label}:\n${link.address}`] : [])
  const parts = [greeting, ...paragraphs, ...linkOf(button), ...smallPrint, ...linkOf(secondLink)]
  return `${parts.join('\n\n')}\n\n-- \n${footer.join('\n')}\n`
}

/** Mail programs agree only on tables and inline styles. The mail loads nothing, and has dark colours for dark mode. */
function page(whole: Whole, { theme, logo, reader: { brand } }: MailLook): string {
  const { primary, headerFont, radius } = theme
  const corner = `${radius * 1.75}px`
  const { subject, greeting, paragraphs, button, smallPrint, secondLink, footer } = whole
  const strong = readableColour(primary, 4.5)
  const ground = tint(primary, 12)
  const isSerif = headerFont === 'Lora'
  const family = isSerif ? serif : sans
  const name = text(brand)
  const head = logo
    ? `<img src="cid:${text(logo)}" alt="${name}" height="40" style="display:block;height:40px;max-width:260px;border:0;font-size:20px;font-weight:bold;color:${strong}">`
    : `<span style="font-family:${family};font-size:20px;line-height:28px;font-weight:bold;color:${strong}">${name}</span>`
  return `<!doctype html>
<html lang="en-GB" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${text(subject)}</title>
<style>
:root { color-scheme: light dark; }
a:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
  .back { background-color: #101214 !important; }
  .card { background-color: #1b1f23 !important; }
  .words, .words a { color: #f1f3f5 !important; }
  .less, .less a { color: #c3c9cf !important; }
}
</style>
</head>
<body class="back" style="margin:0;padding:0;background-color:${ground};-webkit-text-size-adjust:100%">
<div role="article" aria-label="${text(subject)}" lang="en-GB">
<table role="presentation" class="back" width="100%" cellspacing="0" cellpadding="0" border="0" style="background-color:${ground}">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="max-width:600px;font-family:${sans}">
<tr><td style="padding:20px 32px;background-color:#ffffff;border-top:4px solid ${primary};border-radius:${corner} ${corner} 0 0">${head}</td></tr>
<tr><td style="padding:0">${mosaic(theme)}</td></tr>
<tr><td class="card words" style="padding:32px 32px 16px;background-color:#ffffff;color:#1b1f23;font-size:17px;line-height:26px">
<h1 class="words" style="margin:0 0 16px;font-family:${family};font-size:30px;line-height:36px;font-weight:${isSerif ? 'normal' : 'bold'}">${text(subject)}</h1>
${[greeting, ...paragraphs].map(paragraph).join('\n')}
${button ? buttonOf(button, theme) : ''}</td></tr>
<tr><td class="card less" style="padding:0 32px 16px;background-color:#ffffff;border-radius:0 0 ${corner} ${corner};color:#4b5563;font-size:14px;line-height:21px">
${smallPrint.map(paragraph).join('\n')}${secondLink ? secondLinkOf(secondLink) : ''}
</td></tr>
<tr><td class="less" style="padding:20px 32px;color:#4b5563;font-size:14px;line-height:21px">
${footer.map(paragraph).join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</div>
</body>
</html>
`
}

const sans = "system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
const serif = "Lora,Georgia,'Times New Roman',serif"

function mosaic({ primary, accent }: MailLook['theme']): string {
  const [middle, light, pale] = [tint(primary, 60), tint(primary, 20), tint(primary, 8)]
  const tiles = [
    { ground: primary, shape: light, corners: '64px 0 0 0' },
    { ground: light, shape: middle, corners: '32px 32px 0 0' },
    { ground: tint(accent, 12), shape: accent, corners: '32px' },
    { ground: pale, shape: middle, corners: '0 64px 0 0' },
    { ground: primary, shape: middle, corners: '32px 32px 0 0' },
    { ground: light, shape: primary, corners: '0 0 64px 0' },
  ].map(
    ({ ground, shape, corners }) =>
      `<td width="16.66%" height="64" align="center" valign="bottom" style="height:64px;background-color:${ground};font-size:0;line-height:0"><div style="width:64px;max-width:100%;height:64px;background-color:${shape};border-radius:${corners}"></div></td>`,
  )
  return `<table role="presentation" aria-hidden="true" width="100%" cellspacing="0" cellpadding="0" border="0" style="table-layout:fixed"><tr>${tiles.join('')}</tr></table>`
}

function paragraph(words: string): string {
  return `<p style="margin:0 0 16px;overflow-wrap:anywhere">${text(words).replaceAll('\n', '<br>')}</p>`
}

function buttonOf({ label, address }: NonNullable<Whole['button']>, { primary, radius }: MailLook['theme']): string {
  const href = text(address)
  return `<table role="presentation" cellspacing="0" cellpadding="0" border="0" style="margin:8px 0 20px"><tr><td style="border-radius:${radius}px;background-color:${primary}">
<a href="${href}" target="_blank" style="display:inline-block;padding:12px 24px;border-radius:${radius}px;font-size:16px;line-height:20px;font-weight:bold;text-decoration:none;color:${textOn(primary)}">${text(label)}</a>
</td></tr></table>
<p class="less" style="margin:0 0 16px;font-size:14px;line-height:21px;color:#4b5563;overflow-wrap:anywhere">${text(mailMessages.buttonFails)}<br><a href="${href}" target="_blank" style="color:inherit">${href}</a></p>
`
}

function secondLinkOf({ label, address }: NonNullable<Whole['button']>): string {
  return `\n<p style="margin:0 0 16px"><a href="${text(address)}" target="_blank" style="color:inherit">${text(label)}</a></p>`
}

const text = escapeHtml
