/** npm run schema: writes database/schema.sql, the schema that all migrations together make, and database/tables.ts, its types. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connected } from '../database/bootstrap.ts'
import { describeSchema } from '../database/describe-schema.ts'
import { startEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { writeTables } from '../database/write-tables.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'portal-schema-'))
const postgres = await startEmbedded({ dataDir })
try {
  const owner = postgres.login('portal_owner')
  await migrate(owner)
  const write = (name: string, text: string) => writeFile(join(import.meta.dirname, '../database', name), text)
  await write('schema.sql', await connected(owner, describeSchema))
  await write('tables.ts', await connected(owner, writeTables))
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
