import type { Mode } from '../platform/app-context.ts'

export type Origins = {
  portalUrl: string | undefined
  fixedSite: string
  port: number
}

/** Returns the origin of a client's portal. It depends on settings only, never on a request's host (S-13). */
export function portalOrigins({ portalUrl, fixedSite, port }: Origins): (site: string) => string {
  if (portalUrl) return (site) => originAt(portalUrl, site)
  return (site) => `http://${site === fixedSite ? '' : `${site}.`}localhost:${port}`
}

type Addressed = { portalUrl?: string | undefined; mode: Mode; https: boolean }
type Asked = { site: string; host: string | undefined }

/** Returns the portal's origin: `portalUrl`, else the request's host. Refuses a host that does not fit the settings (S-13). */
export function requestedOrigin(
  { portalUrl, mode, https }: Addressed,
  { site, host }: Asked,
): { origin: string } | { refused: string } {
  const named = host !== undefined && /^[a-z0-9.[\]:-]+$/i.test(host) ? host.toLowerCase() : null
  if (portalUrl === undefined && mode === 'production') return { refused: 'PORTAL_URL is not set' }
  const origin = portalUrl === undefined ? `${https ? 'https' : 'http'}://${named}` : originAt(portalUrl, site)
  return named !== null && URL.canParse(origin) && new URL(origin).host === named
    ? { origin }
    : { refused: 'asked at an address that is not the portal’s' }
}

function originAt(portalUrl: string, site: string): string {
  return portalUrl.replace('{site}', site)
}
