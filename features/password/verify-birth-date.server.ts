import { dobProblem } from '../../contract/date-of-birth.ts'
import { dobMessages } from '../../contract/date-of-birth.messages.ts'
import type { ClientId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { refuse, type Refused } from '../../contract/refusals.ts'
import type { AnyCall, Call, Tx } from '../../platform/handle.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { newToken, equalBytes, type Tokens } from '../../services/session/tokens.server.ts'
import { linkLimits } from './limits.ts'
import { subtractLimitedAction, countLimitedAction, wrongBirthDates } from './link-attempt-limit.queries.ts'
import {
  countWrongDate,
  findLiveLink,
  isLinkDisabled,
  recordVerifiedBrowser,
  type LiveLink,
} from './password-links.queries.ts'
import { invalidDateOfBirth, dateOfBirthWrong, linkExpired, type verifyDateOfBirth } from './password.contract.ts'
import { readPasswordFacts } from './password.queries.ts'

export const linkCookie = '__Host-link'

/** A22. Allows few attempts, because dates of birth are easy to find out (S-11, D-08). */
export function verifyDateOfBirthHandler({ tokens }: { tokens: Tokens }) {
  return async (call: Call<typeof verifyDateOfBirth>) => {
    const { clientId, body, today } = call
    const date = isoDateOf(body.date_of_birth, today)
    if (!clientId) throw refuse(notFound)

    const browser = newToken()
    const outcome = await call.inTransaction(async (tx, { now }) => {
      const link = await findLiveLink(tx, clientId, {
        hashes: tokens.linkHashes(clientId, body.token),
        now,
        hold: true,
      })
      if (!link) return 'unknown'
      const found = await checkBirthDate(tx, clientId, { link, date, now, call })
      if (found !== 'right') return found
      const browserHash = tokens.linkBrowserHash(clientId, browser)
      await recordVerifiedBrowser(tx, clientId, { linkId: link.id, browserHash, now })
      await recordStep(tx, clientId, 'link.verified', { link, now, call })
      return readPasswordFacts(tx, clientId, link.personId)
    })
    if (typeof outcome === 'string') throw dateOfBirthRefusal(outcome)
    call.answer.setCookie(linkCookie, browser, { maxAgeSeconds: linkLimits.verifiedMs / 1000 })
    return { verified: true as const, error: null, errors: null, passwordRules: outcome.rules }
  }
}

export type DateCheckResult = 'right' | 'wrong' | 'spent'

type DateCheckInput = { link: LiveLink; date: string; now: Date; call: Pick<AnyCall, 'requestId'> }

/** Wrong dates count for the link and for the person. The caller must have locked the link. */
export async function checkBirthDate(
  tx: Tx,
  clientId: ClientId,
  { link, date, now, call }: DateCheckInput,
): Promise<DateCheckResult> {
  if (isLinkDisabled(link)) return 'spent'
  const wrongDates = wrongBirthDates(link.personId)
  if (!(await countLimitedAction(tx, clientId, { ...wrongDates, ...linkLimits.wrongDates, now }))) return 'spent'
  if (link.dateOfBirth === date) {
    await subtractLimitedAction(tx, clientId, wrongDates)
    return 'right'
  }
  await countWrongDate(tx, clientId, link.id)
  await recordStep(tx, clientId, 'link.wrong-date', { link, now, call })
  return 'wrong'
}

export function isVerifiedInBrowser(
  { verifiedAt, browserHash }: LiveLink,
  { call, clientId, tokens, now }: { call: Pick<AnyCall, 'cookies'>; clientId: ClientId; tokens: Tokens; now: Date },
): boolean {
  const cookie = call.cookies[linkCookie]
  if (verifiedAt === null || browserHash === null || cookie === undefined) return false
  const isFresh = now.getTime() - Date.parse(verifiedAt) <= linkLimits.verifiedMs
  return isFresh && equalBytes(tokens.linkBrowserHash(clientId, cookie), browserHash)
}

export function dateOfBirthRefusal(outcome: 'unknown' | Exclude<DateCheckResult, 'right'>): Refused {
  switch (outcome) {
    case 'unknown':
      return refuse(notFound)
    case 'spent':
      return refuse(linkExpired)
    case 'wrong':
      return refuse(dateOfBirthWrong, { errors: { date_of_birth: [dobMessages.mismatch] } })
  }
}

/** Converts dd/mm/yyyy. Refuses an invalid date, which does not count as an attempt. */
export function isoDateOf(typed: string, today: string): string {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(typed) ?? []
  const date = day ? `${year}-${month}-${day}` : typed && 'no date'
  const problem = dobProblem(date, today)
  if (problem) throw refuse(invalidDateOfBirth, { errors: { date_of_birth: [problem] } })
  return date
}

function recordStep(tx: Tx, clientId: ClientId, action: string, { link, now, call }: Omit<DateCheckInput, 'date'>) {
  return appendAudit(tx, clientId, [
    {
      at: now.toISOString(),
      // No actor, because a link alone does not prove who uses it.
      actor: null,
      subject: link.personId,
      action,
      details: { linkId: link.id, kind: link.kind },
      requestId: call.requestId,
    },
  ])
}
