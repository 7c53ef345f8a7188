import type { ClientId, SchemeYearId } from '../../contract/ids.ts'
import { refuse, type Refused } from '../../contract/refusals.ts'
import { HashingBusy, type PasswordHashing } from '../../platform/hashing.ts'
import type { Call, Clock, Tx } from '../../platform/handle.ts'
import { appendAudit } from '../audit/audit.queries.ts'
import { changeAccount, findAccountByEmail, lockAccount, type SignInAccount } from './account.queries.ts'
import { readSignInRules } from './client.queries.ts'
import { nothingGranted, setRefreshCookies, startSession, tokenReplyOf, type Granted } from './grant.server.ts'
import { signInLimits } from './limits.ts'
import {
  adoptAttempts,
  forgetAttempts,
  returnAttempt,
  secondsLocked,
  takeAttempt,
  type GuessedAt,
} from './login-attempts.queries.ts'
import {
  accountLocked,
  accountProblem,
  signInFailed,
  tooManySignIns,
  type requestToken,
  type TokenReply,
} from './session.contract.ts'
import { isServed } from './standing.queries.ts'
import type { Tokens } from './tokens.server.ts'

export const deviceCookie = '__Host-dev'

type SignInCall = Call<typeof requestToken>
type Outcome =
  | { step: 'signed-in'; granted: Granted; schemeYearId: SchemeYearId }
  | { step: 'needs-code' }
  | { step: 'needs-two-factor-setup' }
  | { step: 'account-problem' }
  | { step: 'failed' }

/**
 * Signs in by password, in three steps: take a place of the budget (committed before anything is looked at), check the
 * password without holding a connection, decide on the account as it is by then.
 */
export function signIn({ tokens, passwords }: { tokens: Tokens; passwords: PasswordHashing }) {
  return async (call: SignInCall): Promise<TokenReply> => {
    const { clientId, body, now } = call
    if (!clientId) {
      await passwords.verify(null, body.password).catch(whenBusy)
      throw failed()
    }

    const guessed = guessedAt(call, clientId, { tokens, email: body.email })
    const opened = await call.inTransaction(async (tx, clock) => {
      await adoptAttempts(tx, clientId, guessed)
      return open(tx, clientId, { email: body.email, guessed, now: clock.now })
    })
    if (opened.step === 'locked') throw locked(opened.seconds)
    const outcome = await evaluate(call, clientId, { account: opened.account, guessed }).catch(
      async (error: unknown) => {
        // Nothing was learnt about the password, so nothing is counted; when the database is what failed, this fails too.
        await call.inTransaction((tx) => returnAttempt(tx, clientId, guessed)).catch(() => undefined)
        return whenBusy(error)
      },
    )
    switch (outcome.step) {
      case 'signed-in':
        setRefreshCookies(call.answer, outcome.granted, now)
        call.answer.setCookie(deviceCookie, tokens.newDeviceCookie(clientId, body.email, now), {
          maxAgeSeconds: signInLimits.deviceMs / 1000,
        })
        return { ...tokenReplyOf(outcome.granted), scheme: outcome.schemeYearId }
      case 'needs-code':
        return { ...nothingGranted, is_should_validate_2fa: true }
      case 'needs-two-factor-setup':
        return { ...nothingGranted, is_should_setup_2fa: true }
      case 'account-problem':
        throw refuse(accountProblem, { body: { ...failedBody, error_message: accountProblem.message } })
      case 'failed':
        if (!opened.isLast) throw failed()
        await call.inTransaction((tx, clock) => recordLock(tx, clientId, { call, guessed, clock }))
        throw locked(signInLimits.lockMs / 1000)
    }
  }

  async function evaluate(
    call: SignInCall,
    clientId: ClientId,
    { account, guessed }: { account: SignInAccount | undefined; guessed: GuessedAt },
  ): Promise<Outcome> {
    const { password } = call.body
    const { matches, outdated } = await passwords.verify(account?.passwordHash ?? null, password)
    if (!account || !matches) return { step: 'failed' }
    const newHash = outdated ? await passwords.hash(password) : undefined
    return call.inTransaction((tx, clock) => decide(tx, clientId, { call, account, guessed, clock, newHash }))
  }

  type Deciding = {
    call: SignInCall
    account: SignInAccount
    guessed: GuessedAt
    clock: Clock
    newHash: string | undefined
  }

  async function decide(tx: Tx, clientId: ClientId, deciding: Deciding): Promise<Outcome> {
    const { call, account: seen, guessed, newHash } = deciding
    const { now, today } = deciding.clock
    const account = await lockAccount(tx, clientId, seen.personId)
    const rules = await readSignInRules(tx, clientId, today)
    // Read anew: whatever changed while the password was checked counts (S-05).
    if (account?.passwordHash !== seen.passwordHash || account.state === 'invited' || rules.ssoAccessOnly)
      return { step: 'failed' }
    const served = await isServed(tx, clientId, { personId: account.personId, today })
    if (account.state === 'disabled' || !served || rules.schemeYearId === null) return { step: 'account-problem' }
    if (account.hasTwoFactor || rules.twoFactorRequiredOf[account.userType]) {
      // The password was right, so nothing was guessed; the code has its own count.
      await returnAttempt(tx, clientId, guessed)
      return { step: account.hasTwoFactor ? 'needs-code' : 'needs-two-factor-setup' }
    }

    await forgetAttempts(tx, clientId, guessed)
    const { personId } = account
    await changeAccount(tx, clientId, personId, { lastLoginAt: now, ...(newHash && { passwordHash: newHash }) })
    const granted = await startSession(tx, clientId, tokens, {
      personId,
      cameBy: 'password',
      userAgent: call.headers['user-agent']?.slice(0, 300) ?? null,
      deviceHash: call.body.deviceToken ? tokens.deviceTokenHash(clientId, call.body.deviceToken) : null,
      now,
    })
    await appendAudit(tx, clientId, [
      {
        at: now.toISOString(),
        actor: personId,
        subject: personId,
        action: 'session.started',
        details: { sessionId: granted.sessionId, cameBy: 'password' },
        requestId: call.requestId,
      },
    ])
    return { step: 'signed-in', granted, schemeYearId: rules.schemeYearId }
  }
}

