import type { Kysely } from 'kysely'
import { inClient } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { codeAt } from '../../platform/one-time-codes.ts'
import type { ServerSecret } from '../../platform/keys.ts'
import { findByEmail } from '../session/find-by-email.server.ts'
import { twoFactorSeeds } from '../session/scheme-secrets.server.ts'
import { readSealedSeed } from './two-factor.queries.ts'

/** Of an example person, by the portal's clock; null without two-factor authentication. */
export async function currentCode(
  db: Kysely<Database>,
  serverSecret: ServerSecret,
  email: string,
): Promise<string | null> {
  const [found] = await findByEmail(db, { email })
  if (!found) return null
  const { clientId, account } = found
  return inClient(db, clientId, async (tx, { now }) => {
    const sealed = await readSealedSeed(tx, clientId, account.personId)
    return sealed && codeAt(twoFactorSeeds(serverSecret).open(sealed, account.personId), new Date(now))
  })
}
