export function isOfInterface(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url)
}

/** Removes extra slashes after the API base, for clients that put a slash before the path (API-22). */
export function withoutLeadingSlash(url: string): string {
  return url.replace(/^(\/api(?:\/v1)?)\/{2,}/, '$1/')
}
