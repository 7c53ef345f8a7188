import { DatabaseError } from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { withConnection } from '../database/bootstrap.ts'
import { endpoints, idNames, nameOf } from '../tests/battery/endpoints.ts'
import { whileDatabaseIsDown } from '../tests/harness/database-outage.ts'
import { startWorld } from '../tests/harness/world.ts'
import { describeError, loggerOptions } from './log.ts'
import { httpLimits } from './limits.ts'

let lines: string[] = []
const stream = { write: (line: string) => void lines.push(line) }
const world = await startWorld({ logger: { level: 'debug', stream } })
beforeEach(() => void (lines = []))

const logged = () => lines.map((line): Record<string, unknown> => JSON.parse(line))
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const uuid = /^[0-9a-f-]{36}$/

describe('log line of a request [S-82]', () => {
  it('contains person, action, time, address and result', async () => {
    const token = await world.signIn('amelia.hart')
    await world.request({ url: '/api/v1/ping', token })
    await world.request({ url: '/api/v2/scheme/selections/pending/', token })
    await world.request({ url: '/api/v1/ping', token: 'forged' })
    await world.request({ url: '/nothing.js' })
    const [login, ping, denied, forged, missing] = logged()
    const client = expect.stringMatching(uuid)
    const line = {
      level: 'info',
      time: expect.stringMatching(iso),
      reqId: expect.stringMatching(uuid),
      where: { client, from: '127.0.0.1' },
      ms: expect.any(Number),
      msg: 'answered',
    }
    const nobody = { who: null, session: null }
    const amelia = { who: expect.stringMatching(uuid), session: expect.stringMatching(uuid) }
    expect(login).toEqual({ ...line, ...nobody, what: 'POST /api/login', result: { status: 200 } })
    expect(ping).toEqual({ ...line, ...amelia, what: 'GET /api/v1/ping', result: { status: 200 } })
    const pending = 'GET /api/v2/scheme/selections/pending'
    expect(denied).toEqual({ ...line, ...amelia, what: pending, result: { status: 403, refusal: 'denied' } })
    expect(denied?.['who']).toBe(ping?.['who'])
    const ended = { status: 401, refusal: 'session-ended' }
    expect(forged).toEqual({ ...line, ...nobody, what: 'GET /api/v1/ping', result: ended })
    expect(missing).toMatchObject({ what: 'GET unknown', where: { client: null }, result: { status: 404 } })
  })

  it('names where an internal error happened, but contains no input', async () => {
    const asOwner = (statement: string) => withConnection(world.database.owner, (client) => client.query(statement))
    await asOwner('revoke insert on session from portal_app')
    try {
      await world.signIn('amelia.hart').catch(() => undefined)
    } finally {
      await asOwner('grant insert on session to portal_app')
    }
    const [fault, line] = logged()
    expect(fault).toMatchObject({ level: 'error', msg: 'unexpected error', reqId: line?.['reqId'] })
    expect(fault?.['err']).toMatchObject({ message: 'the database refused', code: '42501' })
    expect(line).toMatchObject({ result: { status: 500 } })
  })

  it('reports an unreachable database and says where to look; callers are asked to retry', async () => {
    const body = { email: 'amelia.hart@demo.example' }
    const ask = () => world.request({ method: 'POST', url: '/api/login/url', body })
    const refused = await whileDatabaseIsDown(world, ask)
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'busy'])
    const [fault, line] = logged()
    expect(fault).toMatchObject({ level: 'error', reqId: line?.['reqId'], err: { code: expect.any(String) } })
    expect(fault?.['msg']).toBe(
      'the database cannot be used: check that PostgreSQL runs and accepts the logins of the settings',
    )
    expect(line).toMatchObject({ result: { status: 503, refusal: 'busy' } })
  })

  it('leaves out values that a database error quotes', () => {
    const error = new DatabaseError('invalid input syntax for type date: "1990-05-17"', 0, 'error')
    Object.assign(error, {
      severity: 'ERROR',
      code: '22007',
      detail: 'Key (email)=(a@b.example)',
      where: 'parameter $1',
    })
    const described = JSON.stringify(describeError(new Error('outside', { cause: error })))
    expect(described).toContain('22007')
    expect(described).not.toMatch(/1990|a@b|parameter/)
  })
})

