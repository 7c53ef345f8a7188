import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { addressOf, type Endpoint, type Method } from '../../contract/endpoint.ts'
import { annexA, type AnnexCall, type AnnexRow } from './annex-a.ts'
import { endpoints, nameOf } from './endpoints.ts'
import { jsonSchemaOf, type JsonSchema } from './fitting.ts'

const root = join(import.meta.dirname, '../..')
const requirements = readFileSync(join(root, 'docs/spec/requirements.md'), 'utf8')
const gaps = readFileSync(join(root, 'docs/gaps.md'), 'utf8')

type Listed = { row: AnnexRow; method: Method; call: AnnexCall; name: string }
const listed: Listed[] = annexA.flatMap((row) =>
  Object.entries(row.calls).map(([method, call]) => {
    // Keys of `calls` are methods.
    const of = method as Method
    return { row, method: of, call, name: `${method} ${addressWithNames(row)}` }
  }),
)
const servedAs = new Map(endpoints.map((endpoint) => [nameOf(endpoint), endpoint]))
const served = listed.flatMap((one): [string, Listed, Endpoint][] => {
  const endpoint = servedAs.get(one.name)
  return endpoint ? [[`${one.row.no} ${one.name}`, one, endpoint]] : []
})

describe('the table of calls', () => {
  it('is that of Annex A: number, path, method, base and caller of each row', () => {
    const rows = [...requirements.matchAll(/^\| (A\d\d) \| (.+?) \| (.+?) \| ([NO]) \| .+? \| ([PUE])/gm)]
    // From A83 on stand paths of our own.
    const given = rows.filter(([, no = '']) => no <= 'A82')
    const written = given.map(([, no, path = '', methods = '', base, caller]) => ({
      no,
      path: /`([^`]+)`/.exec(path)?.[1],
      methods: methods.match(/GET|POST|PATCH|DELETE/g)?.toSorted(),
      base: base === 'N' ? 'api' : 'v1',
      caller: { P: 'public', U: 'user', E: 'employer' }[caller ?? ''],
    }))
    const ours = annexA.map(({ no, path, base, caller, calls }) => ({
      no,
      path,
      methods: Object.keys(calls).toSorted(),
      base,
      caller,
    }))
    expect(written).toHaveLength(82)
    expect(ours).toEqual(written)
  })
})

describe('a served path of Annex A', () => {
  it.each(served)('%s lets in whom the table names [API-07]', (_, { row }, endpoint) => {
    expect([endpoint.access, endpoint.base]).toEqual([row.caller, row.base])
  })

  it.each(served.filter(([, { call }]) => call.takes.length > 0))(
    '%s takes the fields of the table',
    (_, { call }, endpoint) => {
      const taken = fieldsOf(endpoint.method === 'GET' ? endpoint.query : endpoint.body)
      expect(taken).toEqual(expect.arrayContaining([...call.takes]))
    },
  )

  it.each(served)('%s answers with the fields of the table', (_, { call }, { reply }) => {
    const answered = reply === 'file' ? 'file' : fieldsOf(reply)
    expect(answered).toEqual(call.answers === 'file' ? 'file' : expect.arrayContaining([...call.answers]))
  })
})

describe('a path of Annex A that is not served', () => {
  it('stands in docs/gaps.md with its area, and no path that is', () => {
    const missing = listed
      .filter(({ name }) => !servedAs.has(name))
      .map(({ row, method }) => `| ${row.no} | ${method} | \`${row.path}\` | ${row.area} |`)
    const section = /## Calls of Annex A that are not served\n([\s\S]*?)(?=\n## |$)/.exec(gaps)?.[1] ?? ''
    expect(section.match(/^\| A\d\d .*$/gm) ?? []).toEqual(missing)
  })
})

function addressWithNames({ base, path }: AnnexRow): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, `{${name}}`])
  return decodeURIComponent(addressOf({ base, path }, Object.fromEntries(names)))
}

/** The names that a schema takes or answers, those of each entry where it is a list. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  return schema ? namesIn(jsonSchemaOf(schema)) : []
}

function namesIn({ properties, items, anyOf = [] }: JsonSchema): string[] {
  return [...Object.keys(properties ?? {}), ...(items ? namesIn(items) : []), ...anyOf.flatMap(namesIn)]
}
