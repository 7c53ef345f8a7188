/** Whether an address belongs to the interface, on either base. */
export function isOfInterface(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url)
}

/** A call's address, also where its path was written with a slash of its own behind that of its base (API-22). */
export function withoutLeadingSlash(url: string): string {
  return url.replace(/^(\/api(?:\/v1)?)\/{2,}/, '$1/')
}
