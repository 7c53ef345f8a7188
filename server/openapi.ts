import { z } from 'zod'
import { addressOf, type Endpoint } from '../contract/endpoint.ts'
import { pounds } from '../contract/money.ts'
import type { CallName } from './call-names.ts'
import { portalHeader } from '../services/session/session.contract.ts'
import { httpLimits } from './limits.ts'
import { refusalsOf, unexpected } from './shared-refusals.ts'

type Schema = {
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  propertyNames?: Schema
  additionalProperties?: boolean | Schema
  [more: string]: unknown
}
type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema } | { $ref: string }
type Answered = {
  description: string
  headers?: Record<string, { $ref: string }>
  content?: Record<string, { schema: Schema; examples?: Record<string, { summary?: string; value: unknown }> }>
}
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, Answered>
  'x-access': Endpoint['access']
  'x-audit'?: string
}
export type OpenApi = {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string }
  servers: { url: string; description: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: object
}

export function openApiDocument(endpoints: readonly Endpoint[], names: ReadonlyMap<unknown, CallName>): OpenApi {
  const named = endpoints
    .map((endpoint) => ({ endpoint, path: pathOf(endpoint), known: nameOf(endpoint, names) }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
  const paths: OpenApi['paths'] = {}
  for (const { endpoint, path, known } of named) {
    ;(paths[path] ??= {})[endpoint.method.toLowerCase()] = describeCall(endpoint, known)
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Employee benefits portal', version: '1', description: introduction.join('\n\n') },
    servers: [{ url: '/', description: 'The host of the client whose people call' }],
    tags: [...new Set(named.map(({ known }) => known.area))].toSorted().map((name) => ({ name })),
    paths,
    components,
  }
}

export const introduction: readonly string[] = [
  'All calls of the portal. There are two base paths: the newer /api and the older /api/v1. Each path works with and without a trailing slash.',
  'The host of a request determines the client. A session belongs to one client and is not valid on the hosts of others.',
  'Send the access token in the Authorization header. X-Bearer-Token is optional and must have the same token. A token is valid for ten minutes; the refresh call returns the next one.',
  'Bodies and replies are JSON. Dates are yyyy-mm-dd, times ISO 8601 in UTC, amounts pounds with at most two decimals. Fields that are not listed here are refused.',
  'A call with an Idempotency-Key can be repeated safely after a lost reply: with the same key and body it is done once, and returns the same reply.',
  'Decide by the code of a refusal; its message is for people. Status 401 means that there is no valid session, or that a login failed. Data of another client get the same reply as data that do not exist.',
]

function describeCall(endpoint: Endpoint, { name, area, about }: CallName): Operation {
  return {
    operationId: name,
    tags: [area],
    summary: inWords(name),
    description: [about, whoMayCall[endpoint.access], ...(endpoint.beforeTerms ? [beforeTerms] : [])]
      .filter((text) => text !== undefined)
      .join('\n\n'),
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint),
    ...(endpoint.body && { requestBody: { required: isNeeded(endpoint.body), content: asJson(taken(endpoint.body)) } }),
    ...(endpoint.takes === 'file' && { requestBody: { required: true, content: formWithFile } }),
    responses: { [String(endpoint.status ?? 200)]: success(endpoint), ...refusals(endpoint) },
    'x-access': endpoint.access,
    ...(endpoint.audit && { 'x-audit': endpoint.audit }),
  }
}

const formWithFile = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
      required: ['file'],
    },
  },
} satisfies Record<string, { schema: Schema }>

const whoMayCall: Readonly<Record<Endpoint['access'], string>> = {
  public: 'Anyone may call.',
  user: 'Any signed-in person may call, for their own data.',
  employer: 'Employer users may call, for their own client.',
}
const beforeTerms = 'Works before the latest site terms are accepted.'

function securityOf(endpoint: Endpoint): Operation['security'] {
  if (endpoint.byCookie) return [{ refreshCookie: [] }]
  const withToken = [{ accessToken: [] }, { accessToken: [], repeatedAccessToken: [] }]
  if (endpoint.orSignedIn) return [{}, ...withToken]
  return endpoint.access === 'public' ? [] : withToken
}

function parametersOf(endpoint: Endpoint): Parameter[] {
  const query = endpoint.query ? taken(endpoint.query) : {}
  const params = endpoint.params ? taken(endpoint.params) : {}
  return [
    ...[...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): Parameter => ({
      name,
      in: 'path',
      required: true,
      schema: params.properties?.[name] ?? { type: 'string' },
    })),
    ...Object.entries(query.properties ?? {}).map(([name, schema]): Parameter => ({
      name,
      in: 'query',
      required: query.required?.includes(name) ?? false,
      schema,
    })),
    ...(endpoint.byCookie ? [{ $ref: '#/components/parameters/PortalHeader' }] : []),
    ...(endpoint.method === 'GET' || endpoint.access === 'public'
      ? []
      : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
  ]
}

