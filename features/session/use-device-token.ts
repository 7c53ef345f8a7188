/** SHA-256, in hexadecimal, of user agent, screen size, colour depth and time zone (TWOFA-27, TWOFA-28); null where the page has no secure context to hash in. */
export async function deviceToken(): Promise<string | null> {
  // Typed as always there; on a plain-http address of a local network it is not.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (!subtle) return null
  const { width, height, colorDepth } = screen
  const traits = [
    navigator.userAgent,
    `${width}x${height}`,
    colorDepth,
    Intl.DateTimeFormat().resolvedOptions().timeZone,
  ].join('|')
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(traits))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
