import { createHash } from 'node:crypto'
import { escapeHtml as text } from '../contract/escape-html.ts'
import type { Mailbox } from '../platform/mail-transport.ts'
import type { StoredMail } from '../platform/outbox.ts'

export function outboxPage(mails: readonly { name: string; mail: StoredMail }[]): string {
  const rows = mails.map(
    ({ name, mail }) => `<li><a href="/demo/outbox/${name}"><strong>${text(mail.subject)}</strong>
<span>to ${text(boxOf(mail.to))}</span> <span>from ${text(boxOf(mail.from))}</span> ${moment(mail.at)}</a></li>`,
  )
  const list = rows.length > 0 ? `<ol>${rows.join('\n')}</ol>` : '<p>Nothing has been sent yet.</p>'
  return htmlPage(
    'Mail of the demo',
    `<h1>Mail of the demo</h1>
<p>Instead of being sent, mails are kept here, the newest first. <a href="/demo/outbox">Look again</a></p>
${list}`,
  )
}

export function mailPage(name: string, mail: StoredMail): string {
  const fields = [
    ['From', boxOf(mail.from)],
    ['To', boxOf(mail.to)],
    ...(mail.replyTo ? [['Reply to', boxOf(mail.replyTo)] as const] : []),
  ] as const
  return htmlPage(
    mail.subject,
    `<p><a href="/demo/outbox">All mails</a></p>
<h1>${text(mail.subject)}</h1>
<dl>${fields.map(([label, value]) => `<div><dt>${label}</dt><dd>${text(value)}</dd></div>`).join('')}
<div><dt>Sent</dt><dd>${moment(mail.at)}</dd></div></dl>
<h2 id="page">As a page</h2>
<iframe src="/demo/outbox/${name}/page" title="The mail as a page" aria-describedby="page" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>As text</h2>
<pre tabindex="0" aria-label="The mail as text">${linked(mail.text)}</pre>`,
  )
}

export function framedMail({ html, pictures }: StoredMail): string {
  return pictures.reduce(
    (page, { id, mediaType, base64 }) => page.replaceAll(`"cid:${id}"`, `"data:${mediaType};base64,${base64}"`),
    html,
  )
}

function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}</title>
<style>${styles}</style>
</head>
<body><main>
${body}
</main></body>
</html>
`
}

const boxOf = ({ name, address }: Mailbox): string => (name ? `${name} <${address}>` : address)

function moment(at: string): string {
  const shown = new Date(at).toLocaleString('en-GB', {
    timeZone: 'Europe/London',
    dateStyle: 'medium',
    timeStyle: 'medium',
  })
  return `<time datetime="${text(at)}">${text(shown)}</time>`
}

function linked(words: string): string {
  return text(words).replaceAll(
    /https?:\/\/[^\s<>&]+(?:&#38;[^\s<>&]+)*/g,
    (address) => `<a href="${address}" target="_blank" rel="noopener">${address}</a>`,
  )
}

const styles = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 48rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; }
a { display: inline-block; padding: 0.6rem 0; color: LinkText; overflow-wrap: anywhere; }
a:focus-visible, pre:focus-visible { outline: 3px solid; outline-offset: 2px; }
ol { list-style: none; margin: 0; padding: 0; }
li { border-top: 1px solid GrayText; }
li a { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: 0.75rem 0; color: CanvasText; text-decoration: none; }
li a:hover strong { text-decoration: underline; }
li strong { flex-basis: 100%; color: LinkText; }
dl div { display: flex; gap: 1rem; }
dt { min-width: 5rem; font-weight: bold; }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 36rem; border: 1px solid GrayText; background: Canvas; }
pre { padding: 1rem; border: 1px solid GrayText; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
pre a { padding: 0; }
`

export const outboxStyleHash = createHash('sha256').update(styles).digest('base64')
