import { Secret, TOTP } from 'otpauth'

/** Codes of authenticator apps (RFC 6238): SHA-1, six digits, a new one every 30 seconds. */
const asAppsDo = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** 160 bits, as RFC 4226 recommends. */
const SEED_BYTES = 20

/** Number of 30-second steps that a phone's clock may be ahead or behind. */
const DRIFT = 1

export function newSeed(): string {
  return new Secret({ size: SEED_BYTES }).base32
}

export function authenticatorUri(seed: string, { issuer, label }: { issuer: string; label: string }): string {
  // A colon separates issuer and label in the URI, so a name with a colon would be cut off.
  return new TOTP({ ...asAppsDo, issuer: issuer.replaceAll(':', ' '), label, secret: seed }).toString()
}

export function codeAt(seed: string, at: Date): string {
  return new TOTP({ ...asAppsDo, secret: seed }).generate({ timestamp: at.getTime() })
}

/** Returns the code's 30-second step since 1970, if it is the current or an adjacent step; otherwise null. */
export function timeStepOfCode(seed: string, { code, now }: { code: string; now: Date }): number | null {
  const delta = new TOTP({ ...asAppsDo, secret: seed }).validate({
    token: code,
    timestamp: now.getTime(),
    window: DRIFT,
  })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / asAppsDo.period) + delta
}
