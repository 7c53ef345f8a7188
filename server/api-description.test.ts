import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { identifiesCaller } from '../contract/endpoint.ts'
import { addressWith, endpoints, nameOf } from '../tests/battery/endpoints.ts'
import { startPortal } from '../tests/harness/portal.ts'
import { startWorld } from '../tests/harness/world.ts'
import type { OpenApi } from './openapi.ts'
import { readCallNames } from './call-names.ts'

const world = await startWorld()
const document: OpenApi = (await world.request({ url: '/api/openapi.json' })).json()

const operationOf = (method: string, path: string) => document.paths[path]?.[method.toLowerCase()]
const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods))

describe('API description', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const { valid, errors } = await new Validator().validate({ ...document })
    expect([valid, errors]).toEqual([true, undefined])
    expect(document.openapi).toMatch(/^3\.1\./)
  })

  it('contains exactly the calls that are served, each with a unique name', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.toSorted()).toEqual(endpoints.map(nameOf).toSorted())
    const names = operations().map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(endpoints.length)
  })

  it('says what each call does', async () => {
    const calls = [...(await readCallNames()).values()]
    expect(calls.filter(({ about }) => !about).map(({ name }) => name)).toEqual([])
  })

  it('contains input, reply and access of each call', () => {
    for (const endpoint of endpoints) {
      const [method = '', path = ''] = nameOf(endpoint).split(' ')
      const operation = operationOf(method, path)
      const named = operation?.parameters.flatMap((each) => ('name' in each ? [`${each.in} ${each.name}`] : []))
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path ${name}`)
      expect(named).toEqual(expect.arrayContaining(inPath))
      expect(operation?.requestBody !== undefined).toBe(endpoint.body !== undefined || endpoint.takes === 'file')
      expect(Object.keys(operation?.responses[String(endpoint.status ?? 200)]?.content ?? {})).toEqual([
        endpoint.reply === 'file' ? '*/*' : 'application/json',
      ])
      expect(operation?.['x-access']).toBe(endpoint.access)
      const schemes = operation?.security.flatMap((each) => Object.keys(each))
      expect(schemes?.includes('accessToken')).toBe(identifiesCaller(endpoint))
    }
  })

  it('describes forms that contain a file', () => {
    expect(operationOf('POST', '/api/client/{id}/data-loads')?.requestBody?.content).toEqual({
      'multipart/form-data': { schema: expect.objectContaining({ required: ['file'] }) },
    })
  })

  it('describes the fields of bodies, lists and queries', () => {
    const login = operationOf('POST', '/api/login')?.requestBody?.content['application/json']?.schema
    expect(login).toMatchObject({ required: ['email', 'password'], additionalProperties: false })
    expect(login?.properties?.['password']).toEqual({ type: 'string', maxLength: 256 })
    const reports = operationOf('GET', '/api/client/{id}/reports')
    expect(reports?.parameters).toContainEqual({
      name: 'month',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 12 },
    })
    expect(reports?.responses['200']?.content?.['application/json']?.schema).toMatchObject({
      type: 'array',
      items: { properties: { type: { enum: ['payroll', 'provider'] } } },
    })
  })

  it('names the header that calls authenticated by a cookie need [S-40]', () => {
    const header = { $ref: '#/components/parameters/PortalHeader' }
    for (const endpoint of endpoints) {
      const [method = '', path = ''] = nameOf(endpoint).split(' ')
      const { parameters = [] } = operationOf(method, path) ?? {}
      expect([path, parameters.some((one) => '$ref' in one && one.$ref === header.$ref)]).toEqual([
        path,
        endpoint.byCookie === true,
      ])
    }
  })

  it('lists each refusal that a call can return', async () => {
    const [amelia, grace] = [await world.signIn('amelia.hart'), await world.signIn('grace.lin')]
    const unlisted: string[] = []
    const seen = new Set<string>()
    // Logout comes last, because it ends the session that the other calls use.
    const leavingLast = endpoints.toSorted((one, other) => Number(!!one.afterExpiry) - Number(!!other.afterExpiry))
    for (const endpoint of leavingLast) {
      const [method = '', path = ''] = nameOf(endpoint).split(' ')
      const { responses = {} } = operationOf(method, path) ?? {}
      const url = addressWith(endpoint)
      const body = { nobodyKnows: 'this field' }
      for (const asked of [{}, { token: amelia }, { token: grace }, { body }, { token: grace, body }]) {
        const answer = await world.request({ method: endpoint.method, url, ...asked })
        if (answer.statusCode < 300) continue
        const { code } = answer.json()
        const examples = responses[String(answer.statusCode)]?.content?.['application/json']?.examples ?? {}
        if (!(code in examples)) unlisted.push(`${method} ${path}: ${answer.statusCode} ${code}`)
        seen.add(code)
      }
    }
    expect(unlisted).toEqual([])
    expect([...seen]).toEqual(expect.arrayContaining(['session-ended', 'denied', 'not-found', 'malformed']))
  })
})

describe('page of the API description', () => {
  it('lists every call with a link, its address and its refusals, and contains no script', async () => {
    const { statusCode, body } = await world.request({ url: '/api/docs' })
    expect(statusCode).toBe(200)
    for (const { operationId } of operations()) {
      expect(body).toContain(`<a href="#${operationId}">`)
      expect(body).toContain(`<article id="${operationId}">`)
    }
    for (const endpoint of endpoints) {
      expect(body).toContain(nameOf(endpoint).split(' ')[1]?.replaceAll('/', '/<wbr>'))
      for (const { code, message } of endpoint.refuses ?? []) {
        expect(body).toContain(`${code}</code>`)
        expect(body).toContain(message.replaceAll("'", '&#39;'))
      }
    }
    expect(body).not.toMatch(/<script|\son\w+=|style="|https?:\/\//)
  })

  it('does not exist if it is switched off, as it is in production', async () => {
    const portal = await startPortal({ showsManual: false })
    for (const url of ['/api/docs', '/api/openapi.json']) {
      expect((await portal.request({ url })).statusCode).toBe(404)
    }
  })
})
