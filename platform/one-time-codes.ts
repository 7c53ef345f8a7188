import { Secret, TOTP } from 'otpauth'

/** Codes as authenticator apps make them (RFC 6238): SHA-1, six digits, a new one every 30 seconds. */
const asAppsDo = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** 160 bits, as RFC 4226 recommends. */
const SEED_BYTES = 20

/** How many steps a phone's clock may be ahead or behind. */
const DRIFT = 1

/** A new seed, in the letters that people can type into an app. */
export function newSeed(): string {
  return new Secret({ size: SEED_BYTES }).base32
}

/** What a QR code holds: the seed, and how the app shall call it. */
export function seedAddress(seed: string, { issuer, label }: { issuer: string; label: string }): string {
  // A colon divides issuer from label in the address; an app would show half of a name that has one.
  return new TOTP({ ...asAppsDo, issuer: issuer.replaceAll(':', ' '), label, secret: seed }).toString()
}

export function codeAt(seed: string, at: Date): string {
  return new TOTP({ ...asAppsDo, secret: seed }).generate({ timestamp: at.getTime() })
}

/** The step that a code belongs to, counted since 1970, when it is this one or one beside it; null for a wrong code. */
export function stepOfCode(seed: string, { code, now }: { code: string; now: Date }): number | null {
  const delta = new TOTP({ ...asAppsDo, secret: seed }).validate({
    token: code,
    timestamp: now.getTime(),
    window: DRIFT,
  })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / asAppsDo.period) + delta
}
