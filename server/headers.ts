import type { FastifyReply } from 'fastify'
import type { PageOrigins } from '../platform/captcha/captcha.ts'
import { httpLimits } from './limits.ts'

/**
 * What an answer is. Everything the portal sends is one of these: the page of a screen, the printed manual of the
 * interface, a hashed file of the build, a client's picture, an answer of the interface, a file to keep, and what only
 * says that something is so (a refusal, a missing file, a redirect, health). The demo has two more: the list of its mails,
 * and one mail as a page, for a frame of that list.
 */
export type AnswerClass =
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

export type Manners = {
  /** True behind TLS: browsers then never come without it again. */
  https: boolean
  /** What a page may run: a nonce of its own, fresh for every answer. What the manual may wear: the hash of its styles. */
  nonce?: string
  styleHash?: string
  /** Origins beside our own that pages may ask: the icon file's and the interface's, where the installation has them elsewhere. */
  connectTo?: string | undefined
  /** What a page loads from a captcha provider. */
  captcha?: PageOrigins | undefined
  /** The origin of the client's voucher application, which pages may frame. */
  framed?: string | null
}

/** Every header of every class of answer that does not depend on what is answered (S-58, S-61, S-68). */
export function headersOf(
  answer: AnswerClass,
  { https, nonce = '', styleHash = '', connectTo, captcha, framed = null }: Manners,
): Record<string, string> {
  return {
    ...ofEveryAnswer,
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    ...ofClass(answer, { https, nonce, styleHash, connectTo, captcha, framed }),
  }
}

export function setHeaders(reply: FastifyReply, answer: AnswerClass, manners: Manners): void {
  void reply.headers(headersOf(answer, manners))
}

const ofEveryAnswer = {
  'x-content-type-options': 'nosniff',
  // Addresses may hold a token or a date of birth (S-12): no other site learns any of ours.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
} as const

/** Looks at nothing, loads nothing, stands in no frame. */
const inert = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** Opened by itself, it has no origin either: neither cookies nor scripts. */
const sandboxed = `${inert}; sandbox`
const forGood = `public, max-age=${httpLimits.assetLifeMs / 1000}, immutable`

function ofClass(
  answer: AnswerClass,
  { https, nonce, styleHash, connectTo, captcha, framed }: Required<Manners>,
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
        // Styled as mail programs want it, and otherwise dead; its links open tabs of their own.
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
        'x-frame-options': 'SAMEORIGIN',
      }
    case 'asset':
      return { 'cache-control': forGood, 'content-security-policy': sandboxed, vary: 'accept-encoding' }
    // Browsers start no worker from a sandbox; this one may ask for nothing and load nothing all the same.
    case 'worker':
      return { 'cache-control': forGood, 'content-security-policy': inert, vary: 'accept-encoding' }
    case 'picture':
      return { 'cache-control': forGood, 'content-security-policy': sandboxed }
    case 'interface':
      return { 'cache-control': 'no-store', 'content-security-policy': inert, vary: 'Origin' }
    case 'download':
      return { 'cache-control': 'no-store', 'content-security-policy': sandboxed, vary: 'Origin' }
    case 'notice':
      return { 'cache-control': 'no-store', 'content-security-policy': inert }
  }
}

/** Where browsers say what a page's policy has stopped. */
export const reportAddress = '/reports/policy'
const reportGroup = 'policy'

/** The policy of pages: nonce scripts, own host, framing only the voucher application or a captcha provider. */
function pagePolicy(
  nonce: string,
  https: boolean,
  { connectTo, captcha, framed }: Pick<Manners, 'connectTo' | 'captcha' | 'framed'> = {},
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
    // Browsers take the report endpoints of answers over TLS alone, and then ignore report-uri.
    ...(https ? [`report-to ${reportGroup}`] : []),
  ].join('; ')
}
