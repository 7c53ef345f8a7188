import type { FastifyReply } from 'fastify'

/** Manners of every answer (S-61). */
export function setCommonHeaders(reply: FastifyReply, { https }: { https: boolean }): void {
  void reply
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()')
    .header('x-frame-options', 'DENY')
  if (https) void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

/** Answers of the interface are for one caller and one moment, and no page (S-68). */
export function setApiHeaders(reply: FastifyReply): void {
  void reply
    .header('cache-control', 'no-store')
    .header('vary', 'Origin')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
}

/** The policy of pages: scripts only with this answer's nonce, no frames, Trusted Types. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default portal-html',
  ].join('; ')
}
