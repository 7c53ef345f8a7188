import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { addressOf, type Access, type Endpoint } from '../../contract/endpoint.ts'
import { annexA, bases, callers, listedCalls, requirements, type AnnexCall } from './annex-a.ts'
import { addressWith, endpoints, nameOf } from './endpoints.ts'
import { jsonSchemaOf, type JsonSchema } from './valid-inputs.ts'

const listed = annexA.map((call) => ({ ...call, name: `${call.method} ${addressWithNames(call)}` }))
const servedAs = new Map(endpoints.map((endpoint) => [nameOf(endpoint), endpoint]))

describe('Annex A', () => {
  it('has a list of fields for each of its calls', () => {
    expect(new Set(annexA.map(({ no }) => no)).size).toBe(82)
    expect(annexA.map(({ no, method }) => `${no} ${method}`).toSorted()).toEqual(listedCalls.toSorted())
  })

  it.each(listed.map((call) => [`${call.no} ${call.name}`, call] as const))(
    '%s is served with the method (GET unless stated), base, caller and fields of the specification [API-07] [API-16] [API-24]',
    (_, { name, base, caller, takes, answers }) => {
      const endpoint = servedAs.get(name)
      if (!endpoint) throw new Error(`${name} is not served`)
      const { method, query, body, reply } = endpoint
      expect([endpoint.access, endpoint.base]).toEqual([caller, base])
      expect(fieldsOf(method === 'GET' ? query : body)).toEqual(expect.arrayContaining([...takes]))
      expect(reply === 'file').toBe(answers === 'file')
      const returned = reply === 'file' ? [] : fieldsOf(reply)
      expect(answers === 'file' ? [] : answers.filter((name) => !returned.includes(name))).toEqual([])
    },
  )
})

/** From row A83 on, a row of the annex may have several paths. This table lists the paths that are served. */
const furtherPaths: readonly [no: string, caller: Access, names: readonly string[]][] = [
  ['A83', 'public', ['POST /api/login/refresh']],
  ['A84', 'user', ['GET /api/v1/user/sessions', 'DELETE /api/v1/user/sessions', 'DELETE /api/v1/user/sessions/{id}']],
  ['A85', 'user', ['POST /api/v2/user/{id}/mfa/recovery-codes']],
  ['A86', 'user', ['POST /api/v1/benefit/{id}/quote']],
  ['A87', 'user', ['POST /api/v1/user/what-if']],
  ['A88', 'user', ['GET /api/v1/user/basket', 'POST /api/v1/user/basket/confirm']],
  ['A89', 'user', ['GET /api/v1/selection/{id}/history']],
  ['A90', 'user', ['POST /api/v1/selection/{id}/withdraw']],
  ['A91', 'user', ['POST /api/v1/user/life-events/{id}/evidence']],
  ['A92', 'user', ['GET /api/v1/user/selections/mtb/statement']],
  [
    'A93',
    'employer',
    [
      'GET /api/v2/client/{id}/payroll-overview',
      'GET /api/v2/client/{id}/payroll-runs',
      'GET /api/v2/client/{id}/payroll-runs/{runId}',
      'POST /api/v2/client/{id}/payroll-runs/{runId}/lock',
    ],
  ],
  ['A94', 'employer', ['GET /api/employee-data-uploads/{id}/errors', 'GET /api/employee-data-uploads/{id}/changes']],
  ['A95', 'employer', ['GET /api/client/{id}/reports/{reportId}/preview']],
  ['A96', 'employer', ['GET /api/v2/client/{id}/audit']],
]
/** Removed by decision 36. */
const notServed = new Set(['A94 …/approve', 'A94 POST'])

