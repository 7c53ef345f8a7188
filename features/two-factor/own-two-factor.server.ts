import { storedEmail } from '../../contract/email.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { passwordMessages } from '../../contract/password.messages.ts'
import { type Refused, refuse } from '../../contract/refusals.ts'
import type { PasswordHashing } from '../../platform/hashing.ts'
import type { Call, Clock, Tx } from '../../platform/handle.ts'
import { newSeed, authenticatorUri } from '../../platform/one-time-codes.ts'
import type { ValueEncryption } from '../../platform/encryption.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { currentPasswordWrong } from '../password/password.contract.ts'
import type { MailQueue } from '../../services/mail/mail.queries.ts'
import { lockAccount, type SignInAccount } from '../../services/session/account.queries.ts'
import { readSignInRules } from '../../services/session/client.queries.ts'
import { requirePassword } from '../sign-in-protection/attempt-limit.server.ts'
import { attemptKeyOf } from '../sign-in-protection/attempt-identifier.server.ts'
import { sessionEnded } from '../session/authenticate.server.ts'
import { isSessionOpen } from '../../services/session/session.queries.ts'
import type { Tokens } from '../../services/session/tokens.server.ts'
import { requireCode } from './check-code.server.ts'
import { storeSetUp, storeFirstStep, readSetUp, replaceRecoveryCodes, twoFactorLimits } from './two-factor.queries.ts'
import { disableTwoFactor, enableTwoFactor, timeStepOfValidCode } from './enable-two-factor.server.ts'
import { recoveryCodesMadeMail } from './two-factor-mails.messages.ts'
import { newRecoveryCodes, readRecoveryCode, recoveryCodeHash } from './recovery-codes.server.ts'
import {
  currentCodeNeeded,
  reasonMissing,
  twoFactorEnforced,
  twoFactorOff,
  type beginSetUp,
  type disable,
  type makeRecoveryCodes,
  type setUpOwn,
} from './own-two-factor.contract.ts'

type Tools = { tokens: Tokens; seeds: ValueEncryption; mail: MailQueue }
type OwnCall = Pick<Call<typeof beginSetUp>, 'params' | 'caller' | 'clientId' | 'inTransaction'>

export function beginSetUpHandler({ tokens, seeds }: Omit<Tools, 'mail'>) {
  return async (call: Call<typeof beginSetUp>) => {
    const { clientId, body } = call
    const account = await readOwn(call)
    if (!account.hasTwoFactor) return call.inTransaction((tx, clock) => handOut(tx, { call, clock, isProven: false }))
    const { code } = body
    if (!code) throw refuse(currentCodeNeeded)
    return requireCode(call, clientId, {
      tokens,
      seeds,
      whose: account,
      code,
      allows: (tx, clock) => handOut(tx, { call, clock, isProven: true }),
    })
  }

  type HandingOut = { call: Call<typeof beginSetUp>; clock: Clock; isProven: boolean }

  async function handOut(tx: Tx, { call, clock, isProven }: HandingOut) {
    const { clientId, caller } = call
    const { email, personId, hasTwoFactor, passwordHash } = await holdOwn(tx, clientId, { caller, clock })
    // Another session of the person may have set up two-factor authentication in the meantime.
    if (hasTwoFactor && !isProven) throw refuse(currentCodeNeeded)
    const secret = newSeed()
    const until = new Date(clock.now.getTime() + twoFactorLimits.setUpMs)
    await storeSetUp(tx, clientId, {
      sessionId: caller.sessionId,
      personId,
      sealed: seeds.seal(secret, personId),
      until,
    })
    const { brand } = await readSignInRules(tx, clientId, clock.today)
    const url = authenticatorUri(secret, { issuer: brand, label: email })
    return { url, secret, needsPassword: passwordHash !== null, error: null }
  }
}

