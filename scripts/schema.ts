/** npm run schema: writes database/tables.ts, the types of all tables after all migrations. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withConnection } from '../database/bootstrap.ts'
import { startEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { writeTables } from '../database/write-tables.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'portal-schema-'))
const postgres = await startEmbedded({ dataDir })
try {
  const owner = postgres.login('portal_owner')
  await migrate(owner)
  await writeFile(join(import.meta.dirname, '../database/tables.ts'), await withConnection(owner, writeTables))
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
