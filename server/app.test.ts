import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { clientId } from '../contract/ids.ts'
import { refusal, refuse } from '../contract/refusals.ts'
import { tokenMismatch } from '../features/session/authenticate.server.ts'
import { handle, type Handler } from '../platform/handle.ts'
import { createTestDatabase } from '../tests/harness/databases.ts'
import { buildApp } from './app.ts'

const tooBlue = refusal('too-blue', 422, 'Please choose another colour')
const paint = endpoint('POST', 'paint/{room}/', {
  base: 'v1',
  access: 'public',
  params: z.object({ room: z.uuid() }),
  body: z.strictObject({ colour: z.string() }),
  reply: z.object({ colour: z.string() }),
  refuses: [tooBlue],
})
const broken = endpoint('GET', 'broken', { base: 'api', access: 'public', reply: z.object({ colour: z.string() }) })
const knock = endpoint('POST', 'knock', { base: 'api', access: 'public', reply: z.object({ heard: z.boolean() }) })
const locked = endpoint('GET', 'locked', { base: 'api', access: 'user', reply: z.object({}) })

async function startApp(more: Handler[] = [], options: Partial<Parameters<typeof buildApp>[0]> = {}) {
  const database = await createTestDatabase()
  const app = await buildApp({
    db: database.db,
    findClient: () => Promise.resolve(null),
    authenticate: () => null,
    recordMismatch: () => Promise.resolve(),
    fixedSite: 'demo',
    trustedHops: 0,
    https: false,
    logger: false,
    isReady: () => Promise.resolve(true),
    handlers: [
      handle(paint, ({ body }) => {
        if (body.colour === 'blue') throw refuse(tooBlue)
        return Promise.resolve({ colour: body.colour, secret: 'never declared' })
      }),
      handle(broken, () => Promise.resolve({ colour: 7 } as unknown as { colour: string })),
      handle(knock, () => Promise.resolve({ heard: true })),
      handle(locked, () => Promise.resolve({})),
      ...more,
    ],
    ...options,
  })
  onTestFinished(async () => {
    await app.close()
    await database.close()
  })
  return app
}

const room = '9d9d7a0e-6f5f-4f0e-8a4c-2b7f5a3f0c11'

