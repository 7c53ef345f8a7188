import { describe, expect, it } from 'vitest'
import { addClient, addPerson, signInAs } from '../../../tests/harness/people.ts'
import { startPortal } from '../../../tests/harness/portal.ts'

const portal = await startPortal()

let number = 0
async function hubOf(switches: object) {
  const site = `client-${(number += 1)}`
  const clientId = await addClient(portal, { site, switches })
  const email = `amelia@${site}.example`
  await addPerson(portal, clientId, { email, termsAccepted: false })
  const { token } = await signInAs(portal, { email, site })
  const answer = await portal.request({ url: '/api/login/hub-redirect', site, token })
  return [answer.statusCode, answer.json()]
}

describe("redirect to the provider's hub [SSO-13] [SSO-14]", () => {
  const loginUrl = 'https://hub.provider.example/start?from=portal'
  const redirectOrigins = ['https://hub.provider.example']
  const none = [200, { url: null, error: 'Unable to login' }]

  it('leads to the registered address after a login', async () => {
    expect(await hubOf({ redirectOrigins, oneHub: { active: true, loginUrl } })).toEqual([
      200,
      { url: loginUrl, error: null },
    ])
  })

  it('does not happen if the client has no hub, has switched it off, or has not registered its origin [S-63]', async () => {
    expect(await hubOf({})).toEqual(none)
    expect(await hubOf({ redirectOrigins, oneHub: { active: true } })).toEqual(none)
    expect(await hubOf({ redirectOrigins, oneHub: { active: false, loginUrl } })).toEqual(none)
    expect(await hubOf({ redirectOrigins: ['https://other.example'], oneHub: { active: true, loginUrl } })).toEqual(
      none,
    )
    expect(await hubOf({ redirectOrigins, oneHub: { active: true, loginUrl: 'javascript:alert(1)' } })).toEqual(none)
  })
})
