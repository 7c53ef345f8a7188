import type { Kysely } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { applyScheme } from '../../features/scheme/apply-scheme.server.ts'
import { showFault } from '../../services/scheme/scheme-faults.ts'
import type { Secrets } from '../../features/scheme/import-people.server.ts'
import { testSecrets } from './test-secrets.ts'

/** An error in the folder fails the test. */
export async function applyFolder(db: Kysely<Database>, folder: string, secrets: Secrets = testSecrets) {
  const outcome = await applyScheme(db, { folder, secrets })
  if ('faults' in outcome) throw new Error(outcome.faults.map(showFault).join('\n'))
  return outcome.applied
}
