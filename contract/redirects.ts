export type AllowedOrigins = {
  own: string
  /** Exact origins, as browsers write them; only those with https are accepted. */
  origins: readonly string[]
}

/** Returns the address if a redirect may lead there: a path of the portal or a listed origin; otherwise null (S-63). */
export function allowedRedirect(address: string | null | undefined, { own, origins }: AllowedOrigins): string | null {
  return address?.startsWith('/') ? pathOfOurs(address, own) : registeredAddress(address, origins)
}

export function registeredAddress(address: string | null | undefined, origins: readonly string[]): string | null {
  if (!isPlain(address) || !/^https:\/\/[a-z0-9]/i.test(address) || !URL.canParse(address)) return null
  const url = new URL(address)
  if (url.username !== '' || url.password !== '' || address.split(/[/?#]/)[2]?.includes('@')) return null
  const registered = origins.some((origin) => origin.startsWith('https://') && origin === url.origin)
  return registered ? url.href : null
}

/** Resolves dots before the check: '/.//evil.test' would become the address of another host. */
function pathOfOurs(address: string, own: string): string | null {
  if (!isPlain(address) || address.startsWith('//') || !URL.canParse(address, own)) return null
  const url = new URL(address, own)
  if (url.origin !== own || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}

function isPlain(address: string | null | undefined): address is string {
  return !!address && address.length <= 2048 && /^[!-[\]-~]+$/.test(address)
}
