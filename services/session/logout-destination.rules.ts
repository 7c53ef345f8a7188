import { registeredAddress } from '../../contract/redirects.ts'

export const signOnLogout = '/sso/logout'

type Leaving = {
  ssoLogoutUrl: string | null
  user: { isOneHubIntegrationActive: boolean; oneHubLogoutUrl: string | null }
  client: { redirectOrigins: readonly string[] }
}

/** Where a logout leads: to the identity provider, or the benefits provider's hub, or nowhere (null) (LOGOUT-08). */
export function logoutDestination({ ssoLogoutUrl, user, client }: Leaving): string | null {
  if (ssoLogoutUrl === signOnLogout) return ssoLogoutUrl
  return (
    registeredAddress(ssoLogoutUrl, client.redirectOrigins) ??
    (user.isOneHubIntegrationActive ? registeredAddress(user.oneHubLogoutUrl, client.redirectOrigins) : null)
  )
}
