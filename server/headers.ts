import type { FastifyReply } from 'fastify'
import { httpLimits } from './limits.ts'
import type { PageOrigins } from '../platform/captcha-provider.ts'

/** Kind of a response, which decides its headers. A notice is a short text such as an error. */
export type ResponseKind =
  | 'outbox'
  | 'mail'
  | 'page'
  | 'manual'
  | 'asset'
  | 'worker'
  | 'picture'
  | 'interface'
  | 'download'
  | 'notice'

export type HeaderSettings = {
  https: boolean
  nonce?: string
  styleHash?: string
  connectTo?: string | undefined
  captcha?: PageOrigins | undefined
  /** Origin of the client's voucher application, which pages may frame. */
  framed?: string | null
  /** Origins whose pages may frame a notice. */
  framedBy?: readonly string[]
}

/** Returns the headers of a kind of response (S-58, S-61, S-68). */
export function headersOf(
  answer: ResponseKind,
  { https, nonce = '', styleHash = '', connectTo, captcha, framed = null, framedBy = [] }: HeaderSettings,
): Record<string, string> {
  return {
    ...commonHeaders,
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    ...headersByClass(answer, { https, nonce, styleHash, connectTo, captcha, framed, framedBy }),
  }
}

export function setHeaders(reply: FastifyReply, answer: ResponseKind, manners: HeaderSettings): void {
  void reply.headers(headersOf(answer, manners))
}

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  // Addresses may contain a token or a date of birth, and other sites must not see them (S-12).
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
} as const

const loadsNothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** A response opened directly gets an opaque origin: no cookies, no scripts. */
const sandboxed = `${loadsNothing}; sandbox`
const immutableCaching = `public, max-age=${httpLimits.assetLifeMs / 1000}, immutable`

function headersByClass(
  answer: ResponseKind,
  { https, nonce, styleHash, connectTo, captcha, framed, framedBy }: Required<HeaderSettings>,
): Record<string, string> {
  switch (answer) {
    case 'page':
      return {
        'cache-control': 'no-store',
        'content-security-policy': pagePolicy(nonce, https, { connectTo, captcha, framed }),
        ...(https && { 'reporting-endpoints': `${reportGroup}="${reportAddress}"` }),
        vary: 'Accept-Encoding, Cookie',
      }
    case 'manual':
      return {
        'cache-control': 'public, max-age=300',
        'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        vary: 'Accept-Encoding',
      }
    case 'outbox':
      return {
        'cache-control': 'no-store',
        'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      }
    case 'mail':
      return {
        'cache-control': 'no-store',
        // Mails need inline styles. Nothing active is allowed, and links open new tabs.
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
        'x-frame-options': 'SAMEORIGIN',
      }
    case 'asset':
      return { 'cache-control': immutableCaching, 'content-security-policy': sandboxed, vary: 'accept-encoding' }
    // No `sandbox`: browsers start no worker from a sandboxed script.
    case 'worker':
      return { 'cache-control': immutableCaching, 'content-security-policy': loadsNothing, vary: 'accept-encoding' }
    case 'picture':
      return { 'cache-control': immutableCaching, 'content-security-policy': sandboxed }
    case 'interface':
      return { 'cache-control': 'no-store', 'content-security-policy': loadsNothing, vary: 'Origin' }
    case 'download':
      return { 'cache-control': 'no-store', 'content-security-policy': sandboxed, vary: 'Origin' }
    case 'notice':
      if (framedBy.length === 0) return { 'cache-control': 'no-store', 'content-security-policy': loadsNothing }
      // Browsers ignore x-frame-options beside frame-ancestors.
      return {
        'cache-control': 'no-store',
        'content-security-policy': loadsNothing.replace(/'none'$/, framedBy.join(' ')),
      }
  }
}

export const reportAddress = '/reports/policy'
const reportGroup = 'policy'

/** Allows scripts with the nonce, requests to the portal, and frames of the voucher application and the captcha provider. */
function pagePolicy(
  nonce: string,
  https: boolean,
  { connectTo, captcha, framed }: Pick<HeaderSettings, 'connectTo' | 'captcha' | 'framed'> = {},
): string {
  const connect = ["'self'", ...(connectTo ? [connectTo] : []), ...(captcha?.connect ?? [])]
  const frames = [...(captcha?.frames ?? []), ...(framed ? [framed] : [])]
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${captcha ? ` ${captcha.scripts.join(' ')}` : ''}`,
    "script-src-attr 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src ${connect.join(' ')}`,
    `frame-src ${frames.join(' ') || "'none'"}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(captcha ? [] : ["require-trusted-types-for 'script'", 'trusted-types portal-html portal-scripts']),
    ...(https ? ['upgrade-insecure-requests'] : []),
    `report-uri ${reportAddress}`,
    // Over TLS browsers use report-to and ignore report-uri.
    ...(https ? [`report-to ${reportGroup}`] : []),
  ].join('; ')
}