export function setUpOwnHandler({ tokens, seeds, passwords, mail }: Tools & { passwords: PasswordHashing }) {
  return async (call: Call<typeof setUpOwn>) => {
    const { clientId, body } = call
    const account = await readOwn(call)
    if (body.type === 'complete') {
      const { email, passwordHash: hash } = account
      if (body.email && storedEmail(body.email) !== email) throw wrongPassword()
      const attemptKey = attemptKeyOf(call, clientId, { tokens, email })
      const sent = body.password ?? ''
      if (hash !== null)
        await requirePassword(call, clientId, { attemptKey, passwords, sent, hash, wrong: wrongPassword() })
    }
    const codes = await call.inTransaction((tx, clock) => pass(tx, clientId, { call, clock }))
    return { status: body.type, codes, error: null }
  }

  async function pass(
    tx: Tx,
    clientId: ClientId,
    { call, clock }: { call: Call<typeof setUpOwn>; clock: Clock },
  ): Promise<string[]> {
    const { caller, body } = call
    const { sessionId } = caller
    const { now } = clock
    const { personId } = await holdOwn(tx, clientId, { caller, clock })
    const pending = await readSetUp(tx, clientId, { sessionId, now })
    const step = timeStepOfValidCode(body, { pending, seeds, personId, now })
    if (body.type === 'temporary') {
      await storeFirstStep(tx, clientId, { sessionId, step })
      return []
    }
    const steps = [pending?.firstStep ?? step, step]
    const sealed = pending?.sealed ?? ''
    const event = await enableTwoFactor(tx, clientId, { personId, sessionId, sealed, steps, mail, call, now })
    const codes = await storeRecoveryCodes(tx, clientId, personId)
    await appendAudit(tx, clientId, [event])
    return codes
  }
}

/** Refused if the client requires two-factor authentication (TWOFA-23, TWOFA-24). */
export function disableHandler({ tokens, seeds, mail }: Tools) {
  return async (call: Call<typeof disable>) => {
    const { clientId, caller, body, today } = call
    const account = await readOwn(call)
    const { twoFactorRequiredOf } = await call.inTransaction((tx) => readSignInRules(tx, clientId, today))
    if (twoFactorRequiredOf[account.userType]) throw refuse(twoFactorEnforced)
    if (!account.hasTwoFactor) throw refuse(twoFactorOff)
    const { reason, code } = body
    if (reason === '') throw refuse(reasonMissing, { errors: { reason: [reasonMissing.message] } })
    return requireCode(call, clientId, {
      tokens,
      seeds,
      whose: account,
      code,
      allows: async (tx, clock) => {
        const { personId } = await holdOwn(tx, clientId, { caller, clock })
        const { sessionId } = caller
        const off = { personId, sessionId, reason, mail, call, now: clock.now }
        await appendAudit(tx, clientId, [await disableTwoFactor(tx, clientId, off)])
        return { status: 'ok' as const, error: null }
      },
    })
  }
}

export function makeRecoveryCodesHandler({ tokens, seeds, mail }: Tools) {
  return async (call: Call<typeof makeRecoveryCodes>) => {
    const { clientId, caller, body, requestId } = call
    const account = await readOwn(call)
    if (!account.hasTwoFactor) throw refuse(twoFactorOff)
    return requireCode(call, clientId, {
      tokens,
      seeds,
      whose: account,
      code: body.code,
      allows: async (tx, clock) => {
        const { personId } = await holdOwn(tx, clientId, { caller, clock })
        const codes = await storeRecoveryCodes(tx, clientId, personId)
        const at = clock.now.toISOString()
        const action = 'two-factor.recovery-codes-made'
        const cause = `${action} ${at}`
        await mail.queueMail(tx, clientId, { to: { personId }, kind: recoveryCodesMadeMail, data: {}, cause })
        await appendAudit(tx, clientId, [{ at, actor: personId, subject: personId, action, details: {}, requestId }])
        return { codes }
      },
    })
  }
}

async function storeRecoveryCodes(tx: Tx, clientId: ClientId, personId: PersonId): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((each) => recoveryCodeHash(clientId, personId, readRecoveryCode(each) ?? ''))
  await replaceRecoveryCodes(tx, clientId, { personId, hashes })
  return codes
}

async function readOwn({ params, caller, clientId, inTransaction }: OwnCall): Promise<SignInAccount> {
  if (params.id !== caller.personId) throw refuse(notFound)
  const account = await inTransaction((tx) => lockAccount(tx, clientId, caller.personId))
  if (!account) throw refuse(sessionEnded)
  return account
}

/** Checks the session under the lock, because it may have ended in the meantime (S-05). */
async function holdOwn(
  tx: Tx,
  clientId: ClientId,
  { caller: { personId, sessionId }, clock: { now } }: Pick<OwnCall, 'caller'> & { clock: Clock },
): Promise<SignInAccount> {
  const account = await lockAccount(tx, clientId, personId)
  if (account?.state !== 'active' || !(await isSessionOpen(tx, clientId, { sessionId, now })))
    throw refuse(sessionEnded)
  return account
}

function wrongPassword(): Refused {
  return refuse(currentPasswordWrong, { errors: { password: [passwordMessages.currentWrong] } })
}
