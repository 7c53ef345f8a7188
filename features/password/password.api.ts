import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { handle, type Call, type Handler } from '../../platform/handle.ts'
import { passwordHashing, type PasswordHashing } from '../../platform/hashing.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { mailQueue } from '../../services/mail/mail.queries.ts'
import { sessionEnded } from '../session/authenticate.server.ts'
import { refuseIfBusy } from '../../services/session/sign-in-refusals.server.ts'
import { tokensOf, type Tokens } from '../../services/session/tokens.server.ts'
import { requestLinkHandler } from './request-link.server.ts'
import { changePasswordHandler } from './change-password.server.ts'
import { checkPasswordRules } from './password-checks.server.ts'
import { countLinkCheck, findLiveLink, isLinkDisabled } from './password-links.queries.ts'
import {
  askForLink,
  changePassword,
  checkPassword,
  resetPassword,
  tooManyChecks,
  validateLink,
  verifyDateOfBirth,
} from './password.contract.ts'
import { invalidLinkHelp } from './password.messages.ts'
import { countCheck, countComparison, readPasswordFacts, type PasswordFacts } from './password.queries.ts'
import { resetPasswordHandler } from './reset-password.server.ts'
import { linkSender } from './send-link.queries.ts'
import { isVerifiedInBrowser, verifyDateOfBirthHandler } from './verify-birth-date.server.ts'

export function passwordHandlers({ serverSecret, captcha }: AppContext): Handler[] {
  const tokens = tokensOf(serverSecret)
  const passwords = passwordHashing(serverSecret)
  const mails = mailQueue(serverSecret)
  return [
    handle(askForLink, requestLinkHandler({ tokens, captcha, sendLink: linkSender(serverSecret) })),
    handle(validateLink, async ({ clientId, params, tx, now }) => {
      const hashes = clientId && tokens.linkHashes(clientId, params.resetToken)
      const link = hashes && (await findLiveLink(tx, clientId, { hashes, now }))
      const valid = link?.kind === 'reset' && !isLinkDisabled(link)
      return { valid, message: valid ? null : invalidLinkHelp, error: null }
    }),
    handle(verifyDateOfBirth, verifyDateOfBirthHandler({ tokens })),
    handle(checkPassword, (call) => check(call, { tokens, passwords })),
    handle(resetPassword, resetPasswordHandler({ tokens, passwords, mails })),
    handle(changePassword, changePasswordHandler({ tokens, passwords, mails })),
  ]
}

type CheckCall = Call<typeof checkPassword>

async function check(call: CheckCall, { tokens, passwords }: { tokens: Tokens; passwords: PasswordHashing }) {
  const { password, token } = call.body
  const asked = token === undefined ? await myFacts(call) : { facts: await factsByLink(call, tokens, token) }
  const checks = await checkPasswordRules(password, asked.facts, { passwords, ...asked }).catch(refuseIfBusy)
  return { checks }
}

async function myFacts(call: CheckCall): Promise<{ facts: PasswordFacts; beforeComparing: () => Promise<void> }> {
  const { caller, clientId } = call
  if (!caller || !clientId) throw refuse(sessionEnded)
  const { personId } = caller
  const facts = await call.inTransaction(async (tx, { now }) =>
    (await countCheck(tx, clientId, { personId, now })) ? readPasswordFacts(tx, clientId, personId) : null,
  )
  if (!facts) throw refuse(tooManyChecks)
  // Limits guesses of the current password: any password that meets the other rules gets the same refusal (S-15, S-17).
  const beforeComparing = async () => {
    const secondsLeft = await call.inTransaction((tx, { now }) => countComparison(tx, clientId, { personId, now }))
    if (secondsLeft !== null) throw refuse(tooManyChecks, { retryAfter: secondsLeft })
  }
  return { facts, beforeComparing }
}

/** Until the date of birth is confirmed, the rules about personal details and former passwords count as met (S-15). */
async function factsByLink(call: CheckCall, tokens: Tokens, token: string): Promise<PasswordFacts> {
  const { clientId } = call
  if (!clientId) throw refuse(notFound)
  return call.inTransaction(async (tx, { now }) => {
    const link = await findLiveLink(tx, clientId, { hashes: tokens.linkHashes(clientId, token), now })
    if (!link || isLinkDisabled(link)) throw refuse(notFound)
    if (!(await countLinkCheck(tx, clientId, { linkId: link.id, now }))) throw refuse(tooManyChecks)
    const facts = await readPasswordFacts(tx, clientId, link.personId)
    return isVerifiedInBrowser(link, { call, clientId, tokens, now }) ? facts : withoutPerson(facts)
  })
}

function withoutPerson(facts: PasswordFacts): PasswordFacts {
  const details = { firstName: '', surname: '', email: '', dateOfBirth: null }
  return { ...facts, details, currentHash: null, previousHashes: [] }
}
