import type { FastifyReply } from 'fastify'
import type { Download } from '../contract/endpoint.ts'
import type { ResponseControls, StreamedDownload, Tx } from '../platform/handle.ts'
import { safeFileName } from '../platform/file-name.ts'
import { setHeaders } from './headers.ts'

/** Collects cookies and headers. They are sent only after the commit. */
export function bufferedResponse(
  reply: FastifyReply,
  status: number,
): {
  answer: ResponseControls
  send: (json: string) => FastifyReply
} {
  const steps: ((reply: FastifyReply) => unknown)[] = []
  const answer: ResponseControls = {
    header: (name, value) => void steps.push((to) => to.header(name, value)),
    setCookie: (name, value, { maxAgeSeconds, readableByScript } = {}) =>
      void steps.push((to) =>
        to.setCookie(name, value, {
          ...cookieAttributes,
          httpOnly: !readableByScript,
          ...(maxAgeSeconds !== undefined && { maxAge: maxAgeSeconds }),
        }),
      ),
    clearCookie: (name) => void steps.push((to) => to.clearCookie(name, cookieAttributes)),
  }
  const send = (json: string): FastifyReply => {
    for (const step of steps) step(reply)
    return reply.status(status).type('application/json; charset=utf-8').send(json)
  }
  return { answer, send }
}

const cookieAttributes = { path: '/', secure: true, sameSite: 'strict' } as const

/** Sends a file as an attachment. Browsers do not display, sniff or cache it (S-58). */
export function sendDownload(
  reply: FastifyReply,
  file: Download | StreamedDownload,
  { https, inTransaction }: { https: boolean; inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T> },
): FastifyReply {
  const { fileName, mediaType } = file
  setHeaders(reply, 'download', { https })
  return reply
    .header('content-type', mediaType)
    .header('content-disposition', contentDisposition(fileName))
    .send('bytes' in file ? Buffer.from(file.bytes) : file.send(inTransaction))
}

/** Returns the header with an ASCII name for old browsers and the exact name in UTF-8 (RFC 6266). */
export function contentDisposition(fileName: string): string {
  const name = safeFileName(fileName)
  const plain = name.replace(/[^\w. -]/g, '_')
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
