import { sql } from 'kysely'
import { emailProblem, storedEmail } from '../../contract/email.ts'
import type { ClientId } from '../../contract/ids.ts'
import { refuse, type Refused } from '../../contract/refusals.ts'
import type { Call, Clock, Tx } from '../../platform/handle.ts'
import type { CaptchaService } from '../../platform/app-context.ts'
import { networkOfIp } from '../../platform/network-of-ip.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { readSignInRules } from '../../services/session/client.queries.ts'
import { captchaFailed } from '../../services/session/captcha.contract.ts'
import { checkCaptcha, quarterOfBudget } from '../../services/session/captcha.server.ts'
import { hasAccess } from '../../services/session/employment-status.queries.ts'
import type { Tokens } from '../../services/session/tokens.server.ts'
import { linkLimits } from './limits.ts'
import { countLimitedAction, type ActionLimit } from './link-attempt-limit.queries.ts'
import { findLinkRequester } from './password-links.queries.ts'
import { invalidAddress, type askForLink } from './password.contract.ts'
import type { LinkSender } from './send-link.queries.ts'

type RequestCall = Call<typeof askForLink>
type RequestTools = { tokens: Tokens; sendLink: LinkSender; captcha: CaptchaService }
type RequestedLink = { call: RequestCall; clock: Clock; isProven: boolean }
type Outcome = { subject: string | null; sent: boolean; limited?: true }

const linkSentReply = { sent: true as const, errors: null, error: null }

/** A20. Same response and work for every address: if no mail is due, its rows are rolled back (S-13, FORGOT-18). */
export function requestLinkHandler({ tokens, sendLink, captcha }: RequestTools) {
  return async (call: RequestCall): Promise<typeof linkSentReply> => {
    const { clientId, body } = call
    const problem = emailProblem(body.email)
    if (problem) throw refuse(invalidAddress, { errors: { email: [problem] } })
    const proofIn = await checkCaptcha(call, body.recaptcha, { captcha, tokens })
    if (!clientId) {
      if (!body.recaptcha) throw captchaRequired()
      return linkSentReply
    }
    const proof = await call.inTransaction((tx, clock) => proofIn(tx, clientId, clock))
    if (proof === 'none') throw captchaRequired()
    await call.inTransaction(async (tx, clock) => {
      const { subject, ...details } = await answer(tx, clientId, { call, clock, isProven: proof === 'proven' })
      await appendAudit(tx, clientId, [
        {
          at: clock.now.toISOString(),
          actor: null,
          subject,
          action: 'password.link-asked',
          details,
          requestId: call.requestId,
        },
      ])
    })
    return linkSentReply
  }

  async function answer(tx: Tx, clientId: ClientId, asked: RequestedLink): Promise<Outcome> {
    const { call, clock } = asked
    if (!(await isWithinBudget(tx, clientId, asked))) return { subject: null, sent: false, limited: true }
    const asking = await findLinkRequester(tx, clientId, call.body.email)
    if (!asking) return { subject: null, sent: false }
    const { personId, state, isKnown } = asking
    const { ssoAccessOnly } = await readSignInRules(tx, clientId, clock.today)
    const isServedNow = await hasAccess(tx, clientId, { personId, today: clock.today })
    const getsOne = isKnown && state !== 'disabled' && isServedNow && !ssoAccessOnly
    await sameForAll(tx, { keep: getsOne }, () =>
      sendLink(tx, clientId, { personId, kind: state === 'invited' ? 'activation' : 'reset', now: clock.now }),
    )
    return { subject: isKnown ? personId : null, sent: getsOne }
  }

  /** Counts requests for unknown addresses too. While captchas cannot be verified, allows a quarter of them (S-06). */
  async function isWithinBudget(
    tx: Tx,
    clientId: ClientId,
    { call, clock, isProven }: RequestedLink,
  ): Promise<boolean> {
    const countedAs = (text: string) => tokens.countedHash(clientId, text)
    const budget = (of: ActionLimit) => ({ ...of, most: isProven ? of.most : quarterOfBudget(of.most), now: clock.now })
    const from = { what: 'asked-from', counted: countedAs(networkOfIp(call.ip)) } as const
    const about = { what: 'asked-for', counted: countedAs(storedEmail(call.body.email)) } as const
    return (
      (await countLimitedAction(tx, clientId, { ...from, ...budget(linkLimits.askedFrom) })) &&
      (await countLimitedAction(tx, clientId, { ...about, ...budget(linkLimits.askedFor) }))
    )
  }
}

function captchaRequired(): Refused {
  return refuse(captchaFailed, { errors: { recaptcha: [captchaFailed.message] } })
}

async function sameForAll(tx: Tx, { keep }: { keep: boolean }, work: () => Promise<void>): Promise<void> {
  await sql`savepoint either_case`.execute(tx)
  await work()
  await (keep ? sql`release savepoint either_case` : sql`rollback to savepoint either_case`).execute(tx)
}
