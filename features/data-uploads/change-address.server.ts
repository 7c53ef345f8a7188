import type { Kysely } from 'kysely'
import { emailProblem, storedEmail } from '../../contract/email.ts'
import { inClient } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { isAddressTaken, lockAccount } from '../../services/session/account.queries.ts'
import { actorOfCommand } from '../audit/operator.rules.ts'
import { findAccountsByEmail } from '../session/operator-commands.server.ts'
import { changeLogins } from './new-addresses.queries.ts'

type AddressChange = { email: string; to: string; client?: string | undefined; operator?: string | undefined }

type ChangedAddress =
  | { step: 'no-address' | 'nobody' }
  | { step: 'several'; clients: string[] }
  | { step: 'same' | 'taken' | 'changed'; client: string }

/** Changes a person's email address, as an upload does. For employer users, whose address no upload may change. */
export async function changeAddress(
  db: Kysely<Database>,
  { email, to, client: named, operator }: AddressChange,
): Promise<ChangedAddress> {
  if (emailProblem(to) !== null) return { step: 'no-address' }
  const found = await findAccountsByEmail(db, { email, client: named })
  const [one, ...others] = found
  if (!one) return { step: 'nobody' }
  if (others.length > 0) return { step: 'several', clients: found.map(({ code }) => code) }
  const { clientId, code: client, account } = one
  const { personId, email: former } = account
  const address = storedEmail(to)
  if (address === former) return { step: 'same', client }
  return inClient(db, clientId, async (tx, { now }): Promise<ChangedAddress> => {
    if (await isAddressTaken(tx, clientId, address)) return { step: 'taken', client }
    await lockAccount(tx, clientId, personId)
    const moves = [{ personId, former, new: address }]
    await changeLogins(tx, clientId, { moves, cause: `command ${now}`, now })
    const details = { former, new: address }
    const actor = actorOfCommand(operator)
    await appendAudit(tx, clientId, [{ at: now, actor, subject: personId, action: 'account.address-changed', details }])
    return { step: 'changed', client }
  })
}
