import { sql, type RawBuilder } from 'kysely'
import type { ClientId } from '../contract/ids.ts'
import type { Clock, Tx } from '../database/database.ts'

export type DataCheck = {
  table: string
  key: string
  stored: (clientId: ClientId, clock: Clock) => RawBuilder<unknown>
  derived: (clientId: ClientId, clock: Clock) => RawBuilder<unknown>
  /** Corrects rows with these keys; null for rows that must never change. */
  repair: ((tx: Tx, clientId: ClientId, keys: readonly string[], clock: Clock) => Promise<void>) | null
}

export type CheckResult = { found: string[]; left: string[] }

/** Compares derived tables with their sources. Repairs run in order, because a repair may change tables of later checks. */
export async function checkData(
  tx: Tx,
  clientId: ClientId,
  { checks, repair, clock }: { checks: readonly DataCheck[]; repair: boolean; clock: Clock },
): Promise<CheckResult> {
  const found = await differencesShown(tx, clientId, { checks, clock })
  if (!repair || found.length === 0) return { found, left: found }
  for (const check of checks) {
    const rows = await differencesOf(tx, clientId, { check, clock })
    const keys = rows.map(({ key }) => key)
    if (keys.length > 0) await check.repair?.(tx, clientId, keys, clock)
  }
  return { found, left: await differencesShown(tx, clientId, { checks, clock }) }
}

async function differencesShown(
  tx: Tx,
  clientId: ClientId,
  { checks, clock }: { checks: readonly DataCheck[]; clock: Clock },
): Promise<string[]> {
  const lines: string[] = []
  for (const check of checks)
    lines.push(...(await differencesOf(tx, clientId, { check, clock })).map((row) => differenceText(check, row)))
  return lines
}

type Row = Readonly<Record<string, unknown>>
type Difference = { key: string; stored: Row | null; derived: Row | null }

async function differencesOf(
  tx: Tx,
  clientId: ClientId,
  { check, clock }: { check: DataCheck; clock: Clock },
): Promise<Difference[]> {
  const key = sql.ref(check.key)
  const { rows } = await sql<Difference>`
    select ${key}::text as key, to_jsonb(stored) as stored, to_jsonb(derived) as derived
    from (${check.stored(clientId, clock)}) as stored
    full join (${check.derived(clientId, clock)}) as derived using (${key})
    where to_jsonb(stored) is distinct from to_jsonb(derived)
    order by 1
  `.execute(tx)
  return rows
}

/** Prints only numbers, because other values may be personal data. */
function differenceText({ table }: DataCheck, { key, stored, derived }: Difference): string {
  const row = `${table} ${key}`
  if (!stored) return `${row} is missing`
  if (!derived) return `${row} has no source`
  const columns = Object.keys(derived).filter((column) => stored[column] !== derived[column])
  return `${row}: ${columns.map((column) => `${column}${values(stored[column], derived[column])}`).join(', ')}`
}

function values(stored: unknown, derived: unknown): string {
  return typeof stored === 'number' && typeof derived === 'number' ? ` is ${stored}, should be ${derived}` : ''
}
