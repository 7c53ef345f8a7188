import { sql } from 'kysely'
import { emailProblem } from '../../contract/email.ts'
import type { ClientId } from '../../contract/ids.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Call, Tx } from '../../platform/handle.ts'
import { networkOf } from '../../platform/network.ts'
import { readSignInRules } from '../session/client.queries.ts'
import { isServed } from '../session/standing.queries.ts'
import type { Tokens } from '../session/tokens.server.ts'
import { linkLimits } from './limits.ts'
import { takePlace } from './link-counts.queries.ts'
import { findAsking } from './links.queries.ts'
import { addressUnfit, type askForLink } from './password.contract.ts'
import type { LinkSender } from './send-link.queries.ts'

type AskCall = Call<typeof askForLink>

const sent = { sent: true as const, errors: null, error: null }

/**
 * A20: sends whoever has the address a link to choose a password: a new one, or the first where the account waits to be
 * activated (FORGOT-18). The answer is the same for everybody, and so is the work: for an address that gets no mail the
 * same rows are written for somebody else of the client, and taken back before anyone can see them (S-13).
 */
export function ask({ tokens, sendLink }: { tokens: Tokens; sendLink: LinkSender }) {
  return async (call: AskCall): Promise<typeof sent> => {
    const { clientId, tx, body, now, today } = call
    const problem = emailProblem(body.email)
    if (problem) throw refuse(addressUnfit, { errors: { email: [problem] } })
    if (!clientId) return sent
    if (!(await isWithinBudget(call, clientId))) {
      call.audit({ sent: false, limited: true })
      return sent
    }

    const asking = await findAsking(tx, clientId, body.email)
    if (!asking) return sent
    const { personId, state, isKnown } = asking
    const { ssoAccessOnly } = await readSignInRules(tx, clientId, today)
    const isServedNow = await isServed(tx, clientId, { personId, today })
    const getsOne = isKnown && state !== 'disabled' && isServedNow && !ssoAccessOnly
    await inEitherCase(tx, { keep: getsOne }, () =>
      sendLink(tx, clientId, { personId, kind: state === 'invited' ? 'activation' : 'reset', now }),
    )
    call.audit({ sent: getsOne }, isKnown ? personId : undefined)
    return sent
  }

  /** Counted for addresses that nobody has, too. Whoever is over it is told nothing: that would tell others who asked before. */
  async function isWithinBudget({ tx, body, ip, now }: AskCall, clientId: ClientId): Promise<boolean> {
    const countedAs = (text: string) => tokens.countedHash(clientId, text)
    const from = { what: 'asked-from', counted: countedAs(networkOf(ip)), ...linkLimits.askedFrom, now } as const
    const about = { what: 'asked-for', counted: countedAs(body.email.toLowerCase()), ...linkLimits.askedFor } as const
    return (await takePlace(tx, clientId, from)) && (await takePlace(tx, clientId, { ...about, now }))
  }
}

/** Does the work, and keeps or forgets what it has written: either takes the same time. */
async function inEitherCase(tx: Tx, { keep }: { keep: boolean }, work: () => Promise<void>): Promise<void> {
  await sql`savepoint either_case`.execute(tx)
  await work()
  await (keep ? sql`release savepoint either_case` : sql`rollback to savepoint either_case`).execute(tx)
}