describe('input that a caller sends [S-83] [S-12]', () => {
  it('cannot end a line of the log or control a terminal', async () => {
    const control = '\u009b31m\u2028\u202eesrever\u007f'
    const report = JSON.stringify({
      'csp-report': {
        'effective-directive': `script-src\r\n{"level":"info"}\u001b[2J${control}`,
        'blocked-uri': 'inline',
      },
    })
    const headers = { 'content-type': 'application/csp-report', 'user-agent': 'x' }
    const answer = await world.app.inject({ method: 'POST', url: '/reports/policy', headers, payload: report })
    expect(answer.statusCode).toBe(204)
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^[ -~…]+\n$/)
    expect(logged()[0]).toMatchObject({
      level: 'warn',
      msg: 'page policy violated',
      report: { directive: 'unknown', blocked: 'inline' },
    })
    const target = loggerOptions({ level: 'info' })
    expect(target && target.hooks.streamWrite(control)).toMatch(/^[ -~]+$/)
  })

  it('is shortened in a violation report, without query and tokens [S-61]', async () => {
    const token = 'q7Xw2mPz9LkT4vRb8NcY3hJd6FsG1aEu'
    const report = {
      type: 'csp-violation',
      url: `https://demo.example/activation/${token}?dob=1990-05-17#${token}`,
      body: { effectiveDirective: 'x'.repeat(4_000), blockedURL: `https://evil.test/${token}`, lineNumber: 3 },
    }
    const payload = JSON.stringify([report])
    for (let each = 0; each < httpLimits.policyReportsPerMinute + 5; each += 1) {
      const headers = { 'content-type': 'application/reports+json' }
      await world.app.inject({ method: 'POST', url: '/reports/policy', headers, payload })
    }
    const written = logged().filter(({ msg }) => msg === 'page policy violated')
    expect(written.length).toBeLessThanOrEqual(httpLimits.policyReportsPerMinute)
    expect(written.length).toBeGreaterThan(httpLimits.policyReportsPerMinute - 5)
    expect(written[0]).toMatchObject({
      report: {
        page: 'https://demo.example/activation/…',
        blocked: 'https://evil.test/…',
        directive: 'unknown',
        line: 3,
      },
    })
    expect(lines.join('')).not.toMatch(new RegExp(`${token}|1990-05-17`))
  })

  it('is in no log line, and secret input is nowhere in the database, for every field of every call', async () => {
    const canaries = {
      text: 'canary-1f0e9d8c',
      secret: 'Canary&Pass-7b6a5948',
      token: 'canaryTOKEN'.repeat(4).slice(0, 43),
      dob: '1961-02-28',
    }
    const grace = await world.signIn('grace.lin')
    lines = []
    for (const endpoint of endpoints.toSorted(
      (one, other) => Number(!!one.afterExpiry) - Number(!!other.afterExpiry),
    )) {
      const [method = '', template = ''] = nameOf(endpoint).split(' ')
      const withCanary = idNames(endpoint).reduce((url, name) => url.replace(`{${name}}`, canaries.text), template)
      const body = endpoint.body && filled(z.toJSONSchema(endpoint.body, { io: 'input' }), canaries)
      for (const [url, headers] of [
        [
          `${withCanary}?dob=${canaries.dob}&token=${canaries.token}&q=${canaries.text}`,
          { authorization: `Bearer ${grace}` },
        ],
        [template.replaceAll(/\{\w+\}/g, '9d9d7a0e-6f5f-4f0e-8a4c-2b7f5a3f0c11'), { authorization: `Bearer ${grace}` }],
        [template, { authorization: `Bearer ${canaries.token}` }],
      ] as const) {
        await world.app.inject({
          method: method as 'GET',
          url,
          headers: {
            host: 'demo.localhost',
            cookie: `__Host-rt=${canaries.token}; __Host-dev=${canaries.token}`,
            'user-agent': canaries.text,
            'x-requested-with': 'portal',
            'x-masquerade': canaries.text,
            ...headers,
          },
          ...(body !== undefined && { payload: body as object }),
        })
      }
      await world.app.inject({
        method: 'POST',
        url: template,
        headers: { 'content-type': 'application/json', host: `${canaries.text}.localhost` },
        payload: `{"password":"${canaries.secret}" broken ${canaries.dob}`,
      })
    }
    expect(lines.length).toBeGreaterThanOrEqual(endpoints.length * 4)
    for (const line of logged()) expect(line['time']).toMatch(iso)
    const sent = new RegExp(Object.values(canaries).join('|'))
    expect(lines.filter((line) => sent.test(line))).toEqual([])
    expect(await dump()).not.toMatch(new RegExp(`${canaries.secret}|${canaries.token}`))
  })

  /** Secret fields get a canary, a text that must not appear in any log. */
  function filled(
    schema: z.core.JSONSchema.BaseSchema,
    canaries: Record<'text' | 'secret' | 'token' | 'dob', string>,
    name = '',
  ): unknown {
    if (schema.anyOf) return filled(schema.anyOf[0] ?? {}, canaries, name)
    if (schema.enum) return schema.enum[0]
    if ('const' in schema) return schema.const
    if (schema.type === 'object') {
      const fields = Object.entries(schema.properties ?? {})
      // JSON Schema also allows booleans here, but Zod does not write them.
      return Object.fromEntries(
        fields.map(([field, of]) => [field, filled(of as z.core.JSONSchema.BaseSchema, canaries, field)]),
      )
    }
    if (schema.type === 'array') return []
    if (schema.type === 'boolean') return true
    if (schema.type === 'integer' || schema.type === 'number') return 1
    if (/password/i.test(name)) return canaries.secret
    if (/token|code|secret|ticket/i.test(name)) return canaries.token
    if (/dob|birth/i.test(name)) return canaries.dob
    return name === 'email' ? `${canaries.text}@demo.example` : canaries.text
  }

  function dump(): Promise<string> {
    return withConnection(world.database.superuser, async (client) => {
      const { rows: tables } = await client.query<{ name: string }>(
        "select table_schema || '.' || quote_ident(table_name) as name from information_schema.tables where table_schema in ('public', 'app')",
      )
      const texts: string[] = []
      for (const { name } of tables) {
        const { rows } = await client.query<{ text: string }>(`select t::text as text from ${name} t`)
        texts.push(...rows.map(({ text }) => text))
      }
      return texts.join('\n')
    })
  }
})
