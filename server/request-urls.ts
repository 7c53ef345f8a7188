import type { IncomingMessage } from 'node:http'

export function isApiPath(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url)
}

/** Removes extra slashes after the API base, which some callers send (API-22). */
export function withoutLeadingSlash(url: string): string {
  return url.replace(/^(\/api(?:\/v1)?)\/{2,}/, '$1/')
}

/** Turns an absolute request target into a path. `hasOneHost` has compared its host with the Host header. */
export function withoutOrigin(url: string): string {
  const [origin] = absoluteTarget.exec(url) ?? []
  if (origin === undefined) return url
  const path = url.slice(origin.length)
  return path.startsWith('/') ? path : `/${path}`
}

/** True if a request names exactly one valid host. Proxies could read other requests differently (RFC 9112, section 3.2). */
export function hasOneHost({
  rawHeaders,
  originalUrl = '',
}: Pick<IncomingMessage, 'rawHeaders'> & { originalUrl?: string }): boolean {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host')
  const [host = ''] = hosts
  const target = absoluteTarget.exec(originalUrl)?.[1]
  return (
    hosts.length <= 1 &&
    /^[\w.~%!$&'()*+;=-]*(:\d{0,5})?$|^\[[\da-f:.]+\](:\d{0,5})?$/i.test(host) &&
    (target === undefined || target.toLowerCase() === host.toLowerCase())
  )
}

const absoluteTarget = /^https?:\/\/([^/?#]*)/i
