/**
 * An address outside the portal as it is to be opened; null unless it is https and its origin is, to the letter, one that
 * is registered for the client (S-63). Server and browser both ask.
 */
export function allowedAddress(address: string | null, origins: readonly string[]): string | null {
  if (!address || !URL.canParse(address)) return null
  const { protocol, origin, username, password, href } = new URL(address)
  return protocol === 'https:' && !username && !password && origins.includes(origin) ? href : null
}

type Leaving = {
  ssoLogoutUrl: string | null
  user: { isOneHubIntegrationActive: boolean; oneHubLogoutUrl: string | null }
  client: { redirectOrigins: readonly string[] }
}

/** Where somebody who is logged out goes: to single sign-on's own logout, then to the provider's hub; null for neither (LOGOUT-08). */
export function leaveFor({ ssoLogoutUrl, user, client }: Leaving): string | null {
  return (
    allowedAddress(ssoLogoutUrl, client.redirectOrigins) ??
    (user.isOneHubIntegrationActive ? allowedAddress(user.oneHubLogoutUrl, client.redirectOrigins) : null)
  )
}
