import { createHash } from 'node:crypto'
import { Secret as Secret32 } from 'otpauth'
import type { ClientBase } from 'pg'
import type { TestDatabase } from './databases.ts'

export type Secret = { name: string; value: string }

/** Minimum length of a secret in characters, because a shorter text could occur by chance. */
const SHORTEST = 12

/** Six-digit codes are searched for only as whole values, because any number may contain their digits. */
const isCode = (value: string): boolean => /^\d{6}$/.test(value)

export function secretsFoundIn(text: string, secrets: Iterable<Secret>): string[] {
  const found = new Set<string>()
  for (const { name, value } of secrets) {
    const stands = isCode(value)
      ? new RegExp(`(?<=["'=(\\s])${value}(?=["'&)\\s])`).test(text)
      : formsOf(value).some((form) => text.includes(form))
    if (stands) found.add(name)
  }
  return [...found]
}

/** Returns the forms of a value: plain, escaped, hexadecimal, base 64 at any offset, and hashed without a key. */
function formsOf(value: string): string[] {
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
  // Tokens and app seeds encode bytes, which may be stored instead.
  if (/^[\w-]{22,}$/.test(value)) forms.push(...ofBytes(Buffer.from(value, 'base64url')))
  if (/^[A-Z2-7]{32}$/.test(value)) forms.push(...ofBytes(Buffer.from(Secret32.fromBase32(value).bytes)))
  return [...new Set(forms)]
}

const ofBytes = (bytes: Buffer): string[] => [...hex(bytes), ...base64(bytes)]

function hex(bytes: Buffer): string[] {
  const text = bytes.toString('hex')
  return [text, text.toUpperCase()]
}

/** The base 64 of some bytes depends on their offset modulo three, so there are three variants. */
function base64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const from = Math.ceil((before * 8) / 6)
    // The last character may contain bits of the following byte.
    const to = Math.floor(((before + bytes.length) * 8) / 6)
    const middle = text.slice(from, to)
    return [middle, middle.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** Returns every row that this machine has written since a transaction, one on each line with its table. */
export async function writtenSince(superuser: ClientBase, since: bigint): Promise<string> {
  // Makes the shards of a Citus worker visible. Their names extend those of the tables.
  await superuser.query('set citus.override_table_visibility = off')
  const { rows: tables } = await superuser.query<{ name: string }>(`
    select c.oid::regclass as name
    from pg_class c
    where c.relkind = 'r'
      and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and pg_relation_size(c.oid) > 0
    order by 1`)
  await superuser.query('reset citus.override_table_visibility')
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

export async function currentTransaction(superuser: ClientBase): Promise<bigint> {
  const { rows } = await superuser.query<{ now: string }>('select pg_current_xact_id()::text as now')
  return BigInt(rows[0]?.now ?? 0)
}

export async function writtenOnEachNode(
  { onEachNode }: Pick<TestDatabase, 'onEachNode'>,
  since: readonly bigint[],
): Promise<string> {
  const written = await onEachNode((client, place) => writtenSince(client, since[place] ?? 0n))
  return written.join('\n')
}
