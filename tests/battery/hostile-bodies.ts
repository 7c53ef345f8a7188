import fc from 'fast-check'
import { anyCharacter } from '../harness/arbitrary-character.ts'

export type Payload = { text: string; contentType: string }

export function hostileBodies(fittingBodies: fc.Arbitrary<unknown>, keys: readonly string[]): fc.Arbitrary<Payload> {
  const spoiled = fc
    .tuple(
      fittingBodies,
      fc.nat(),
      hostileValues,
      fc.constantFrom<Spoiling>('replace', 'remove', 'add'),
      fc.constantFrom(...oddKeys, ...keys),
    )
    .map(([body, place, value, how, key]) => spoil(body, { place, value, how, key }))
    .map((body) => ({ text: textOf(body), contentType: 'application/json' }))
  const odd = fc.constantFrom(...oddTexts).map((text) => ({ text, contentType: 'application/json' }))
  const mistyped = fc
    .tuple(fittingBodies, fc.constantFrom(...oddTypes))
    .map(([body, contentType]) => ({ text: textOf(body), contentType }))
  return fc.oneof({ weight: 8, arbitrary: spoiled }, { weight: 2, arbitrary: odd }, { weight: 1, arbitrary: mistyped })
}

export const hostileTexts: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e9',
    '1000000000',
    '0x10',
    '%',
    '_',
    String.raw`\%`,
    '*',
    "' or '1'='1",
    "'; drop table account; --",
    '../../etc/passwd',
    '<script>alert(1)</script>',
    '\0',
    '\u202E',
    '\u{1F9D1}\u{200D}\u{1F33E}',
    'null',
    'undefined',
    'NaN',
    '[object Object]',
    '__proto__',
    'constructor',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '{00000000-0000-4000-8000-000000000000}',
    'x'.repeat(2000),
  ),
  fc.string({ unit: anyCharacter, maxLength: 30 }),
)

type Spoiling = 'replace' | 'remove' | 'add'

const raw = (token: string): string => `@@${token}@@`

const hostileValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e9,
    1e308,
    Number.MAX_SAFE_INTEGER + 2,
    raw('-0'),
    raw('NaN'),
    raw('1e999'),
    raw('-1e999'),
    raw('9'.repeat(400)),
    '',
    ' ',
    '0x5',
    '1e1',
    'x'.repeat(20_000),
    '\0',
    'a\0b',
    '\uD800',
    '\uDC00\uD800',
    '\u202E',
    "'; drop table account; --",
    '%',
    '_%_',
    '2026-02-30',
    '0000-00-00',
    '10000-01-01',
    [],
    [[]],
    [null],
    {},
    { toString: 1 },
    { length: 1e9 },
    Array.from({ length: 3000 }, () => 0),
    deep(1000),
  ),
  hostileTexts,
  fc.jsonValue({ maxDepth: 2 }),
)

const oddKeys = ['unknown', '__proto__', 'constructor', 'prototype', 'toString', '', '\0', '$ne', 'x'.repeat(5000)]

const oddTypes = [
  'text/plain',
  'text/html',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/octet-stream',
  'nonsense',
]

const nested = (open: string, close: string): string => open.repeat(1000) + close.repeat(1000)

const oddTexts = [
  '',
  ' ',
  'null',
  'true',
  '7',
  '""',
  '[]',
  '[{}]',
  '{',
  '{"a":}',
  "{'a':1}",
  '{"a":1,}',
  '{"a":NaN}',
  '{"a":Infinity}',
  '{"a":1}{"b":2}',
  '\uFEFF{}',
  '\0',
  'undefined',
  '<xml/>',
  'a=1&b=2',
  '{"__proto__":{"access":"employer"}}',
  '{"constructor":{"prototype":{"access":"employer"}}}',
  '{"values":{"__proto__":{"x":1}}}',
  nested('[', ']'),
  '{"a":'.repeat(1000) + '1' + '}'.repeat(1000),
  JSON.stringify({ a: 'x'.repeat(1_100_000) }),
]

function spoil(
  body: unknown,
  { place, value, how, key }: { place: number; value: unknown; how: Spoiling; key: string },
): unknown {
  const root = { body: structuredClone(body) }
  const places = placesIn(root, how === 'add' ? isObject : () => true)
  const found = places[place % places.length]
  if (!found) return value
  const { parent, name } = found
  if (how === 'remove' && !Array.isArray(parent)) Reflect.deleteProperty(parent, name)
  else if (how === 'add' && isObject(parent[name])) define(parent[name], key, value)
  else parent[name] = value
  return root.body
}

function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}

type Place = { parent: Record<string, unknown>; name: string }

function placesIn(parent: Record<string, unknown>, wanted: (value: unknown) => boolean): Place[] {
  return Object.keys(parent).flatMap((name) => {
    const value = parent[name]
    const inside = typeof value === 'object' && value !== null ? placesIn(value as Record<string, unknown>, wanted) : []
    return [...(wanted(value) ? [{ parent, name }] : []), ...inside]
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Writes `"@@x@@"` as the raw token x. If the first value is a boolean or a number, writes its key twice. */
function textOf(body: unknown): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  return text.replaceAll(/"@@(.+?)@@"/g, '$1').replace(/^\{("(?:[^"\\]|\\.)*":(?:true|false|\d+))/, '{$1,$1')
}

function deep(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = [value]
  return value
}
