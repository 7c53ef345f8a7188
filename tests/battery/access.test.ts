import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connected } from '../../database/bootstrap.ts'
import { startWorld, type World } from '../harness/world.ts'
import { addressWith, endpoints, idNames, nameOf } from './endpoints.ts'

// What every endpoint must refuse, whoever wrote it: generated from the list that is served, so none can be forgotten.
let world: World
let amelia: string
let grace: string
let nora: string
beforeAll(async () => {
  world = await startWorld({ keep: true })
  amelia = await world.signIn('amelia.hart')
  grace = await world.signIn('grace.lin')
  nora = await world.signIn('nora.plain', 'plain')
})
afterAll(() => world.close())

const guarded = endpoints
  .filter(({ access }) => access !== 'public')
  .map((endpoint) => [nameOf(endpoint), endpoint] as const)
const employers = guarded.filter(([, { access }]) => access === 'employer')
const reading = guarded.filter(([, endpoint]) => endpoint.method === 'GET' && idNames(endpoint).length > 0)

describe('every endpoint', () => {
  it('stands once', () => {
    const names = endpoints.map(nameOf)
    expect(names.length).toBeGreaterThan(35)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it.each(guarded)('%s refuses no session, a forged one and one of another client [S-52]', async (_, endpoint) => {
    const { method } = endpoint
    const url = addressWith(endpoint)
    const answers = [
      await world.request({ method, url }),
      await world.request({ method, url, token: 'forged' }),
      await world.request({ method, url, token: nora }),
      await world.request({ method, url, token: amelia, site: 'nobody' }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(Object.keys(answers[0]?.json() ?? {})).toEqual(['code', 'message', 'error', 'detail', 'requestId'])
  })

  it.each(guarded)('%s refuses tokens that disagree, and the second one alone [S-32]', async (_, endpoint) => {
    const { method } = endpoint
    const url = addressWith(endpoint)
    const disagreeing = { authorization: `Bearer ${amelia}`, 'x-bearer-token': `Bearer ${grace}` }
    const alone = { 'x-bearer-token': `Bearer ${amelia}` }
    for (const headers of [disagreeing, alone]) {
      expect((await world.request({ method, url, headers })).statusCode).toBe(401)
    }
  })

  it.each(employers)('%s refuses employees [S-47] [GUARD-09]', async (_, endpoint) => {
    const answer = await world.request({ method: endpoint.method, url: addressWith(endpoint), token: amelia })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'denied'])
  })
})

describe('every id in a path', () => {
  it.each(reading)(
    'of %s answers alike for a foreign thing and for none at all [S-46] [EMP-05]',
    async (_, endpoint) => {
      const token = endpoint.access === 'employer' ? grace : amelia
      const missing = await world.request({ url: addressWith(endpoint), token })
      expect(missing.statusCode).toBe(404)
      for (const id of [...(await idsOfAnotherClient()), 'not-an-id']) {
        const answer = await world.request({ url: addressWith(endpoint, () => id), token })
        expect([answer.statusCode, answer.body]).toEqual([404, missing.body])
      }
    },
  )

  /** One id of every kind of thing that the plain client has. */
  function idsOfAnotherClient(): Promise<string[]> {
    return connected(world.database.superuser, async (client) => {
      const { rows } = await client.query<{ id: string }>(`
        with plain as (select client_id from client where code = 'plain')
        select client_id as id from plain
        union all (select id from benefit where client_id = (table plain) limit 1)
        union all (select id from selection where client_id = (table plain) limit 1)
        union all (select id from scheme_year where client_id = (table plain) limit 1)
        union all (select id from payroll_period where client_id = (table plain) limit 1)
        union all (select person_id from account where client_id = (table plain) limit 1)`)
      return [...rows.map(({ id }) => id), randomUUID()]
    })
  }
})

it('amelia signs in and reads at least 14 benefits; her token opens nothing elsewhere [LOGIN-22] [BENEFIT-02]', async () => {
  const body = { email: 'amelia.hart@demo.example', password: 'Quartz&94Wren-Loft' }
  const login = await world.request({ method: 'POST', url: '/api/login', body })
  expect(login.statusCode).toBe(200)
  const { access_token: token, ...rest } = login.json()
  expect(rest).toMatchObject({ refresh_token: expect.any(String), expires_in: 600, userAccountLocked: false })

  const benefits = await world.request({ url: '/api/v1/benefits/user/eligible', token })
  expect(benefits.statusCode).toBe(200)
  expect(benefits.json().length).toBeGreaterThanOrEqual(14)
  const elsewhere = await world.request({ url: '/api/v1/benefits/user/eligible', token, site: 'plain' })
  expect(elsewhere.statusCode).toBe(401)
})