/** Whose password is guessed at, and from where: a browser that has signed in as them before has a budget of its own (S-04). */
export function guessedAt(
  { cookies, now }: Pick<SignInCall, 'cookies' | 'now'>,
  clientId: ClientId,
  { tokens, email }: { tokens: Tokens; email: string },
): GuessedAt {
  const device = tokens.readDeviceCookie(clientId, email, cookies[deviceCookie], now)
  return {
    identifierHash: tokens.identifierHash(clientId, email),
    lane: device ? `device ${device}` : 'any',
    olderHashes: tokens.olderIdentifierHashes(clientId, email),
  }
}

type Opened =
  | { step: 'open'; account: SignInAccount | undefined; isLast: boolean }
  | { step: 'locked'; seconds: number }

async function open(
  tx: Tx,
  clientId: ClientId,
  { email, guessed, now }: { email: string; guessed: GuessedAt; now: Date },
): Promise<Opened> {
  const attempt = await takeAttempt(tx, clientId, { ...guessed, now })
  if (!attempt) return { step: 'locked', seconds: await secondsLocked(tx, clientId, { ...guessed, now }) }
  return { step: 'open', account: await findAccountByEmail(tx, clientId, email), isLast: attempt.isLast }
}

/** The event names nobody: an identifier that is no account locks just as well, and takes the same time. */
export function recordLock(
  tx: Tx,
  clientId: ClientId,
  { call, guessed, clock }: { call: Pick<SignInCall, 'ip' | 'requestId'>; guessed: GuessedAt; clock: Clock },
): Promise<void> {
  return appendAudit(tx, clientId, [
    {
      at: clock.now.toISOString(),
      actor: null,
      subject: null,
      action: 'sign-in.locked',
      details: {
        identifier: guessed.identifierHash.toString('hex'),
        lane: guessed.lane.split(' ')[0] ?? '',
        ip: call.ip,
      },
      requestId: call.requestId,
    },
  ])
}

// The keys of the token response, so that the login screen reads a refusal like an answer (D-10); `error` is the
// sentence of the refusal.
const { error: _error, ...failedBody } = nothingGranted

function failed(): Refused {
  return refuse(signInFailed, { body: failedBody })
}

function locked(seconds: number): Refused {
  return refuse(accountLocked, { body: { ...failedBody, userAccountLocked: true }, retryAfter: seconds })
}

function whenBusy(error: unknown): never {
  throw error instanceof HashingBusy ? refuse(tooManySignIns) : error
}
