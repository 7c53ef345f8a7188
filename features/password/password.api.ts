import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { handle, type Call, type Handler } from '../../platform/handle.ts'
import { HashingBusy, passwordHashing, type PasswordHashing } from '../../platform/hashing.ts'
import type { House } from '../../platform/house.ts'
import { sessionEnded } from '../session/session-refusals.server.ts'
import { tooManySignIns } from '../session/session.contract.ts'
import { tokensOf } from '../session/tokens.server.ts'
import { change } from './change.server.ts'
import { checksOf } from './check.server.ts'
import { changePassword, checkPassword, tooManyChecks } from './password.contract.ts'
import { countCheck, countComparison, readPasswordFacts } from './password.queries.ts'

/** Choosing a password: checking one, and changing one's own. */
export function passwordHandlers({ serverSecret }: House): Handler[] {
  const tokens = tokensOf(serverSecret)
  const passwords = passwordHashing(serverSecret)
  return [
    handle(checkPassword, (call) => check(call, passwords)),
    handle(changePassword, change({ tokens, passwords })),
  ]
}

async function check(call: Call<typeof checkPassword>, passwords: PasswordHashing) {
  const { body, caller, clientId } = call
  // No link exists yet whose token could be known; an unknown one is answered as a thing that is not there (S-10).
  if (body.token !== undefined) throw refuse(notFound)
  if (!caller || !clientId) throw refuse(sessionEnded)
  const { personId } = caller
  const facts = await call.inTransaction(async (tx, { now }) =>
    (await countCheck(tx, clientId, { personId, now })) ? readPasswordFacts(tx, clientId, personId) : null,
  )
  if (!facts) throw refuse(tooManyChecks)
  // Whoever sits at somebody else's open session would else learn the password by asking. The refusal is the same for
  // every password that meets the other rules; at the change itself the current one is asked for first (S-15, S-17).
  const beforeComparing = async () => {
    const secondsLeft = await call.inTransaction((tx, { now }) => countComparison(tx, clientId, { personId, now }))
    if (secondsLeft !== null) throw refuse(tooManyChecks, { retryAfter: secondsLeft })
  }
  const checks = await checksOf(body.password, facts, { passwords, beforeComparing }).catch((error: unknown) => {
    throw error instanceof HashingBusy ? refuse(tooManySignIns) : error
  })
  return { checks }
}
