export type Origins = {
  /** With `{site}` for the client's name; undefined is this machine. */
  portalUrl: string | undefined
  fixedSite: string
  port: number
}

/**
 * Where a client's people find the portal, by the name of its site: from the settings alone, so that no request can lead
 * anybody elsewhere by the host that it names (S-13).
 */
export function portalOrigins({ portalUrl, fixedSite, port }: Origins): (site: string) => string {
  if (portalUrl) return (site) => originAt(portalUrl, site)
  return (site) => `http://${site === fixedSite ? '' : `${site}.`}localhost:${port}`
}

export function originAt(portalUrl: string, site: string): string {
  return portalUrl.replace('{site}', site)
}
