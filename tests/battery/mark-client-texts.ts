import { escapeIdentifier, type Client } from 'pg'

export const markerOf = (clientCode: string): string => `canary-${clientCode}`

/** Writes the client's marker into all texts of its rows. The client cannot be used afterwards. */
export async function markTexts(superuser: Client, clientCode: string): Promise<{ table: string; column: string }[]> {
  const { rows: columns } = await superuser.query<{ table: string; column: string; type: string }>(`
    select c.table_name as table, c.column_name as column, c.data_type as type
    from information_schema.columns c
    join information_schema.columns fence
      on fence.table_schema = c.table_schema and fence.table_name = c.table_name and fence.column_name = 'client_id'
    where c.table_schema = 'public'
      and c.data_type in ('text', 'jsonb')
      and c.table_name <> 'client_address'
    order by 1, 2`)
  const { rows: found } = await superuser.query<{ id: string }>('select client_id as id from client where code = $1', [
    clientCode,
  ])
  // Citus passes SET LOCAL on to its workers only with this setting. PostgreSQL ignores it.
  await superuser.query("set citus.propagate_set_commands = 'local'")
  const released = []
  for (const { table, column, type } of columns) {
    const sign = `${markerOf(clientCode)}-${table}-${column}`
    const name = escapeIdentifier(column)
    const value =
      type === 'text'
        ? `${name} || ' ${sign}'`
        : // Marks every text of the JSON except the keys, and adds one key.
          `jsonb_build_object('${sign}', '${sign}') || case when jsonb_typeof(${name}) = 'object' then
             regexp_replace(${name}::text, ': "((?:[^"\\\\]|\\\\.)*)"', ': "\\1 ${sign}"', 'g')::jsonb else '{}' end`
    try {
      await superuser.query('begin')
      // Switches off triggers and foreign keys, so that histories can also be changed.
      await superuser.query('set local session_replication_role = replica')
      const { rowCount } = await superuser.query(
        `update ${escapeIdentifier(table)} set ${name} = ${value} where client_id = $1 and ${name} is not null`,
        [found[0]?.id],
      )
      await superuser.query('commit')
      if (rowCount) released.push({ table, column })
    } catch (error) {
      await superuser.query('rollback')
      if (!(error instanceof Error && 'code' in error && error.code === '23514')) throw error
    }
  }
  return released
}
