import { registeredAddress } from '../../contract/redirects.ts'
import { signOnPaths } from './sign-on-paths.rules.ts'

type Leaving = {
  ssoLogoutUrl: string | null
  user: { isOneHubIntegrationActive: boolean; oneHubLogoutUrl: string | null }
  client: { redirectOrigins: readonly string[] }
}

/** Where somebody who is logged out goes: to single sign-on's own logout, then to the provider's hub; null for neither (LOGOUT-08). */
export function leaveFor({ ssoLogoutUrl, user, client }: Leaving): string | null {
  // The portal's own address leads on to where the client's provider wants its logout.
  if (ssoLogoutUrl === signOnPaths.logout()) return ssoLogoutUrl
  return (
    registeredAddress(ssoLogoutUrl, client.redirectOrigins) ??
    (user.isOneHubIntegrationActive ? registeredAddress(user.oneHubLogoutUrl, client.redirectOrigins) : null)
  )
}
