import { isIP } from 'node:net'

/** Returns the site of a host: its sub-domain, or the fixed name (THEME-02 to THEME-04). Ignores a trailing dot. */
export function siteOf(hostHeader: string | undefined, fixedName: string): string {
  const host = (hostHeader ?? '').replace(/\.?(:\d*)?$/, '').toLowerCase()
  if (host === '' || isIP(host.replace(/^\[|\]$/g, ''))) return fixedName
  const labels = host.replace(ukRegistry, '.uk').split('.')
  const labelsWithoutSubdomain = labels.at(-1) === 'localhost' ? 1 : 2
  if (labels.length <= labelsWithoutSubdomain) return fixedName
  const [name = ''] = labels
  // Any other host is invalid and has no client.
  return /^[a-z0-9-]+$/.test(name) ? name : ''
}

/** Second-level domains under .uk where names are registered, as under a country's own: `benefits.co.uk` has no sub-domain. */
const ukRegistry = /(^|\.)(ac|co|gov|ltd|me|net|nhs|org|plc|police|sch)\.uk$/
