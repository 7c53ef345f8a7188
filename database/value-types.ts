import { types } from 'pg'

// The driver's TypeScript types lack the type numbers of arrays.
const driverParser = types.getTypeParser as (id: number, format?: string) => (text: string) => unknown

const oid = { int8: 20, date: 1082, timestamp: 1114, timestamptz: 1184, interval: 1186 }
const arrayOid = { int8: 1016, date: 1182, timestamp: 1115, timestamptz: 1185 }

function moment(text: string): string {
  return text.replace(' ', 'T').replace(/\+00$/, 'Z')
}

const asIs = (text: string) => text

// The driver's own parser of text arrays.
const readTexts = driverParser(1009) as (text: string) => (string | null)[]

function each<T>(read: (text: string) => T): (text: string) => (T | null)[] {
  return (text) => readTexts(text).map((item) => (item === null ? null : read(item)))
}

const readers = new Map<number, (text: string) => unknown>([
  [oid.int8, BigInt],
  [oid.date, asIs],
  [oid.timestamp, asIs],
  [oid.timestamptz, moment],
  [oid.interval, asIs],
  [arrayOid.int8, each(BigInt)],
  [arrayOid.date, each(asIs)],
  [arrayOid.timestamp, each(asIs)],
  [arrayOid.timestamptz, each(moment)],
])

/** Returns the parser of a database type: int8 as BigInt, date as yyyy-mm-dd, timestamptz as ISO 8601 in UTC, numeric as text. */
export function parserOfType(id: number, format?: 'text' | 'binary'): (text: string) => unknown {
  return (format === 'binary' ? undefined : readers.get(id)) ?? driverParser(id, format)
}
