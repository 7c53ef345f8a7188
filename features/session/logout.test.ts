import { describe, expect, it } from 'vitest'
import { inClient } from '../../database/database.ts'
import { addClient, addPerson, cookiesOf, signInAs } from '../../tests/harness/people.ts'
import { startPortal } from '../../tests/harness/portal.ts'
import { renewSession } from '../../tests/harness/sessions.ts'
import { listAuditEvents } from '../../tests/harness/audit-events.ts'

const portal = await startPortal()

let number = 0
const sso = 'https://login.client.example/logout'
const hub = 'https://hub.provider.example/logout'

type Settings = { logoutUrl?: string; switches?: object; cameBy?: 'password' | 'single-sign-on' }

async function someone({ logoutUrl, switches = {}, cameBy = 'single-sign-on' }: Settings) {
  const site = `client-${(number += 1)}`
  const clientId = await addClient(portal, { site, switches, identityProvider: logoutUrl ? { logoutUrl } : null })
  const email = `someone@${site}.example`
  const personId = await addPerson(portal, clientId, { email })
  const browser = await signInAs(portal, { email, site })
  await inClient(portal.database.db, clientId, (tx) =>
    tx
      .updateTable('session')
      .set({ sign_in_method: cameBy })
      .where('client_id', '=', clientId)
      .where('person_id', '=', personId)
      .execute(),
  )
  return { site, clientId, ...browser }
}

type Someone = Awaited<ReturnType<typeof someone>>

async function logoutOf({ site, token, cookies }: Someone): Promise<string | null> {
  const answer = await portal.request({ url: '/api/logout', site, token, cookies })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ ssoLogoutUrl: string | null }>().ssoLogoutUrl
}

const renew = ({ site, cookies }: Someone) => renewSession(portal, cookies, site)

const registered = { redirectOrigins: ['https://login.client.example', 'https://hub.provider.example'] }

describe('address after a logout', () => {
  it('is the logout address of the identity provider only after a login through that provider [LOGOUT-07]', async () => {
    expect(await logoutOf(await someone({ logoutUrl: sso, switches: registered }))).toBe(sso)
    expect(await logoutOf(await someone({ logoutUrl: sso, switches: registered, cameBy: 'password' }))).toBeNull()
    expect(await logoutOf(await someone({ switches: registered }))).toBeNull()
  })

  it('is never outside the registered origins of the client', async () => {
    for (const settings of [
      { logoutUrl: sso },
      { logoutUrl: sso, switches: { redirectOrigins: ['https://client.example'] } },
      { logoutUrl: sso, switches: { redirectOrigins: ['http://login.client.example'] } },
      { logoutUrl: 'http://login.client.example/', switches: registered },
      { logoutUrl: 'javascript:alert(1)', switches: registered },
    ])
      expect(await logoutOf(await someone(settings))).toBeNull()
  })

  it('is audited only if it is not registered [S-63]', async () => {
    const endOf = async (settings: Settings) => {
      const { clientId, ...browser } = await someone(settings)
      await logoutOf({ clientId, ...browser })
      const events = await inClient(portal.database.db, clientId, (tx) => listAuditEvents(tx, clientId))
      const ended = events.filter(({ action }) => action === 'session.ended')
      return ended.map(({ entry }) => JSON.parse(entry).details.ssoLogoutRefused)
    }
    expect(await endOf({ logoutUrl: 'https://evil.test/logout', switches: registered })).toEqual([true])
    expect(await endOf({ logoutUrl: sso, switches: registered })).toEqual([undefined])
    expect(await endOf({ logoutUrl: 'https://evil.test/logout', cameBy: 'password' })).toEqual([undefined])
    expect(await endOf({ switches: registered })).toEqual([undefined])
  })

  it('is also known to a page that was reloaded, so that it is used when the portal logs the person out', async () => {
    const answer = await renew(await someone({ logoutUrl: sso, switches: registered }))
    expect(answer.json()).toMatchObject({ ssoLogoutUrl: sso, expires_in: 600 })
    expect((await renew(await someone({ logoutUrl: sso }))).json()).toMatchObject({ ssoLogoutUrl: null })
  })

  it("is returned with the user: the hub, if it is switched on, and the client's registered origins [LOGOUT-08]", async () => {
    const setup = async ({ site, token }: Someone) => {
      const { user, client } = (await portal.request({ url: '/api/login/setup', site, token })).json<{
        user: Record<string, unknown>
        client: { redirectOrigins: string[] }
      }>()
      return [user['isOneHubIntegrationActive'], user['oneHubLogoutUrl'], client.redirectOrigins]
    }
    const oneHub = { active: true, logoutUrl: hub }
    expect(await setup(await someone({ switches: { ...registered, oneHub } }))).toEqual([
      true,
      hub,
      registered.redirectOrigins,
    ])
    expect(await setup(await someone({ switches: { ...registered, oneHub: { ...oneHub, active: false } } }))).toEqual([
      false,
      hub,
      registered.redirectOrigins,
    ])
    expect(await setup(await someone({ switches: { oneHub } }))).toEqual([true, null, []])
    expect(await setup(await someone({}))).toEqual([false, null, []])
  })
})

it('a logout removes from the browser both parts of the refresh secret and all cached replies [S-36]', async () => {
  const { site, token, cookies } = await someone({})
  const answer = await portal.request({ url: '/api/logout', site, token, cookies })
  expect(cookiesOf(answer)).toEqual({ '__Host-rt': '', '__Host-rth': '' })
  expect(answer.headers['clear-site-data']).toBe('"cache"')
  expect(answer.headers['cache-control']).toBe('no-store')
})
