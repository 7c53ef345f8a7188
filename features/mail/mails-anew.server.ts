import type { Kysely } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import type { Database } from '../../database/tables.ts'
import type { ServerSecret } from '../../platform/keys.ts'
import { sealAnew, type SealedAnew } from '../../platform/seal-anew.ts'
import { mailSealing } from './mail.queries.ts'
import { listSealedMails, replaceSealedMail } from './due-mail.queries.ts'

/** Seals what a client's waiting mails say under the current key. */
export function sealMailsAnew(
  db: Kysely<Database>,
  clientId: ClientId,
  serverSecret: ServerSecret,
): Promise<SealedAnew> {
  const sealing = mailSealing(serverSecret)
  return sealAnew({ db, clientId, sealing, list: listSealedMails, replace: replaceSealedMail })
}
