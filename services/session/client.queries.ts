import { asciiDomain } from '../../contract/email.ts'
import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, SchemeYearId } from '../../contract/ids.ts'
import { registeredAddress } from '../../contract/redirects.ts'
import type { Tx } from '../../platform/handle.ts'
import { signOnLogout } from './logout-destination.rules.ts'

export type SignInRules = {
  brand: string
  ssoAccessOnly: boolean
  twoFactorRequiredOf: { employee: boolean; employer: boolean }
  /** The latest scheme year that has begun, even if it is over. Null before the first. */
  schemeYearId: SchemeYearId | null
}

export async function readSignInRules(tx: Tx, clientId: ClientId, today: IsoDate): Promise<SignInRules> {
  const { name, theme, switches, requires, schemeYearId } = await tx
    .selectFrom('client')
    .leftJoin('scheme_year', (join) =>
      join.onRef('scheme_year.client_id', '=', 'client.client_id').on('scheme_year.starts_on', '<=', today),
    )
    .select([
      'client.name',
      'client.theme',
      'client.switches',
      'client.requires_two_factor as requires',
      'scheme_year.id as schemeYearId',
    ])
    .where('client.client_id', '=', clientId)
    .orderBy('scheme_year.starts_on', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const twoFactor = objectOrEmpty(switches['twoFactor'])
  return {
    brand: theme.brand ?? name,
    ssoAccessOnly: switches['ssoAccessOnly'] === true,
    twoFactorRequiredOf: {
      employee: requires ?? twoFactor['employees'] === true,
      employer: twoFactor['employers'] !== false,
    },
    schemeYearId,
  }
}

/** Employers see everyone's data, so they need a second factor unless the client has switched that off (S-24). */
const requiredOfEmployers = sql<boolean>`coalesce((client.switches -> 'twoFactor' ->> 'employers')::boolean, true)`

export async function employersWithoutSecondFactor(tx: Tx, clientId: ClientId): Promise<string | null> {
  const row = await tx
    .selectFrom('client')
    .select('code')
    .where('client_id', '=', clientId)
    .where(sql<boolean>`not ${requiredOfEmployers}`)
    .executeTakeFirst()
  return row?.code ?? null
}

export function requiresTwoFactor() {
  return sql<boolean>`
    case account.user_type
      when 'employer' then ${requiredOfEmployers}
      else coalesce(client.requires_two_factor, (client.switches -> 'twoFactor' ->> 'employees')::boolean, false)
    end
  `
}

export async function readSsoDomains(tx: Tx, clientId: ClientId): Promise<string[]> {
  const row = await tx
    .selectFrom('client')
    .select('identity_provider')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  const { emailDomains: domains, enabled } = objectOrEmpty(row?.identity_provider)
  if (enabled === false) return []
  return Array.isArray(domains) ? domains.map((domain) => asciiDomain(String(domain))) : []
}

/** Where a single sign-on session logs out: the client's address or the portal's default. Null after a password login. */
export type SsoLogout = {
  url: string | null
  /** True if the client's address is not registered. It is then not used, and the audit records that (S-63). */
  isRefused: boolean
}

export async function readSsoLogout(tx: Tx, clientId: ClientId, sessionId: string): Promise<SsoLogout> {
  const row = await tx
    .selectFrom('session')
    .innerJoin('client', 'client.client_id', 'session.client_id')
    .select(['client.identity_provider', 'client.switches'])
    .where('session.client_id', '=', clientId)
    .where('session.id', '=', sessionId)
    .where('session.sign_in_method', '=', 'single-sign-on')
    .executeTakeFirst()
  if (!row) return { url: null, isRefused: false }
  const provider = objectOrEmpty(row.identity_provider)
  if (provider['kind'] !== undefined && provider['logoutUrl'] === undefined)
    return { url: signOnLogout, isRefused: false }
  const url = addressIn(provider, row.switches)
  return { url, isRefused: url === null && typeof provider['logoutUrl'] === 'string' }
}

export function oneHubSettingsOf(switches: Record<string, unknown>): {
  isOneHubIntegrationActive: boolean
  oneHubLogoutUrl: string | null
} {
  const hub = objectOrEmpty(switches['oneHub'])
  return { isOneHubIntegrationActive: hub['active'] === true, oneHubLogoutUrl: addressIn(hub, switches) }
}

export function redirectOriginsOf(switches: Record<string, unknown>): string[] {
  const origins = switches['redirectOrigins']
  return Array.isArray(origins) ? origins.map(String) : []
}

/** Returns the client's first site in alphabetical order, which is used in emails and for operators. */
export async function readFirstSite(tx: Tx, clientId: ClientId): Promise<string> {
  const { name } = await tx
    .selectFrom('client_address')
    .select('name')
    .where('client_id', '=', clientId)
    .orderBy('name')
    .limit(1)
    .executeTakeFirstOrThrow()
  return name
}

export async function readHubUrl(tx: Tx, clientId: ClientId): Promise<string | null> {
  const row = await tx.selectFrom('client').select('switches').where('client_id', '=', clientId).executeTakeFirst()
  const hub = objectOrEmpty(row?.switches['oneHub'])
  return row && hub['active'] === true ? addressIn(hub, row.switches, 'loginUrl') : null
}

function addressIn(
  settings: Record<string, unknown>,
  switches: Record<string, unknown>,
  name: 'logoutUrl' | 'loginUrl' = 'logoutUrl',
): string | null {
  const url = settings[name]
  return typeof url === 'string' ? registeredAddress(url, redirectOriginsOf(switches)) : null
}

export function objectOrEmpty(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
