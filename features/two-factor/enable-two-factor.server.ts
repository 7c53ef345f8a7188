import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { AnyCall, Tx } from '../../platform/handle.ts'
import type { AuditEvent } from '../../services/audit/audit.queries.ts'
import type { MailQueue } from '../../services/mail/mail.queries.ts'
import { changeAccount } from '../../services/session/account.queries.ts'
import { endChallenges } from '../session/challenge.queries.ts'
import { endOtherSessions } from '../../services/session/session.queries.ts'
import { twoFactorDisabledMail, twoFactorEnabledMail } from './two-factor-mails.messages.ts'
import { deleteSetUps, recordDisabling, replaceRecoveryCodes, redeemTimeStep } from './two-factor.queries.ts'

/** With the only session that stays open. The caller must hold the account's lock. */
export type SwitchInput = {
  personId: PersonId
  sessionId: string
  mail: MailQueue
  call: Pick<AnyCall, 'requestId'>
  now: Date
}

/** Codes of the new seed are used up and old recovery codes deleted. Returns the event, to append last. */
export async function enableTwoFactor(
  tx: Tx,
  clientId: ClientId,
  { sealed, steps, ...switching }: SwitchInput & { sealed: string; steps: readonly number[] },
): Promise<AuditEvent> {
  const { personId } = switching
  await changeAccount(tx, clientId, personId, { twoFactorSecret: sealed })
  await replaceRecoveryCodes(tx, clientId, { personId, hashes: [] })
  for (const step of steps) await redeemTimeStep(tx, clientId, { personId, step })
  return finish(tx, clientId, { action: 'two-factor.enabled', kind: twoFactorEnabledMail }, switching)
}

/** Also removes recovery codes. Returns the event, to append last. */
export async function disableTwoFactor(
  tx: Tx,
  clientId: ClientId,
  { reason, ...switching }: SwitchInput & { reason: string },
): Promise<AuditEvent> {
  const { personId, now } = switching
  await changeAccount(tx, clientId, personId, { twoFactorSecret: null })
  await replaceRecoveryCodes(tx, clientId, { personId, hashes: [] })
  await recordDisabling(tx, clientId, { personId, reason, now })
  return finish(tx, clientId, { action: 'two-factor.disabled', kind: twoFactorDisabledMail }, switching)
}

/** Ends all other sessions and pending logins (S-36), and mails the person. */
async function finish(
  tx: Tx,
  clientId: ClientId,
  { action, kind }: { action: string; kind: typeof twoFactorEnabledMail },
  { personId, sessionId, mail, call, now }: SwitchInput,
): Promise<AuditEvent> {
  await deleteSetUps(tx, clientId, personId)
  await endChallenges(tx, clientId, personId)
  const otherSessionsEnded = await endOtherSessions(tx, clientId, {
    personId,
    except: sessionId,
    because: 'two-factor-changed',
    now,
  })
  await mail.queueMail(tx, clientId, { to: { personId }, kind, data: {}, cause: `${action} ${now.toISOString()}` })
  return {
    at: now.toISOString(),
    actor: personId,
    subject: personId,
    action,
    details: { sessionId, otherSessionsEnded },
    requestId: call.requestId,
  }
}