describe('further paths of Annex A', () => {
  it('are all served, except for the paths that a decision record excludes [API-24]', () => {
    const all = requirements.matchAll(/^\| (A\d\d) \| (`.+?) \| ([A-Z, ]+) \| ([NO]) \| .+? \| ([PUE])[^|]*\|$/gm)
    const rows = [...all].filter(([, no = '']) => no >= 'A83')
    expect(rows.map(([, no]) => no)).toEqual(furtherPaths.map(([no]) => no))
    const faults = rows.flatMap(([, no = '', paths = '', methods = '', base = '', caller = '']) => {
      const [, access, names] = furtherPaths.find(([number]) => number === no) ?? ['', 'public', []]
      const served = names.flatMap((name) => servedAs.get(name) ?? [])
      const given = [...paths.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
      const lost = given.filter(
        (path) => !notServed.has(`${no} ${path}`) && !names.some((name) => name.endsWith(path.replace('…', ''))),
      )
      return [
        ...names.filter((name) => !servedAs.has(name)).map((name) => `${name} is not served`),
        ...lost.map((path) => `${no} ${path} is not served`),
        ...methods
          .split(', ')
          .filter((method) => !notServed.has(`${no} ${method}`) && !names.some((name) => name.startsWith(`${method} `)))
          .map((method) => `${no} has no ${method}`),
        ...served
          .filter((one) => one.access !== access || one.base !== bases[base])
          .map((one) => `${nameOf(one)} is for ${one.access} on ${one.base}`),
        ...(callers[caller] === access ? [] : [`${no} is for ${caller}`]),
      ]
    })
    expect(faults).toEqual([])
  })
})

describe('every call that is served', () => {
  it('has one of two base paths: version 2, login, logout and employers have the newer path [API-06] [API-07]', () => {
    const newer = ({ path, access }: Endpoint) => /^\/?(v2\/|login|logout)/.test(path) || access === 'employer'
    expect(endpoints.filter((endpoint) => (endpoint.base === 'api') !== newer(endpoint)).map(nameOf)).toEqual([])
    expect(new Set(endpoints.map((endpoint) => addressWith(endpoint).split('/').slice(0, 2).join('/')))).toEqual(
      new Set(['/api']),
    )
    const older = endpoints.filter((endpoint) => addressWith(endpoint).startsWith('/api/v1/'))
    expect(older.map(({ base }) => base)).toEqual(older.map(() => 'v1'))
    expect(older.length).toBeGreaterThan(20)
  })

  it('has ids as strings, dates as yyyy-mm-dd, times as ISO 8601 in UTC and money as numbers [API-23]', () => {
    const fields = endpoints.flatMap(({ reply }) => (reply === 'file' ? [] : everyField(jsonSchemaOf(reply))))
    const ids = fields.filter(([name]) => /^id$|Id$/.test(name))
    const moments = fields.filter(([name]) => name === 'timestamp')
    expect(ids.length).toBeGreaterThan(20)
    expect(ids.filter(([, schema]) => !isText(schema)).map(([name]) => name)).toEqual([])
    expect(moments.length).toBeGreaterThan(0)
    expect(moments.filter(([, { format }]) => format !== 'date-time').map(([name]) => name)).toEqual([])
    const others = fields.filter(([, { format }]) => format === 'date-time')
    const takes = (pattern = '', moment: string) => new RegExp(pattern).test(moment)
    for (const [, { pattern }] of others) {
      const seen = ['2026-11-16T09:00:00.000Z', '2026-11-16T09:00:00+00:00', '2026-11-16T09:00:00']
      expect(seen.map((moment) => takes(pattern, moment))).toEqual([true, false, false])
    }
    const amounts = fields.filter(([name]) =>
      /^(per(Period|Month|Year)|balance|amount|cover|freeCoverLimit)$/.test(name),
    )
    const ofBoth = fields.filter(([name]) => /^employe(e|r)(Amount|Total|Contribution)$/.test(name))
    expect([amounts.length > 20, ofBoth.length > 5]).toEqual([true, true])
    expect([...amounts, ...ofBoth].filter(([, schema]) => !isMoney(schema)).map(([name]) => name)).toEqual([])
    const dates = fields.filter(isDateByName)
    expect(dates.length).toBeGreaterThan(20)
    expect(dates.filter((date) => !isIsoDate(date)).map(([name]) => name)).toEqual([])

    const calls = endpoints.map((endpoint) => ({
      name: nameOf(endpoint),
      fields: endpoint.body ? everyField(jsonSchemaOf(endpoint.body)) : [],
    }))
    const taken = calls.flatMap((call) => call.fields.filter(([name]) => /^id$|Id$/.test(name)))
    expect(taken.length).toBeGreaterThan(5)
    expect(taken.filter(([, schema]) => !isText(schema)).map(([name]) => name)).toEqual([])
    const inTheirWords = calls.flatMap(({ name, fields }) =>
      fields.filter((field) => isDateByName(field) && !isIsoDate(field)).map(([field]) => `${name} ${field}`),
    )
    // Password calls take dd/mm/yyyy. Other forms have different messages for invalid dates, which their tests check.
    const elsewhere = /v1\/(password-reset|client\/life-events|user\/(\{id\}\/)?family-members)/
    expect(inTheirWords.filter((one) => !elsewhere.test(one))).toEqual([])
    expect(inTheirWords.filter((one) => one.includes('password-reset'))).toHaveLength(2)
  })
})

function addressWithNames({ base, path }: AnnexCall): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, `{${name}}`])
  return decodeURIComponent(addressOf({ base, path }, Object.fromEntries(names)))
}

function fieldsOf(schema: z.ZodType | undefined): string[] {
  return schema ? namesIn(jsonSchemaOf(schema)) : []
}

function namesIn({ properties, items, anyOf = [] }: JsonSchema): string[] {
  return [...Object.keys(properties ?? {}), ...(items ? namesIn(items) : []), ...anyOf.flatMap(namesIn)]
}

function everyField({ properties = {}, items, anyOf = [], additionalProperties }: JsonSchema): [string, JsonSchema][] {
  const further = typeof additionalProperties === 'object' ? [additionalProperties] : []
  const inside = [...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...further]
  return [...Object.entries(properties), ...inside.flatMap(everyField)]
}

function isDateByName([name]: [string, JsonSchema]): boolean {
  return /(?:Date|On|From)$|^dateOfBirth$|_dob$|^date_of_birth$/.test(name)
}

function isIsoDate([, { format, anyOf = [] }]: [string, JsonSchema]): boolean {
  return [format, anyOf[0]?.format].includes('date')
}

function isText(schema: JsonSchema): boolean {
  return isOf('string', schema)
}

function isMoney(schema: JsonSchema): boolean {
  if (schema.anyOf) return schema.anyOf.every((one) => one.type === 'null' || isMoney(one))
  if (schema.items) return isMoney(schema.items)
  const { month, year } = schema.properties ?? {}
  return month && year ? isMoney(month) && isMoney(year) : isOf('number', schema)
}

function isOf(wanted: 'string' | 'number', { type = [], anyOf }: JsonSchema): boolean {
  if (anyOf) return anyOf.every((one) => isOf(wanted, one))
  const types = [type].flat()
  return types.length > 0 && types.every((one) => one === wanted || one === 'null')
}
