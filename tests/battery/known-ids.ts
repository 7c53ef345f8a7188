import { escapeIdentifier, type Client } from 'pg'

/** An id in the database. `personId` is set for personal data. */
export type KnownId = { kind: string; id: string; personId: string | null }

export async function idsIn(superuser: Client, clientCode: string, people: readonly string[]): Promise<KnownId[]> {
  const { rows: found } = await superuser.query<{ id: string }>('select client_id as id from client where code = $1', [
    clientCode,
  ])
  const clientId = found[0]?.id
  if (!clientId) throw new Error(`There is no client ${clientCode}`)
  const known: KnownId[] = [{ kind: 'client', id: clientId, personId: null }]
  for (const { table, column, personal } of await tablesWithIds(superuser)) {
    const person = personal ? 'person_id' : 'null::uuid'
    const { rows } = await superuser.query<KnownId>(
      `with ranked as (
         select ${column} as id, ${person} as person_id, row_number() over (partition by ${person} order by ${column}) as place
         from ${escapeIdentifier(table)}
         where client_id = $1
       )
       select $3 as kind, id, person_id as "personId"
       from ranked
       where place <= 20 or person_id = any($2::uuid[])
       order by (person_id = any($2::uuid[])) desc nulls last, id
       limit 60`,
      [clientId, people, table],
    )
    known.push(...rows)
  }
  return known
}

/** Codes of benefit groups never count as foreign ids, because clients may use the same codes. */
export async function groupIdsIn(superuser: Client, clientCode: string): Promise<KnownId[]> {
  const { rows } = await superuser.query<KnownId>(
    `select distinct 'benefit-group' as kind, group_code as id, null::uuid as "personId"
     from benefit
     where client_id = (select client_id from client where code = $1)
     order by id`,
    [clientCode],
  )
  return rows
}

async function tablesWithIds(superuser: Client) {
  const { rows } = await superuser.query<{ table: string; column: string; personal: boolean }>(`
    select c.table_name as table, c.column_name as column,
           exists (
             select 1 from information_schema.columns p
             where p.table_schema = 'public' and p.table_name = c.table_name and p.column_name = 'person_id'
           ) as personal
    from information_schema.columns c
    where c.table_schema = 'public'
      and c.data_type = 'uuid'
      and (c.column_name = 'id' or (c.table_name = 'account' and c.column_name = 'person_id'))
    order by 1`)
  return rows
}
