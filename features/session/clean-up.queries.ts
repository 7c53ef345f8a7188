import { sql } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { captchaLimits } from '../../platform/captcha/limits.ts'
import { robotLimits, sessionLimits, signInLimits } from './limits.ts'

const DAY = 24 * 3_600_000

/**
 * Tokens of sessions that are long over, steps of logins that nobody took, and counts of guesses that nobody goes on
 * with. Answers how many rows went. In the order in which a login takes the same rows, so that none waits in a ring.
 */
export async function deleteSpentRows(tx: Tx, clientId: ClientId, { portion }: { portion: number }): Promise<number> {
  const before = (ms: number) => sql`app.now() - make_interval(secs => ${ms / 1000})`
  const statements = [
    // A proof is refused by its age from then on.
    sql`
      delete from robot_proof
      where client_id = ${clientId}
        and proof_hash in (
          select proof_hash
          from robot_proof
          where client_id = ${clientId}
            and used_at < ${before(captchaLimits.livesMs + captchaLimits.aheadMs + DAY)}
          order by proof_hash
          limit ${portion}
        )`,
    sql`
      delete from sign_in_try
      where client_id = ${clientId}
        and (source, identifier_hash) in (
          select source, identifier_hash
          from sign_in_try
          where client_id = ${clientId}
            and tried_at < ${before(robotLimits.triesWithinMs)}
          order by source, identifier_hash
          limit ${portion}
        )`,
    sql`
      delete from sprayed_source
      where client_id = ${clientId}
        and since < ${before(robotLimits.triesWithinMs)}`,
    sql`
      delete from login_attempt
      where client_id = ${clientId}
        and (identifier_hash, lane) in (
          select identifier_hash, lane
          from login_attempt
          where client_id = ${clientId}
            and changed_at < ${before(signInLimits.forgetFailuresMs)}
          order by identifier_hash, lane
          limit ${portion}
        )`,
    sql`
      delete from unproven_guess
      where client_id = ${clientId}
        and counted in (
          select counted
          from unproven_guess
          where client_id = ${clientId}
            and since < ${before(robotLimits.unprovenWithinMs)}
          order by counted
          limit ${portion}
        )`,
    // Who changes a password or a second factor ends the steps of their logins, and waits for none of these.
    sql`
      delete from login_challenge
      where client_id = ${clientId}
        and cookie_hash in (
          select cookie_hash
          from login_challenge
          where client_id = ${clientId}
            and greatest(expires_at, pending_until) < app.now()
          order by cookie_hash
          limit ${portion}
          for update skip locked
        )`,
    sql`
      delete from entry_token
      where client_id = ${clientId}
        and hash in (
          select hash
          from entry_token
          where client_id = ${clientId}
            and expires_at < app.now()
          order by hash
          limit ${portion}
        )`,
    sql`
      delete from access_token
      where client_id = ${clientId}
        and hash in (
          select hash
          from access_token
          where client_id = ${clientId}
            and expires_at < ${before(DAY)}
          order by hash
          limit ${portion}
        )`,
    // No session outlives this age, so no copy of such a token can be told from a stolen one any more, or does harm.
    sql`
      delete from refresh_token
      where client_id = ${clientId}
        and cookie_hash in (
          select cookie_hash
          from refresh_token
          where client_id = ${clientId}
            and created_at < ${before(sessionLimits.absoluteMs + DAY)}
          order by cookie_hash
          limit ${portion}
        )`,
  ]
  let deleted = 0
  for (const statement of statements) deleted += Number((await statement.execute(tx)).numAffectedRows ?? 0n)
  return deleted
}
