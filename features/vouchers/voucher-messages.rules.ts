/** What the voucher application may tell the page that frames it (docs/voucher-application.md). */
export type VoucherMessage =
  /** It has taken the token and shows something. */
  | { type: 'ready' }
  /** The token has run out. */
  | { type: 'expired' }
  /** How high its page is. */
  | { type: 'height'; pixels: number }

/** No page is higher, whatever a frame says of itself. */
const HIGHEST = 20_000

/** A message as the protocol has it, with nothing more and nothing less; null for anything else (S-64). */
export function readVoucherMessage(data: unknown): VoucherMessage | null {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return null
  const { from, type, ...rest }: Record<string, unknown> = { ...data }
  const keys = Object.keys(rest)
  if (from !== 'voucher-application') return null
  if ((type === 'ready' || type === 'expired') && keys.length === 0) return { type }
  const { pixels } = rest
  if (type !== 'height' || keys.length !== 1 || typeof pixels !== 'number') return null
  return Number.isInteger(pixels) && pixels > 0 && pixels <= HIGHEST ? { type, pixels } : null
}

type Page = { origin: string; protocol: string }

/** Where a frame may lead: over TLS as the page itself came, and never to our own origin, which the sandbox would not keep out. */
export function frameAddress(
  url: string | null,
  token: string | null,
  page: Page,
): { src: string; origin: string } | null {
  if (url === null || token === null || !URL.canParse(url)) return null
  const { protocol, origin, username, password } = new URL(url)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && page.protocol === 'http:')
  if (!isSafe || origin === page.origin || username !== '' || password !== '' || url.includes('#')) return null
  return { src: `${url}#access_token=${token}`, origin }
}