function success(endpoint: Endpoint): Answered {
  const headers = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }
  if (endpoint.reply === 'file') {
    return {
      description: 'The file, as an attachment.',
      headers: { ...headers, 'Content-Disposition': { $ref: '#/components/headers/ContentDisposition' } },
      content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
    }
  }
  return { description: 'Done.', headers, content: asJson(toSchema(endpoint.reply, 'output')) }
}

function refusals(endpoint: Endpoint): Record<string, Answered> {
  const byStatus = Map.groupBy([...refusalsOf(endpoint), unexpected], ({ status }) => status)
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([one], [other]) => one - other)
      .map(([status, all]) => {
        const each = [...new Map(all.map((one) => [one.code, one])).values()]
        const schema = {
          allOf: [{ $ref: '#/components/schemas/Refusal' }],
          properties: { code: { enum: each.map(({ code }) => code) } },
        }
        const examples = Object.fromEntries(
          each.map(({ code, message }) => [code, { value: { code, message, error: message, requestId: exampleId } }]),
        )
        const retryAfter = status === 429 || status === 503
        return [
          String(status),
          {
            description: each.map(({ code, message }) => `${code}: ${message}`).join('\n\n'),
            headers: {
              'X-Request-Id': { $ref: '#/components/headers/RequestId' },
              ...(retryAfter && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
            },
            content: { 'application/json': { schema, examples } },
          },
        ]
      }),
  )
}

const exampleId = '5f0d2b1c-8f5e-4d0a-9c1b-7f6a3e2d1c0b'

const components = {
  securitySchemes: {
    accessToken: { type: 'http', scheme: 'bearer', description: 'The access token of a login, valid for ten minutes.' },
    repeatedAccessToken: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Bearer-Token',
      description: 'Bearer and the same token again. A different token is refused, and so is this header alone.',
    },
    refreshCookie: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-rt',
      description: 'One half of the refresh secret, set by a login. The other half is refresh_token in the body.',
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: `Identifies this request for ${httpLimits.idempotencyKeyLifeMs / 3_600_000} hours, so that it can be repeated without being done twice.`,
      schema: { type: 'string', minLength: 8, maxLength: 200 },
    },
    PortalHeader: {
      name: portalHeader.name,
      in: 'header',
      required: true,
      description: 'Shows that the portal’s own page calls, because the cookie alone authorises the call.',
      schema: { const: portalHeader.value },
    },
  },
  headers: {
    RequestId: { description: 'Id of this request in the logs.', schema: { type: 'string', format: 'uuid' } },
    RetryAfter: { description: 'Number of seconds to wait before another attempt.', schema: { type: 'integer' } },
    ContentDisposition: { description: 'attachment, with the name of the file.', schema: { type: 'string' } },
  },
  schemas: {
    Refusal: {
      type: 'object',
      description: 'Any reply that is not a success.',
      required: ['code', 'message', 'error', 'requestId'],
      properties: {
        code: { type: 'string', description: 'Identifies the refusal; decide by it.' },
        message: { type: 'string', description: 'Sentence to show to the person.' },
        error: { type: 'string', description: 'The same sentence as message.' },
        errors: {
          type: 'object',
          description: 'Sentences by field.',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
        detail: { type: 'string', description: 'With status 401 only.' },
        requestId: { type: 'string' },
      },
    },
  },
}

function pathOf(endpoint: Endpoint): string {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([part, name = '']) => [name, part])
  return decodeURIComponent(addressOf(endpoint, Object.fromEntries(names)))
}

function nameOf(endpoint: Endpoint, names: ReadonlyMap<unknown, CallName>): CallName {
  const known = names.get(endpoint)
  if (!known) throw new Error(`${endpoint.method} ${endpoint.path} is served, and no contract exports it`)
  return known
}

function inWords(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const asJson = (schema: Schema) => ({ 'application/json': { schema } })
const taken = (schema: z.ZodType): Schema => toSchema(schema, 'input')
const isNeeded = (schema: z.ZodType): boolean => !schema.safeParse({}).success

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    override: ({ zodSchema, jsonSchema }) => {
      // Described in words, because `multipleOf` uses binary fractions, which cannot represent pence.
      if (zodSchema === pounds) jsonSchema.description = 'pounds, at most two decimals'
    },
  })
  // Zod's schemas of our contract have this type.
  return described as Schema
}
