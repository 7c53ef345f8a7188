import type { Kysely } from 'kysely'
import { emailProblem, storedEmail } from '../../contract/email.ts'
import { inClient } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { isAddressTaken } from '../../services/session/account.queries.ts'
import { actorOfCommand } from '../audit/operator.rules.ts'
import { findAccountsByEmail } from '../session/operator-commands.server.ts'
import { operatorAddressMails } from './new-email-mail.messages.ts'
import { changeLoginEmails } from './apply-new-emails.queries.ts'

type AddressChange = { email: string; to: string; client?: string | undefined; operator?: string | undefined }

type ChangedAddress =
  | { step: 'no-address' | 'nobody' }
  | { step: 'several'; clients: string[] }
  | { step: 'employee' | 'same' | 'taken' | 'changed'; client: string }

/** Changes the email address of an employer user, which no upload may change. Employees get new addresses by upload. */
export async function changeEmployerEmail(
  db: Kysely<Database>,
  { email, to, client: named, operator }: AddressChange,
): Promise<ChangedAddress> {
  if (emailProblem(to) !== null) return { step: 'no-address' }
  const found = await findAccountsByEmail(db, { email, client: named })
  const [one, ...others] = found
  if (!one) return { step: 'nobody' }
  if (others.length > 0) return { step: 'several', clients: found.map(({ code }) => code) }
  const { clientId, code: client, account } = one
  if (account.userType !== 'employer') return { step: 'employee', client }
  const { personId, email: former } = account
  const address = storedEmail(to)
  if (address === former) return { step: 'same', client }
  return inClient(db, clientId, async (tx, { now }): Promise<ChangedAddress> => {
    if (await isAddressTaken(tx, clientId, address)) return { step: 'taken', client }
    const moves = [{ personId, former, new: address }]
    await changeLoginEmails(tx, clientId, { moves, mails: operatorAddressMails, cause: `command ${now}`, now })
    const details = { former, new: address }
    const actor = actorOfCommand(operator)
    await appendAudit(tx, clientId, [{ at: now, actor, subject: personId, action: 'account.address-changed', details }])
    return { step: 'changed', client }
  })
}
