import { sql } from 'kysely'
import { transactionTime } from '../../database/transaction-time.ts'
import { captchaLimits } from '../../platform/captcha/limits.ts'
import { timeAgo, type ExpiredRows } from '../../platform/expired-rows.ts'
import { captchaTokenLimits, sessionLimits, signInLimits } from '../../services/session/limits.ts'

const DAY = 24 * 3_600_000

export const spentInSessions: readonly ExpiredRows[] = [
  {
    deleteFrom: 'captcha_solution',
    key: ['solution_hash'],
    // Older captcha tokens are refused because of their age, so their use need not be remembered.
    when: sql`used_at < ${timeAgo(captchaLimits.livesMs + captchaLimits.aheadMs + DAY)}`,
  },
  {
    deleteFrom: 'sign_in_attempt',
    key: ['source', 'identifier_hash'],
    when: sql`attempted_at < ${timeAgo(captchaTokenLimits.triesWithinMs)}`,
  },
  { deleteFrom: 'spraying_source', key: ['source'], when: sql`since < ${timeAgo(captchaTokenLimits.triesWithinMs)}` },
  {
    deleteFrom: 'failed_attempt',
    key: ['identifier_hash', 'lane'],
    when: sql`changed_at < ${timeAgo(signInLimits.forgetFailuresMs)}`,
  },
  {
    deleteFrom: 'attempt_without_captcha',
    key: ['key_hash'],
    when: sql`since < ${timeAgo(captchaTokenLimits.unprovenWithinMs)}`,
  },
  {
    deleteFrom: 'login_challenge',
    key: ['cookie_hash'],
    when: sql`greatest(expires_at, pending_until) < ${transactionTime}`,
    // Skips locked rows, because a change of password or second factor deletes the rows that it locks.
    skipsHeld: true,
  },
  { deleteFrom: 'entry_token', key: ['hash'], when: sql`expires_at < ${transactionTime}` },
  { deleteFrom: 'access_token', key: ['hash'], when: sql`expires_at < ${timeAgo(DAY)}` },
  {
    deleteFrom: 'refresh_token',
    key: ['cookie_hash'],
    // No session lives this long, so a stolen old token is useless.
    when: sql`created_at < ${timeAgo(sessionLimits.absoluteMs + DAY)}`,
  },
  {
    deleteFrom: 'session',
    key: ['id'],
    // Deletes tokens and set-ups before their sessions. The audit keeps the logins and views.
    when: (clientId) => sql`
      started_at < ${timeAgo(sessionLimits.keptMs)}
      and not exists (
        select from access_token
        where access_token.client_id = ${clientId}
          and access_token.session_id = session.id
      )
      and not exists (
        select from refresh_token
        where refresh_token.client_id = ${clientId}
          and refresh_token.session_id = session.id
      )
      and not exists (
        select from masquerade_grant
        where masquerade_grant.client_id = ${clientId}
          and masquerade_grant.actor_session_id = session.id
      )
      and not exists (
        select from two_factor_setup
        where two_factor_setup.client_id = ${clientId}
          and two_factor_setup.session_id = session.id
      )`,
    skipsHeld: true,
  },
]
