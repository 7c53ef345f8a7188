import { describe, expect, it } from 'vitest'
import { startWorld, worldPassword } from '../harness/world.ts'
import { addressWith, endpoints, nameOf } from './endpoints.ts'
import { faultsOf } from './contract-faults.ts'

// Sends everything that a page of another site can make a browser send: cookies, a form or plain text, its own Origin.
const world = await startWorld({ allowedOrigins: ['https://demo.partner.example'] })
const body = { email: 'amelia.hart@demo.example', password: worldPassword }
const login = await world.request({ method: 'POST', url: '/api/login', body })
const cookies: Record<string, string> = Object.fromEntries(login.cookies.map(({ name, value }) => [name, value]))

const changing = endpoints
  .filter(({ method }) => method !== 'GET')
  .map((endpoint) => [nameOf(endpoint), endpoint] as const)
const byCookie = changing.filter(([, endpoint]) => endpoint.byCookie)
const forms = [
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/plain;application/json',
]

describe('page of another site', () => {
  it.each(changing)(
    'gets no response from %s by any request that browsers allow it to send [S-40]',
    async (_, endpoint) => {
      for (const origin of ['https://evil.test', 'null', 'http://plain.localhost', 'http://demo.localhost.evil.test']) {
        for (const type of ['application/json', ...forms]) {
          const headers = { origin, 'content-type': type, 'x-requested-with': 'portal' }
          const asked = { method: endpoint.method, url: addressWith(endpoint), headers, cookies, body: '{}' }
          const answer = await world.request(asked)
          expect([answer.statusCode, answer.json().code, answer.cookies]).toEqual([403, 'not-from-portal', []])
          expect(faultsOf(endpoint, answer)).toEqual([])
        }
      }
    },
  )

  it('is tested with at least one call that accepts a cookie', () => {
    expect(byCookie.map(([name]) => name)).toContain('POST /api/login/refresh')
  })

  it.each(byCookie)('cannot call %s by sending a form, even without an Origin header [S-40]', async (_, endpoint) => {
    const body = JSON.stringify({ refresh_token: cookies['__Host-rth'] })
    const ask = (headers: Record<string, string>) =>
      world.request({ method: endpoint.method, url: addressWith(endpoint), headers, cookies, body })
    for (const type of forms) {
      const answer = await ask({ 'content-type': type, 'x-requested-with': 'portal' })
      expect([type, answer.statusCode, answer.cookies]).toEqual([type, 403, []])
    }
    const unmarked = await ask({ 'content-type': 'application/json' })
    expect([unmarked.statusCode, unmarked.cookies]).toEqual([403, []])
  })

  it("can renew a session like the portal's own pages, if the operator allows its origin", async () => {
    const body = { refresh_token: cookies['__Host-rth'] }
    for (const origin of ['https://demo.partner.example', 'http://demo.localhost']) {
      const headers = { origin, 'x-requested-with': 'portal' }
      const answer = await world.request({ method: 'POST', url: '/api/login/refresh', headers, cookies, body })
      expect([origin, answer.statusCode]).toEqual([origin, 200])
    }
  })
})
