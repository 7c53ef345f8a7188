import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startWorld } from '../harness/world.ts'
import { cases, seed } from './random-seed.ts'

// Two clients share two connections, so any state that a transaction leaves behind would reach the other client.
const world = await startWorld({ poolSize: 2 })
const person = async (site: 'demo' | 'plain', name: string) => {
  const token = await world.signIn(name, site)
  const benefits = await world.request({ url: '/api/v1/benefits/user/eligible', token, site })
  return { site, token, ids: benefits.json<{ benefitId: string }[]>().map(({ benefitId }) => benefitId) }
}
const clients: { site: 'demo' | 'plain'; token: string; ids: string[] }[] = [
  await person('demo', 'amelia.hart'),
  await person('plain', 'max.plain'),
]

// Each request ends its transaction differently: committed, refused, aborted by the database, never opened.
const requests = [
  { method: 'GET', url: '/api/v1/user' },
  { method: 'GET', url: '/api/login/setup' },
  { method: 'GET', url: '/api/v1/cms-content/faqs' },
  { method: 'GET', url: '/api/v1/policies/privacy-policy' },
  { method: 'GET', url: '/api/v1/benefit/{own}/terms' },
  { method: 'GET', url: '/api/v1/benefit/{other}/terms' },
  { method: 'PATCH', url: '/api/v1/benefit/{own}/terms', body: { termId: 'none', version: 1, accepted: true } },
  { method: 'PATCH', url: '/api/v1/benefit/{own}/terms', body: { termId: 7 } },
  { method: 'POST', url: '/api/v1/benefit/{own}/selection', body: { values: { nothing: 1 }, draft: true } },
  { method: 'PATCH', url: '/api/v1/user/activate', body: { sso: false } },
  // PostgreSQL cannot store a zero character, so it aborts the transaction.
  { method: 'GET', url: '/api/v1/schemes/a%00b' },
  { method: 'GET', url: '/api/v2/scheme/selections/status' },
  { method: 'GET', url: '/api/v1/nothing' },
] as const

it(
  "clients that share a connection never get each other's data, however the previous transaction ended [S-49]",
  { timeout: 3_600_000 },
  async () => {
    const ask = async (who: number, which: number) => {
      const [me, them] = [clients[who], clients[1 - who]]
      const { url, ...request } = requests[which] ?? requests[0]
      const address = url.replace('{own}', me?.ids[0] ?? '').replace('{other}', them?.ids[0] ?? '')
      const { statusCode, body } = await world.request({ ...request, ...me, url: address })
      return `${statusCode} ${body.replace(/"requestId":"[^"]*"/, '')}`
    }
    const alone: string[][] = [[], []]
    for (const who of [0, 1]) for (const which of requests.keys()) alone[who]?.push(await ask(who, which))
    const statuses = alone.flat().map((answer) => answer.slice(0, 3))
    expect(new Set(statuses)).toEqual(new Set(['200', '403', '404', '409', '422']))

    const both = fc.record({ who: fc.constantFrom(0, 1), which: fc.nat(requests.length - 1) })
    const order = fc.sample(both, { seed, numRuns: cases({ gate: 150, long: 10_000 }) })
    const lane = async (nth: number) => {
      for (const [place, { who, which }] of order.entries()) {
        if (place % lanes !== nth) continue
        const { site } = clients[who] ?? {}
        expect([place, site, which, await ask(who, which)]).toEqual([place, site, which, alone[who]?.[which]])
      }
    }
    await Promise.all(Array.from({ length: lanes }, (_, nth) => lane(nth)))
  },
)

const lanes = 8
