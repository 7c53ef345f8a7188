/** See docs/voucher-application.md. */
export type VoucherMessage = { type: 'ready' } | { type: 'expired' } | { type: 'height'; pixels: number }

const HIGHEST = 20_000

/** Returns null unless the message matches the protocol exactly (S-64). */
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

/** Null without TLS (if the page has it), and for the portal's own origin, where a sandbox is useless. */
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
