import type { FastifyReply } from 'fastify'
import type { Download } from '../contract/endpoint.ts'
import type { Answer } from '../platform/handle.ts'

/** Collects what a handler wants beside its body, and sends it only after the commit. */
export function answering(reply: FastifyReply): {
  answer: Answer
  send: (json: string) => FastifyReply
  status: () => number
} {
  let status = 200
  const steps: ((reply: FastifyReply) => unknown)[] = []
  const answer: Answer = {
    status: (next) => {
      status = next
    },
    header: (name, value) => void steps.push((to) => to.header(name, value)),
    setCookie: (name, value, { maxAgeSeconds, readableByScript } = {}) =>
      void steps.push((to) =>
        to.setCookie(name, value, {
          ...cookieManners,
          httpOnly: !readableByScript,
          ...(maxAgeSeconds !== undefined && { maxAge: maxAgeSeconds }),
        }),
      ),
    clearCookie: (name) => void steps.push((to) => to.clearCookie(name, cookieManners)),
  }
  const send = (json: string): FastifyReply => {
    for (const step of steps) step(reply)
    return reply.status(status).type('application/json; charset=utf-8').send(json)
  }
  return { answer, send, status: () => status }
}

const cookieManners = { path: '/', secure: true, sameSite: 'strict' } as const

/** A file as an attachment that no browser renders, guesses at or keeps (S-58). */
export function sendDownload(reply: FastifyReply, { fileName, mediaType, bytes }: Download): FastifyReply {
  return reply
    .header('content-type', mediaType)
    .header('content-disposition', contentDisposition(fileName))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(Buffer.from(bytes))
}

/** RFC 6266: a plain name for old readers, the exact one in UTF-8 beside it; quotes and line breaks cannot leave it. */
export function contentDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\w. -]/g, '_')
  const exact = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
