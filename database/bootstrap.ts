import { Client, escapeIdentifier, type ClientConfig } from 'pg'

export interface Login {
  host: string
  port: number
  /** `postgres` only prepares the cluster, `portal_owner` owns the schema, and the portal runs as `portal_app`. */
  user: 'postgres' | 'portal_owner' | 'portal_app'
  database: string
}

export async function preparePortalDatabase(
  superuser: Login,
  name: string,
  log: (line: string) => void = () => undefined,
): Promise<void> {
  await withConnection(superuser, async (client) => {
    const { rows: roles } = await client.query<{ rolname: string }>('select rolname from pg_roles')
    for (const role of ['portal_owner', 'portal_app']) {
      if (roles.some((each) => each.rolname === role)) continue
      await client.query(`create role ${role} login nosuperuser nocreatedb nocreaterole nobypassrls noreplication`)
    }
    const { rows: databases } = await client.query<{ datname: string }>('select datname from pg_database')
    if (databases.some((each) => each.datname === name)) return
    await client.query(`create database ${escapeIdentifier(name)} owner portal_owner`)
  })
  await withConnection({ ...superuser, database: name }, async (client) => {
    // Row-level security allows an index only for leakproof operators. LIKE reveals nothing about rows that it does not return.
    await client.query('alter function pg_catalog.textlike(text, text) leakproof')
    await refreshSorting(client, name, log)
  })
}

/** Rebuilds the indexes if the ICU library has changed, because text may then sort differently. */
async function refreshSorting(client: Client, name: string, log: (line: string) => void): Promise<void> {
  const { rows } = await client.query(`
    select 1
    from pg_database
    where datname = current_database()
      and datcollversion is distinct from pg_database_collation_actual_version(oid)`)
  if (rows.length === 0) return
  log('The sorting of text has changed with the PostgreSQL package; rebuilding the indexes')
  await client.query('reindex database')
  await client.query(`alter database ${escapeIdentifier(name)} refresh collation version`)
}

export async function withConnection<T>(login: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(login)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
