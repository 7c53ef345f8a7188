import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { AnyCall, Tx } from '../../platform/handle.ts'
import type { AuditEvent } from '../../services/audit/audit.queries.ts'
import type { MailQueue } from '../../services/mail/mail.queries.ts'
import { changeAccount } from '../../services/session/account.queries.ts'
import { endChallenges, type PendingSeed } from '../session/login-challenge.queries.ts'
import { endOtherSessions } from '../../services/session/session.queries.ts'
import { twoFactorDisabledMail, twoFactorEnabledMail } from './two-factor-mails.messages.ts'
import { deleteSetUps, recordDisabling, replaceRecoveryCodes, markTimeStepUsed } from './two-factor.queries.ts'
import { refuse } from '../../contract/refusals.ts'
import { timeStepOfCode } from '../../platform/one-time-codes.ts'
import type { ValueEncryption } from '../../platform/encryption.ts'
import { equalTexts } from '../../services/session/tokens.server.ts'
import { setUpChanged, codeInvalid } from './two-factor.contract.ts'

/** `sessionId` is the session that remains open, if any. The caller must have locked the account. */
export type TwoFactorChange = {
  personId: PersonId
  sessionId: string | null
  mail: MailQueue
  call: Pick<AnyCall, 'requestId'>
  now: Date
}

/** Deletes old recovery codes. Append the returned audit event last. */
export async function enableTwoFactor(
  tx: Tx,
  clientId: ClientId,
  { sealed, steps, ...switching }: TwoFactorChange & { sealed: string; steps: readonly number[] },
): Promise<AuditEvent> {
  const { personId } = switching
  await changeAccount(tx, clientId, personId, { twoFactorSecret: sealed })
  await replaceRecoveryCodes(tx, clientId, { personId, hashes: [] })
  for (const step of steps) await markTimeStepUsed(tx, clientId, { personId, step })
  return finish(tx, clientId, { action: 'two-factor.enabled', kind: twoFactorEnabledMail }, switching)
}

/** Append the returned audit event last. */
export async function disableTwoFactor(
  tx: Tx,
  clientId: ClientId,
  {
    reason,
    kind = twoFactorDisabledMail,
    ...switching
  }: TwoFactorChange & { reason: string; kind?: typeof twoFactorDisabledMail },
): Promise<AuditEvent> {
  const { personId, now } = switching
  await changeAccount(tx, clientId, personId, { twoFactorSecret: null })
  await replaceRecoveryCodes(tx, clientId, { personId, hashes: [] })
  await recordDisabling(tx, clientId, { personId, reason, now })
  return finish(tx, clientId, { action: 'two-factor.disabled', kind }, switching)
}

async function finish(
  tx: Tx,
  clientId: ClientId,
  { action, kind }: { action: string; kind: typeof twoFactorEnabledMail },
  { personId, sessionId, mail, call, now }: TwoFactorChange,
): Promise<AuditEvent> {
  await deleteSetUps(tx, clientId, personId)
  await endChallenges(tx, clientId, [personId])
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

type Sent = { code: string; type: 'temporary' | 'complete'; secret: string }
type CodeContext = { pending: PendingSeed | undefined; seeds: ValueEncryption; personId: PersonId; now: Date }

/** Refuses another secret, a second code without the first, and a code that is not newer (S-22). */
export function timeStepOfValidCode(
  { code, type, secret }: Sent,
  { pending, seeds, personId, now }: CodeContext,
): number {
  if (!pending || pending.until <= now) throw refuse(setUpChanged)
  const seed = seeds.open(pending.sealed, personId)
  if (!equalTexts(seed, secret)) throw refuse(setUpChanged)
  const { firstStep } = pending
  if (type === 'complete' && firstStep === null) throw refuse(setUpChanged)
  const step = timeStepOfCode(seed, { code, now })
  const isNew = type === 'temporary' || (step !== null && firstStep !== null && step > firstStep)
  if (step === null || !isNew) throw refuse(codeInvalid)
  return step
}
