import { withConnection } from '../../database/bootstrap.ts'
import type { Login } from '../../database/bootstrap.ts'

export function dump(superuser: Login): Promise<Record<string, unknown>> {
  return withConnection(superuser, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name
       from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    )
    const found: Record<string, unknown> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t order by 1`)
      found[name] = rows.map(({ row }) => row)
    }
    const { rows: sequences } = await client.query<{ name: string; stands: string }>(
      `select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value::text, 'new') as stands
       from pg_sequences order by 1`,
    )
    return { ...found, sequences }
  })
}
