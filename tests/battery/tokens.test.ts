import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { ClientId } from '../../contract/ids.ts'
import { tokensOf } from '../../services/session/tokens.server.ts'
import { worldPassword } from '../harness/world.ts'
import { startBatteryWorld } from './battery-world.ts'
import { addressWith, endpoints, nameOf } from './endpoints.ts'
import { bytesOf, faultsOf } from './contract-faults.ts'

const world = await startBatteryWorld()
const ended: { revoked: string; half: string; expired: string } = await tokensThatEnded()

const guarded = endpoints
  .filter(({ access }) => access !== 'public')
  .map((endpoint) => [nameOf(endpoint), endpoint] as const)
const garbage = 'x'.repeat(43)

/** No call accepts this query, so nothing is done even with access. */
const harmless = (endpoint: Endpoint) => `${addressWith(endpoint)}?of_no_call=1`

describe('bearer tokens at every endpoint', () => {
  it('the list contains every endpoint once', () => {
    const names = endpoints.map(nameOf)
    expect(names.length).toBeGreaterThan(35)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it.each(guarded)(
    '%s uses Authorization, and X-Bearer-Token only if it contains the same token: all 16 combinations [S-32]',
    async (_, endpoint) => {
      const [a, b] = [world.role('employer').token, world.role('employee').token]
      for (const main of [null, a, b, garbage]) {
        for (const repeated of [null, a, b, garbage]) {
          const answer = await ask(endpoint, {
            ...(main && { authorization: `Bearer ${main}` }),
            ...(repeated && { 'x-bearer-token': `Bearer ${repeated}` }),
          })
          const { code } = answer.json<{ code: string }>()
          expect([main, repeated, code]).toEqual([main, repeated, expected(endpoint, { main, repeated })])
          expect(faultsOf(endpoint, answer)).toEqual([])
        }
      }
      // Only conflicting headers are recorded, at most once a minute for all calls together.
      expect(['audit_event', 'audit_head']).toEqual(expect.arrayContaining(await world.writes.since()))
    },
  )

  function expected(endpoint: Endpoint, { main, repeated }: { main: string | null; repeated: string | null }): string {
    if (main !== null && repeated !== null && main !== repeated) return 'token_mismatch'
    if (main === null || main === garbage) return 'session-ended'
    return endpoint.access === 'employer' && main === world.role('employee').token ? 'denied' : 'malformed'
  }

  it.each(guarded)('%s refuses a repeated bearer header [S-32]', async (_, endpoint) => {
    const bearer = `Bearer ${world.role('employer').token}`
    for (const headers of [
      { authorization: [bearer, bearer] },
      { authorization: bearer, 'x-bearer-token': [bearer, bearer] },
    ]) {
      const answer = await ask(endpoint, headers)
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'doubled-bearer'])
    }
  })

  it.each(guarded)('%s takes a token only from the headers [S-32]', async (_, endpoint) => {
    const { token } = world.role('employer')
    const places = [
      { url: `${addressWith(endpoint)}?access_token=${token}&token=${token}` },
      { url: addressWith(endpoint), text: JSON.stringify({ access_token: token, token }) },
      { url: addressWith(endpoint), headers: { cookie: `access_token=${token}; token=${token}` } },
    ]
    for (const place of places) {
      // Proxies reject a GET with a body anyway.
      if (endpoint.method === 'GET' && place.text) continue
      const answer = await world.as(world.role('nobody'), { method: endpoint.method, ...place })
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'session-ended'])
    }
  })

  it.each(guarded)(
    '%s sends the same reply without a token as with an invalid token, except for the text of `detail` [API-12] [S-33] [S-36] [S-52]',
    async (_, endpoint) => {
      const never = await ask(endpoint, {})
      expect([never.statusCode, faultsOf(endpoint, never)]).toEqual([401, []])
      expect(never.json()).toMatchObject({ detail: 'Your session has ended. Please log in again' })
      const bad: Record<string, Record<string, string>> = {
        forged: bearer(garbage),
        'of another client': bearer(world.role('employer of another client').token),
        'of another host': { ...bearer(world.role('employer').token), host: 'plain.localhost' },
        'of a host that nobody has': { ...bearer(world.role('employer').token), host: 'nobody.localhost' },
        revoked: bearer(ended.revoked),
        'the half of a renewal': bearer(ended.half),
        ...(endpoint.afterExpiry ? {} : { expired: bearer(ended.expired) }),
      }
      for (const [why, headers] of Object.entries(bad)) {
        expect([why, bytesOf(await ask(endpoint, headers))]).toEqual([why, bytesOf(never)])
      }
      expect(await world.writes.since()).toEqual([])
    },
  )
})

function ask(endpoint: Endpoint, headers: Record<string, string | string[]>) {
  return world.as(world.role('nobody'), { method: endpoint.method, url: harmless(endpoint), headers })
}

function bearer(token: string | null): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'x-bearer-token': `Bearer ${token}` }
}

/** Returns tokens that must be refused: after a logout, from a refresh cookie, and after expiry. */
async function tokensThatEnded(): Promise<typeof ended> {
  const body = { email: 'grace.lin@demo.example', password: worldPassword }
  const login = async () => {
    const answer = await world.request({ method: 'POST', url: '/api/login', body })
    const half = answer.cookies.find(({ name }) => name === '__Host-rt')?.value
    if (half?.length !== 43) throw new Error('Signing in gives no half of a renewal any more')
    return { token: answer.json<{ access_token: string }>().access_token, half }
  }
  const status = async (token: string, url = '/api/v1/ping') => (await world.request({ url, token })).statusCode

  const { token: revoked } = await login()
  const { token: expired, half } = await login()
  const hash = tokensOf(world.serverSecret).accessHash(demoClient(), expired)
  const past = `update access_token set expires_at = app.now() - interval '1 second' where hash = $1`
  const before = [await status(revoked, '/api/logout'), await status(expired)]
  await world.database.rows(past, [hash])
  const after = [await status(revoked), await status(expired)]
  if (String([...before, ...after]) !== '200,200,401,401')
    throw new Error(`They are not what they should be: ${after.join()}`)
  await world.writes.since()
  return { revoked, half, expired }
}

function demoClient(): ClientId {
  const known = world.ids.own.find(({ kind }) => kind === 'client')
  return (known?.id ?? '') as ClientId
}
