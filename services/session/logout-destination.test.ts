import { describe, expect, it } from 'vitest'
import { logoutDestination } from './logout-destination.rules.ts'

const origins = ['https://login.client.example', 'https://hub.provider.example:8443']

describe('address after a logout', () => {
  const sso = 'https://login.client.example/logout'
  const hub = 'https://hub.provider.example:8443/logout'
  const from = (ssoLogoutUrl: string | null, isOneHubIntegrationActive: boolean, oneHubLogoutUrl: string | null) =>
    logoutDestination({
      ssoLogoutUrl,
      user: { isOneHubIntegrationActive, oneHubLogoutUrl },
      client: { redirectOrigins: origins },
    })

  it("is the identity provider's logout page, otherwise the hub if it is switched on, otherwise none [LOGOUT-08]", () => {
    expect(from(sso, true, hub)).toBe(sso)
    expect(from(null, true, hub)).toBe(hub)
    expect(from(null, false, hub)).toBeNull()
    expect(from(null, true, null)).toBeNull()
    expect(from('https://evil.test/', true, hub)).toBe(hub)
    expect(from('https://evil.test/', true, 'https://evil.test/')).toBeNull()
  })
})
