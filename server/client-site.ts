import { isIP } from 'node:net'

/** Returns the site of a host: its sub-domain, or the fixed name if it has none (THEME-02 to THEME-04). */
export function siteOf(hostHeader: string | undefined, fixedName: string): string {
  const host = (hostHeader ?? '').replace(/\.?(:\d*)?$/, '').toLowerCase()
  if (host === '' || isIP(host.replace(/^\[|\]$/g, ''))) return fixedName
  const labels = host.replace(ukRegistry, '.uk').split('.')
  const labelsWithoutSubdomain = labels.at(-1) === 'localhost' ? 1 : 2
  if (labels.length <= labelsWithoutSubdomain) return fixedName
  const [name = ''] = labels
  return /^[a-z0-9-]+$/.test(name) ? name : ''
}

/** Names are registered directly under these domains, so `benefits.co.uk` has no sub-domain. */
const ukRegistry = /(^|\.)(ac|co|gov|ltd|me|net|nhs|org|plc|police|sch)\.uk$/
