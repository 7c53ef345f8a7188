import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import { startWorld } from '../tests/harness/world.ts'
import { mayCompress } from './compress.ts'
import { readCallNames } from './call-names.ts'

const world = await startWorld()
const amelia = await world.signIn('amelia.hart')

const read = (url: string, headers: Record<string, string>) => world.request({ url, token: amelia, headers })
const benefits = '/api/v1/benefits/user/eligible'

it.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip, deflate', gunzipSync],
])(
  'replies in a text format are sent as %s to browsers that support it, and contain the same bytes',
  async (encoding, accepted, unpack) => {
    const plain = await read(benefits, {})
    const answer = await read(benefits, { 'accept-encoding': accepted })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Origin, Accept-Encoding' })
    expect(unpack(answer.rawPayload).toString()).toBe(plain.body)
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  },
)

it('replies with tokens, short replies and refusals are not compressed', async () => {
  const accepted = { 'accept-encoding': 'gzip, br' }
  const body = { email: 'amelia.hart@demo.example', password: 'Quartz&94Wren-Loft' }
  const login = await world.request({ method: 'POST', url: '/api/login', body, headers: accepted })
  expect(login.json()).toHaveProperty('access_token')
  const answers = [
    login,
    await read('/api/v1/ping', accepted),
    await world.request({ url: benefits, headers: accepted }),
  ]
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['content-encoding']])).toEqual([
    [200, undefined],
    [200, undefined],
    [401, undefined],
  ])
})

it('replies are not compressed if the call changes data or uses only a cookie, or if the reply has a token, secret or file', async () => {
  const reply = z.object({ list: z.array(z.object({ name: z.string() })) })
  expect(mayCompress({ method: 'GET', reply })).toBe(true)
  expect(mayCompress({ method: 'POST', reply })).toBe(false)
  expect(mayCompress({ method: 'GET', reply, byCookie: true })).toBe(false)
  expect(mayCompress({ method: 'GET', reply: 'file' })).toBe(false)
  for (const name of ['access_token', 'refreshToken', 'secret', 'qrCode', 'otpauthUrl'])
    expect(mayCompress({ method: 'GET', reply: z.object({ deep: z.array(z.object({ [name]: z.string() })) }) })).toBe(
      false,
    )
  // Only calls that read are compressed. The lists that people see are among them.
  const named = [...(await readCallNames())]
    .filter(([call]) => mayCompress(call as Endpoint))
    .map(([, { name }]) => name)
  expect(named).toEqual(expect.arrayContaining(['listBenefits', 'listEmployees', 'readTerms']))
  expect(named).not.toContain('refreshToken')
})
