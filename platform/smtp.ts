import { isIP } from 'node:net'
import type { Transporter } from 'nodemailer'
import {
  MailFault,
  refuseControlCharacters,
  type Mailbox,
  type MailTransport,
  type OutgoingMail,
} from './mail-transport.ts'

export type SmtpServer = {
  host: string
  port: number
  /** True for TLS from the first byte; false for STARTTLS before anything else is sent (S-85). */
  secure: boolean
  login?: { user: string; password: string }
}

const SECOND = 1000
const patience = { connectMs: 10 * SECOND, greetingMs: 10 * SECOND, silenceMs: 30 * SECOND } as const

/** Reads `smtps://user:password@host:465` or `smtp://…`; undefined for anything else. The URL cannot disable checks of TLS. */
export function readSmtpUrl(text: string): SmtpServer | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text)
  if (!['smtp:', 'smtps:'].includes(protocol) || hostname === '' || search || hash) return undefined
  if (!['', '/'].includes(pathname)) return undefined
  const secure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(username && { login: { user: decodeURIComponent(username), password: decodeURIComponent(password) } }),
  }
}

/** Sends mail over TLS with a verified certificate. Only a server on this machine may be used without TLS. */
export function smtpTransport({ host, port, secure, login }: SmtpServer): MailTransport {
  let opened: Promise<Transporter> | undefined
  // Loaded with the first mail, to keep the server's start short.
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    const withoutTls = !secure && isLocalHost(host)
    return createTransport({
      host,
      port,
      secure,
      requireTLS: !secure && !withoutTls,
      ignoreTLS: withoutTls,
      tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true, ...(isIP(host) === 0 && { servername: host }) },
      ...(login && { auth: { user: login.user, pass: login.password } }),
      connectionTimeout: patience.connectMs,
      greetingTimeout: patience.greetingMs,
      socketTimeout: patience.silenceMs,
      dnsTimeout: patience.connectMs,
      // The library must not load files or URLs that a mail mentions.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }

  return {
    async deliver(mail, signal) {
      refuseControlCharacters(mail)
      const transporter = await (opened ??= open())
      try {
        await transporter.sendMail({ ...messageOf(mail), signal })
      } catch (error) {
        throw faultOf(error)
      }
    },
  }
}

export function isLocalHost(host: string): boolean {
  return ['localhost', '127.0.0.1', '::1'].includes(host)
}

function messageOf({ messageId, from, to, replyTo, subject, text, html, pictures }: OutgoingMail) {
  return {
    messageId,
    from: boxOf(from),
    to: boxOf(to),
    ...(replyTo && { replyTo: boxOf(replyTo) }),
    subject,
    text,
    html,
    // Prevents out-of-office replies to a mailbox that nobody reads (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: pictures.map(({ id, mediaType, bytes }) => ({
      cid: id,
      contentType: mediaType,
      content: bytes,
      contentDisposition: 'inline' as const,
      filename: id,
    })),
  }
}

const boxOf = ({ name = '', address }: Mailbox) => ({ name, address })

/** A fault of the recipient or the text affects only this mail. Any other fault is the server's, so all mails wait. */
function faultOf(error: unknown): MailFault {
  // Errors of the library have these fields. Other errors lack them.
  const { code, command, responseCode } = (error ?? {}) as { code?: unknown; command?: unknown; responseCode?: unknown }
  const named = [code, command, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number')
  const words = named.length > 0 ? named.join(' ') : 'no answer'
  const isAboutThis = typeof responseCode === 'number' && (command === 'RCPT TO' || command === 'DATA')
  if (!isAboutThis) return new MailFault('away', words)
  return new MailFault(responseCode >= 500 ? 'never' : 'later', words)
}
