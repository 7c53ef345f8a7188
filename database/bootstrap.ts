import { Client, escapeIdentifier, type ClientConfig } from 'pg'

/** A way into the embedded PostgreSQL: its socket is in a folder that only the portal's own user may enter. */
export interface Login {
  host: string
  port: number
  /** `postgres` only prepares the cluster; `portal_owner` owns the schema; `portal_app` is what the portal runs as. */
  user: 'postgres' | 'portal_owner' | 'portal_app'
  database: string
}

/** Sees to the roles and to one database that `portal_owner` may fill; harmless when both are there. */
export async function preparePortalDatabase(
  superuser: Login,
  name: string,
  log: (line: string) => void = () => undefined,
): Promise<void> {
  await connected(superuser, async (client) => {
    const { rows: roles } = await client.query<{ rolname: string }>('select rolname from pg_roles')
    for (const role of ['portal_owner', 'portal_app']) {
      if (roles.some((each) => each.rolname === role)) continue
      await client.query(`create role ${role} login nosuperuser nocreatedb nocreaterole nobypassrls noreplication`)
    }
    const { rows: databases } = await client.query<{ datname: string }>('select datname from pg_database')
    if (databases.some((each) => each.datname === name)) return
    await client.query(`create database ${escapeIdentifier(name)} owner portal_owner`)
  })
  await connected({ ...superuser, database: name }, async (client) => {
    // Only a leakproof operator may use an index below a row-level security condition. LIKE tells nothing about the
    // rows it does not return; PostgreSQL leaves it unmarked because its error messages may quote the pattern.
    await client.query('alter function pg_catalog.textlike(text, text) leakproof')
    await refreshSorting(client, name, log)
  })
}

/** After a change of the ICU library text may sort differently than its indexes: build them anew. */
async function refreshSorting(client: Client, name: string, log: (line: string) => void): Promise<void> {
  const { rows } = await client.query(`
    select 1
    from pg_database
    where datname = current_database()
      and datcollversion is distinct from pg_database_collation_actual_version(oid)`)
  if (rows.length === 0) return
  log('The sorting of text has changed with the PostgreSQL package; building the indexes anew')
  await client.query('reindex database')
  await client.query(`alter database ${escapeIdentifier(name)} refresh collation version`)
}

/** A connection of its own, for work that no pool should wait behind. */
export async function connected<T>(login: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(login)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
