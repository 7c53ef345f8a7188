import type { Socket } from 'node:net'
import { escapeHtml } from '../contract/escape-html.ts'
import { refusalMessages } from '../contract/messages.ts'
import { headersOf } from './headers.ts'

/** In Fastify's type `rawPacket` is JSON, but Node gives bytes. */
type ParseError = { code?: string; rawPacket?: unknown }

/** Answers a request that Node cannot parse. If cookies make the headers too large, the page says what to do. */
export function refuseUnreadable(error: ParseError, socket: Socket, { https }: { https: boolean }): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = statusOf[error.code ?? ''] ?? 400
  const start = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1', 0, 40) : ''
  const isPage = status === 431 && !/^[A-Z]+ \/api[/? ]/.test(start)
  const message = status === 431 ? refusalMessages.headersTooLarge : refusalMessages.malformed
  const body = isPage
    ? page(message)
    : JSON.stringify({ code: status === 431 ? 'headers-too-large' : 'unreadable', message, error: message })
  const headers = {
    ...headersOf('notice', { https }),
    'content-type': `${isPage ? 'text/html' : 'application/json'}; charset=utf-8`,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\n${lines.join('')}\r\n${body}`)
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}
const statusOf: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

function page(message: string): string {
  const [title = '', ...rest] = message.split('. ')
  return `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><h1>${escapeHtml(title)}</h1><p>${escapeHtml(rest.join('. '))}</p></html>\n`
}
