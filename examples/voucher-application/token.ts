import { createHmac, timingSafeEqual } from 'node:crypto'

export type Client = { client: string; secret: string; portals: string[] }

export type Claims = {
  iss: string
  aud: string
  sub: string
  role: string
  client: string
  client_name: string
  orders: { date: string; state: 'saved' | 'placed'; orders: number; amount: number }[]
  iat: number
  exp: number
  jti: string
}

/** `portal` is known if the token is genuine but expired, so that the page can notify the portal. */
export type TokenCheck = { claims: Claims } | { why: 'unreadable' } | { why: 'expired'; portal: string }

/** Tolerated clock difference in seconds. */
const AHEAD = 60

export function checkToken(
  token: string,
  { clients, audience, now }: { clients: readonly Client[]; audience: string; now: Date },
): TokenCheck {
  const refused = { why: 'unreadable' } as const
  const [head = '', body = '', signature = '', ...more] = token.split('.')
  const header = readPart(head)
  const claims = readPart(body) as Claims | undefined
  if (!header || !claims || more.length > 0) return refused
  // Only this algorithm is accepted, because an attacker could choose a weaker algorithm in the header.
  if (header['alg'] !== 'HS256' || header['typ'] !== 'vouchers+jwt') return refused
  // Each client has its own secret, so one client's portal cannot sign a token for another client.
  const client = clients.find((one) => one.client === claims.client)
  if (!client || !isSignature(signature, createHmac('sha256', client.secret).update(`${head}.${body}`).digest()))
    return refused
  const seconds = now.getTime() / 1000
  if (claims.aud !== audience || !client.portals.includes(claims.iss) || claims.role !== 'employer') return refused
  if (!(claims.iat <= seconds + AHEAD)) return refused
  return claims.exp > seconds ? { claims } : { why: 'expired', portal: claims.iss }
}

function readPart(part: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof read === 'object' && read !== null ? { ...read } : undefined
  } catch {
    return undefined
  }
}

function isSignature(given: string, right: Buffer): boolean {
  const bytes = Buffer.from(given, 'base64url')
  return bytes.length === right.length && timingSafeEqual(bytes, right)
}
