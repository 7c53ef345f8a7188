import type { ClientId } from '../../contract/ids.ts'
import type { ResponseControls, AnyCall, Tx } from '../../platform/handle.ts'
import { newSeed, authenticatorUri } from '../../platform/one-time-codes.ts'
import type { ValueEncryption } from '../../platform/encryption.ts'
import type { SignInAccount } from '../../services/session/account.queries.ts'
import {
  findChallenge,
  findPendingSeed,
  insertChallenge,
  type Challenge,
  type PendingSeed,
} from './login-challenge.queries.ts'
import { emptyTokenReply } from '../../services/session/issue-session.server.ts'
import { challengeLimits } from '../../services/session/limits.ts'
import type { TokenReply } from '../../services/session/session.contract.ts'
import { newToken, equalBytes, type Tokens } from '../../services/session/tokens.server.ts'

/** Http-only cookie with one of the two secrets of a challenge. */
export const challengeCookie = '__Host-mfa'

/** The other secret of a challenge. Calls with a code send it as `password` (D-03). */
const ticketForm = /^mfa1\.([A-Za-z0-9_-]{43})$/

/** A login that waits for a code (S-19). `seed` is set if two-factor authentication must be set up first. */
export type OpenedChallenge = { cookie: string; ticket: string; seed: string | null; brand: string; email: string }

type ChallengeInput = {
  account: Pick<SignInAccount, 'personId' | 'email' | 'hasTwoFactor'>
  cameBy: Challenge['cameBy']
  provider?: Challenge['provider']
  brand: string
  earlierCookie: string | undefined
  now: Date
}

export async function openChallenge(
  tx: Tx,
  clientId: ClientId,
  { tokens, seeds }: { tokens: Tokens; seeds: ValueEncryption },
  { account, cameBy, provider = null, brand, earlierCookie, now }: ChallengeInput,
): Promise<OpenedChallenge> {
  const { personId, email, hasTwoFactor } = account
  const [cookie, ticket] = [newToken(), newToken()]
  const pending = hasTwoFactor ? null : ((await earlierSeed()) ?? freshSeed())
  await insertChallenge(tx, clientId, {
    cookieHash: tokens.challengeCookieHash(clientId, cookie),
    ticketHash: tokens.challengeTicketHash(clientId, ticket),
    personId,
    cameBy,
    provider,
    pending,
    now,
  })
  return { cookie, ticket: `mfa1.${ticket}`, seed: pending && seeds.open(pending.sealed, personId), brand, email }

  // The authenticator app may already have the seed of an expired login. Only the same browser gets this seed again.
  async function earlierSeed(): Promise<PendingSeed | undefined> {
    if (!earlierCookie) return undefined
    return findPendingSeed(tx, clientId, {
      cookieHash: tokens.challengeCookieHash(clientId, earlierCookie),
      personId,
      now,
    })
  }
  function freshSeed(): PendingSeed {
    const until = new Date(now.getTime() + challengeLimits.pendingSeedMs)
    return { sealed: seeds.seal(newSeed(), personId), firstStep: null, until }
  }
}

export function replyWithChallenge(answer: ResponseControls, { cookie, ...opened }: OpenedChallenge): TokenReply {
  const ms = opened.seed === null ? challengeLimits.ms : challengeLimits.pendingSeedMs
  answer.setCookie(challengeCookie, cookie, { maxAgeSeconds: ms / 1000 })
  return challengeReply(opened)
}

type OpenHalf = Omit<OpenedChallenge, 'cookie'>

function challengeReply({ ticket, seed, brand, email }: OpenHalf): TokenReply {
  if (seed === null) return { ...emptyTokenReply, is_should_validate_2fa: true, ticket }
  const url = authenticatorUri(seed, { issuer: brand, label: email })
  return { ...emptyTokenReply, is_should_setup_2fa: true, secret: seed, url, ticket }
}

export async function readChallenge(
  tx: Tx,
  clientId: ClientId,
  tokens: Tokens,
  { cookies, now }: Pick<AnyCall, 'cookies'> & { now: Date },
): Promise<Challenge | undefined> {
  const cookie = cookies[challengeCookie]
  return cookie
    ? findChallenge(tx, clientId, { cookieHash: tokens.challengeCookieHash(clientId, cookie), now })
    : undefined
}

export function isTicket(password: string): boolean {
  return ticketForm.test(password)
}

export function isTicketOfChallenge(
  clientId: ClientId,
  tokens: Tokens,
  challenge: Challenge,
  password: string,
): boolean {
  const ticket = ticketForm.exec(password)?.[1]
  return ticket !== undefined && equalBytes(tokens.challengeTicketHash(clientId, ticket), challenge.ticketHash)
}

export function repeatChallengeReply(
  challenge: Challenge,
  seeds: ValueEncryption,
  { ticket, brand }: { ticket: string; brand: string },
): TokenReply {
  const { pending, personId, email } = challenge
  return challengeReply({ ticket, seed: pending && seeds.open(pending.sealed, personId), brand, email })
}
