/** SHA-256 of user agent, screen and time zone (TWOFA-27, TWOFA-28); null on plain http. */
export async function deviceToken(): Promise<string | null> {
  // TypeScript's type omits undefined, the value on plain http.
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
