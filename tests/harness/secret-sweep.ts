import { createHash } from 'node:crypto'
import { Secret as Secret32 } from 'otpauth'
import type { Client } from 'pg'

/** Something that must stand nowhere at rest, and what it is called when it does. */
export type Secret = { name: string; value: string }

/** So many characters a secret must have to be told from what stands there by chance. */
const SHORTEST = 12

/** Codes of an app are six digits, and numbers like that stand everywhere: looked for as a text of their own. */
const isCode = (value: string): boolean => /^\d{6}$/.test(value)

/** Which of these stand in a text, in whatever form, each once. */
export function foundIn(text: string, secrets: Iterable<Secret>): string[] {
  const found = new Set<string>()
  for (const { name, value } of secrets) {
    const stands = isCode(value)
      ? new RegExp(`(?<=["'=(\\s])${value}(?=["'&)\\s])`).test(text)
      : formsOf(value).some((form) => text.includes(form))
    if (stands) found.add(name)
  }
  return [...found]
}

/** As it is and as programs write it: escaped, in hexadecimal, in base 64 wherever it may begin, and as a plain hash. */
export function formsOf(value: string): string[] {
  if (value.length < SHORTEST) throw new RangeError(`A secret of ${value.length} characters cannot be told from others`)
  const bytes = Buffer.from(value)
  const escaped = JSON.stringify(value).slice(1, -1)
  const forms = [
    value,
    escaped,
    JSON.stringify(escaped).slice(1, -1),
    encodeURIComponent(value),
    encodeURIComponent(value).replaceAll('%20', '+'),
    value.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
    value.replaceAll('&', '&amp;'),
    ...ofBytes(bytes),
    ...['sha256', 'sha1', 'md5'].flatMap((kind) => ofBytes(createHash(kind).update(value).digest())),
  ]
  // A token and the seed of an app are texts of bytes of their own: those may be kept as well.
  if (/^[\w-]{22,}$/.test(value)) forms.push(...ofBytes(Buffer.from(value, 'base64url')))
  if (/^[A-Z2-7]{32}$/.test(value)) forms.push(...ofBytes(Buffer.from(Secret32.fromBase32(value).bytes)))
  return [...new Set(forms)]
}

const ofBytes = (bytes: Buffer): string[] => [...hex(bytes), ...base64(bytes)]

function hex(bytes: Buffer): string[] {
  const text = bytes.toString('hex')
  return [text, text.toUpperCase()]
}

/** In base 64 what stands in the middle of something looks different by where it begins. */
function base64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const from = Math.ceil((before * 8) / 6)
    // The last letter may hold bits of what follows.
    const to = Math.floor(((before + bytes.length) * 8) / 6)
    const middle = text.slice(from, to)
    return [middle, middle.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** Everything in the database that was written since a moment, past every fence: a line a row, with its table. */
export async function writtenSince(superuser: Client, since: bigint): Promise<string> {
  const { rows: tables } = await superuser.query<{ name: string }>(`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
    from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema')
      and table_type = 'BASE TABLE'
    order by 1`)
  const lines: string[] = []
  for (const { name } of tables) {
    const { rows } = await superuser.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t where t.xmin::text::bigint >= $1`,
      [since],
    )
    lines.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return lines.join('\n')
}

/** From now on, for `writtenSince`. */
export async function thisMoment(superuser: Client): Promise<bigint> {
  const { rows } = await superuser.query<{ now: string }>('select pg_current_xact_id()::text as now')
  return BigInt(rows[0]?.now ?? 0)
}
