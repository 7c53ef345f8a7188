import { registeredAddress } from '../../contract/redirects.ts'

/** The portal's own address that leads on to where the client's provider wants its logout. */
export const signOnLogout = '/sso/logout'

type Leaving = {
  ssoLogoutUrl: string | null
  user: { isOneHubIntegrationActive: boolean; oneHubLogoutUrl: string | null }
  client: { redirectOrigins: readonly string[] }
}

/** Where somebody who is logged out goes: to single sign-on's own logout, then to the provider's hub; null for neither (LOGOUT-08). */
export function leaveFor({ ssoLogoutUrl, user, client }: Leaving): string | null {
  if (ssoLogoutUrl === signOnLogout) return ssoLogoutUrl
  return (
    registeredAddress(ssoLogoutUrl, client.redirectOrigins) ??
    (user.isOneHubIntegrationActive ? registeredAddress(user.oneHubLogoutUrl, client.redirectOrigins) : null)
  )
}
