import { sql } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { clientRow } from '../../database/client-row.ts'
import { withdrawnName, type SchemeFile } from './scheme-files.server.ts'

/** Returns the number of changes. A benefit that left the folder is stored as withdrawn. */
export async function saveSchemeFiles(
  tx: Tx,
  clientId: ClientId,
  { year, files }: { year: number; files: readonly SchemeFile[] },
): Promise<number> {
  const known = await schemeFiles(tx, clientId, { year })
  const given = new Set(files.map(({ name }) => withdrawnName(name)))
  const left = known
    .filter(({ name }) => withdrawnName(name).startsWith('withdrawn/') && !given.has(withdrawnName(name)))
    .map(({ name, content }) => ({ name: withdrawnName(name), content }))
  const kept = [...files, ...left]
  const written = await sql`
    insert into scheme_file as known (client_id, year, name, content)
    select client.client_id, ${year}::integer, file.*
    from ${clientRow(clientId)}
    cross join unnest(${kept.map(({ name }) => name)}::text[], ${kept.map(({ content }) => content)}::text[])
      as file (name, content)
    on conflict (client_id, year, name) do update
    set content = excluded.content
    where known.content <> excluded.content
    returning known.name
  `.execute(tx)
  const removed = await sql`
    delete from scheme_file
    where client_id = ${clientId}
      and year = ${year}
      and name <> all(${kept.map(({ name }) => name)}::text[])
    returning name
  `.execute(tx)
  return written.rows.length + removed.rows.length
}

export function schemeFiles(tx: Tx, clientId: ClientId, { year }: { year: number }): Promise<SchemeFile[]> {
  return tx
    .selectFrom('scheme_file')
    .select(['name', 'content'])
    .where('client_id', '=', clientId)
    .where('year', '=', year)
    .orderBy(sql`name collate "C"`)
    .execute()
}
