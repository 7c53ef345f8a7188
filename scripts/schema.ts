/** npm run schema: writes database/schema.sql, the schema that all migrations together make. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connected } from '../database/bootstrap.ts'
import { describeSchema } from '../database/describe-schema.ts'
import { startEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'portal-schema-'))
const postgres = await startEmbedded({ dataDir })
try {
  const owner = postgres.login('portal_owner')
  await migrate(owner)
  await writeFile(join(import.meta.dirname, '../database/schema.sql'), await connected(owner, describeSchema))
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