describe('handling of every call', () => {
  it('refuses two different bearer headers with a separate code, even if the audit fails [S-32]', async () => {
    const lines: string[] = []
    const app = await startApp([], {
      findClient: () => Promise.resolve(clientId.parse(randomUUID())),
      authenticate: () => {
        throw refuse(tokenMismatch)
      },
      recordMismatch: () => Promise.reject(new Error('no connection came free')),
      logger: { level: 'warn', stream: { write: (line) => void lines.push(line) } },
    })
    const answer = await app.inject({ method: 'GET', url: '/api/locked' })
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'token_mismatch'])
    expect(lines.filter((line) => line.includes('no connection came free'))).toHaveLength(1)
  })

  it('returns only declared fields, and accepts addresses with and without a leading or trailing slash [API-22]', async () => {
    const app = await startApp()
    const path = `paint/${room}`
    for (const url of [path, `${path}/`, `/${path}`, `/${path}/`].map((each) => `/api/v1/${each}`)) {
      const answer = await app.inject({ method: 'POST', url, payload: { colour: 'green' } })
      expect([answer.statusCode, answer.json()]).toEqual([200, { colour: 'green' }])
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
    }
  })

  it.each([
    ['paint/{room}', 'paint/walls'],
    ['rooms/{room}', 'rooms/pending'],
    ['rooms/{room}/colours/{colour}', 'rooms/{room}/colours/new'],
  ])('prefers the fixed path if both %s and %s match, whichever is declared first [API-22]', async (any, fixed) => {
    const named = (path: string) =>
      handle(endpoint('GET', path, { base: 'v1', access: 'public', reply: z.object({ is: z.string() }) }), () =>
        Promise.resolve({ is: path }),
      )
    for (const order of [
      [any, fixed],
      [fixed, any],
    ]) {
      const app = await startApp(order.map(named))
      const ask = async (path: string) => (await app.inject({ url: `/api/v1/${path}` })).json<{ is: string }>().is
      const at = (path: string) => path.replaceAll(/\{\w+\}/g, 'any')
      expect([await ask(at(fixed)), await ask(`${at(fixed)}/`), await ask(at(any))]).toEqual([fixed, fixed, any])
    }
  })

  it('returns a refusal with its code, status and sentence [API-12]', async () => {
    const app = await startApp()
    const answer = await app.inject({ method: 'POST', url: `/api/v1/paint/${room}`, payload: { colour: 'blue' } })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toEqual({
      code: 'too-blue',
      message: 'Please choose another colour',
      error: 'Please choose another colour',
      requestId: answer.headers['x-request-id'],
    })
  })

  it('names the invalid fields of the input, including unknown fields', async () => {
    const app = await startApp()
    const answer = await app.inject({ method: 'POST', url: `/api/v1/paint/${room}`, payload: { color: 'green' } })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual(['colour', 'color'])
  })

  it.each(['constructor', 'toString', '__proto__'])('reports a field named %s like any other field', async (name) => {
    const app = await startApp()
    const answer = await app.inject({
      method: 'POST',
      url: `/api/v1/paint/${room}?${name}=1`,
      payload: { colour: 'green' },
    })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual([name])
  })

  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

  it.each([
    ['half a surrogate pair', String.raw`{"colour":"\ud83d"}`],
    ['the other half', String.raw`{"colour":"\udca9 blue"}`],
    ['halves in the wrong order', String.raw`{"colour":"\udca9\ud83d"}`],
    ['half a pair in a name', String.raw`{"colour":"red","\udead":1}`],
    ['a zero character', String.raw`{"colour":"a\u0000"}`],
    ['a zero character under an empty name', String.raw`{"":"\u0000","colour":"red"}`],
    ['an escape character', String.raw`{"colour":"\u001b[31m"}`],
    ['a control character of Latin-1', String.raw`{"colour":"a\u0085"}`],
    ['100,000 lists in each other', nested(100_000)],
    ['100,000 lists in each other in a field', `{"colour":${nested(100_000)}}`],
    ['20,000 objects in each other', `${'{"colour":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"green"'],
  ])('refuses a body with %s with status 422', async (_, payload) => {
    const app = await startApp()
    const headers = { 'content-type': 'application/json' }
    const send = (url: string, body: string) => app.inject({ method: 'POST', url, headers, payload: body })
    expect((await send(`/api/v1/paint/${room}`, payload)).json()).toMatchObject({ code: 'malformed' })
    expect((await send('/api/knock', payload)).statusCode).toBe(422)
    expect((await send(`/api/v1/paint/${room}`, String.raw`{"colour":"\ud83d\udca9\r\n\tü"}`)).statusCode).toBe(200)
  })

  it('treats an address that cannot be decoded, or an id with a control character, as unknown', async () => {
    const lines: string[] = []
    const app = await startApp([], { logger: { level: 'warn', stream: { write: (line) => void lines.push(line) } } })
    for (const id of ['%zz', '%', '%E0%A4', '%c0%af', '%00', 'a%00b', '%ED%A0%80']) {
      const answer = await app.inject({ method: 'POST', url: `/api/v1/paint/${id}`, payload: { colour: 'green' } })
      expect([id, answer.statusCode, answer.json().code]).toEqual([id, 404, 'not-found'])
      expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    }
    expect(lines).toEqual([])
  })

  it('describes invalid fields in sentences for people, whatever check fails [API-12]', async () => {
    const listed = z.enum(['red', 'blue'])
    const strict = endpoint('POST', 'strict', {
      base: 'api',
      access: 'public',
      body: z.strictObject({
        short: z.string().max(3),
        long: z.string().min(2),
        few: z.array(listed).max(1),
        small: z.number().min(1).max(1_000),
        whole: z.int().min(1),
        email: z.email(),
        id: z.uuid(),
        listed,
        step: z.number().multipleOf(5),
        refined: z.string().refine((text) => text === 'yes'),
      }),
      reply: z.object({}),
    })
    const app = await startApp([handle(strict, () => Promise.resolve({}))])
    const answer = await app.inject({
      method: 'POST',
      url: '/api/strict',
      payload: {
        short: 'four',
        long: 'a',
        few: ['red', 'blue'],
        small: 2_000,
        whole: 0,
        email: 'amelia',
        id: 'x',
        listed: 'green',
        step: 7,
        refined: 'no',
        more: 1,
      },
    })
    const { errors } = answer.json<{ errors: Record<string, string[]> }>()
    expect(errors).toEqual({
      short: ['Please give at most 3 characters'],
      long: ['Please give at least 2 characters'],
      few: ['Please give at most 1 item'],
      small: ['Please give at most 1,000'],
      whole: ['Please give at least 1'],
      email: ['Please enter a valid email address'],
      id: ['This field is not valid'],
      listed: ['This field is not valid'],
      step: ['This field is not valid'],
      refined: ['This field is not valid'],
      more: ['This field is not known here'],
    })
  })

  it('accepts a call without a body, with and without the JSON header [API-02]', async () => {
    const app = await startApp()
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const answer = await app.inject({ method: 'POST', url: '/api/knock', headers })
      expect([answer.statusCode, answer.json()]).toEqual([200, { heard: true }])
    }
  })

  it.each([
    ['broken JSON', 'application/json', '{"colour":', 400],
    ['another media type', 'text/plain', '{"colour":"green"}', 415],
    ['a poisoned object', 'application/json', '{"colour":"green","__proto__":{"admin":true}}', 400],
    ['more than a megabyte', 'application/json', JSON.stringify({ colour: 'x'.repeat(1_100_000) }), 413],
  ])('refuses %s with a code', async (_, type, payload, status) => {
    const app = await startApp()
    const answer = await app.inject({
      method: 'POST',
      url: `/api/v1/paint/${room}`,
      headers: { 'content-type': type },
      payload,
    })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  })

  it('treats an id of any length as unknown', async () => {
    const app = await startApp()
    const long = await app.inject({ method: 'POST', url: `/api/v1/paint/${'x'.repeat(2000)}`, payload: {} })
    const short = await app.inject({ method: 'POST', url: '/api/v1/paint/x', payload: {} })
    expect([long.statusCode, long.body]).toEqual([404, short.body])
  })

  it('refuses an id of the wrong form, an unknown path and a wrong method, each with a code', async () => {
    const app = await startApp()
    const wrongId = await app.inject({ method: 'POST', url: '/api/v1/paint/7', payload: { colour: 'green' } })
    const unknown = await app.inject({ url: '/api/v1/nothing' })
    const method = await app.inject({ method: 'DELETE', url: `/api/v1/paint/${room}` })
    expect([wrongId.statusCode, unknown.statusCode, method.statusCode]).toEqual([404, 404, 405])
    expect(wrongId.body).toBe(unknown.body)
    expect(method.headers['allow']).toBe('POST')
  })

  it('sends no reply that breaks the contract, and does not say why', async () => {
    const app = await startApp()
    const answer = await app.inject({ url: '/api/broken' })
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toMatch(/zod|colour|invalid|\.ts/i)
  })

  it('requires every endpoint to declare its access [S-47]', async () => {
    const { access: _, ...forgotten } = locked
    const starting = startApp([handle(forgotten as typeof locked, () => Promise.resolve({}))])
    await expect(starting).rejects.toThrow('GET locked declares no access')
  })
})
