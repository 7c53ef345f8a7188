import type { Client } from 'pg'

/** Every key and reference must begin with `client_id`, and nothing may connect different clients. */
export async function unfitForDistribution(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ fault: string }>(faults, [Object.keys(ofAllClients)])
  return rows.map(({ fault }) => fault)
}

/** Tables without a client, with the reason. Every node has a copy of them. */
const ofAllClients: Readonly<Record<string, string>> = {
  'app.clock': 'one row, the time that tests and the demo move',
  'app.migration': 'which migrations this database has',
  client_address: 'leads from a host to its client, before the client is known',
}

const faults = `
  with known as (
    select c.oid, c.oid::regclass::text as name
    from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace in ('app'::regnamespace, 'public'::regnamespace)
      and c.oid::regclass::text <> all ($1)
  ),
  first_columns as (
    select t.name, i.indexrelid::regclass::text as index, i.indisunique as is_unique, a.attname as first
    from pg_index i
    join known t on t.oid = i.indrelid
    left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
  ),
  reference as (
    select t.name, k.conname, h.attname as here, f.attname as there, k.confrelid::regclass::text as target
    from pg_constraint k
    join known t on t.oid = k.conrelid
    join pg_attribute h on h.attrelid = k.conrelid and h.attnum = k.conkey[1]
    join pg_attribute f on f.attrelid = k.confrelid and f.attnum = k.confkey[1]
    where k.contype = 'f'
  )
  select name || ': add client_id (uuid, not null), or say why it belongs to all clients' as fault
  from known t
  where not exists (
    select from pg_attribute a
    where a.attrelid = t.oid and a.attname = 'client_id' and a.attnotnull and a.atttypid = 'uuid'::regtype
  )
  union all
  select name || ': give it a primary key'
  from known t
  where not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)
  union all
  select index || ' of ' || name || ': put client_id first in a unique key'
  from first_columns
  where is_unique and first is distinct from 'client_id'
  union all
  select index || ' of ' || name || ': put client_id first, every query names its client'
  from first_columns
  where not is_unique and first is distinct from 'client_id'
  union all
  select conname || ' of ' || name || ': reference ' || target || ' with client_id first on both sides'
  from reference
  where here <> 'client_id' or there <> 'client_id'
  union all
  select k.conname || ' of ' || t.name || ': exclusion constraints cannot be distributed without client_id first'
  from pg_constraint k
  join known t on t.oid = k.conrelid
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
  where k.contype = 'x' and a.attname <> 'client_id'
  order by 1
`
