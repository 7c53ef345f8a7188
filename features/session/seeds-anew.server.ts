import type { Kysely } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import type { Database } from '../../database/tables.ts'
import type { ServerSecret } from '../../platform/keys.ts'
import { sealAnew, type SealedAnew } from '../../platform/seal-anew.ts'
import { listSealedSeeds, replaceSealedSeed } from './account.queries.ts'
import { twoFactorSeeds } from './scheme-secrets.server.ts'

/** Seals the one-time-code seeds of a client's people under the current key. */
export function sealSeedsAnew(
  db: Kysely<Database>,
  clientId: ClientId,
  serverSecret: ServerSecret,
): Promise<SealedAnew> {
  const sealing = twoFactorSeeds(serverSecret)
  return sealAnew({ db, clientId, sealing, list: listSealedSeeds, replace: replaceSealedSeed })
}
