import type { ClientId, PersonId } from '../../contract/ids.ts'
import { refuse } from '../../contract/refusals.ts'
import type { AnyCall, Clock, Tx } from '../../platform/handle.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { lockAccount } from '../../services/session/account.queries.ts'
import { twoFactorSeeds } from '../session/scheme-secrets.server.ts'
import { tokensOf } from '../../services/session/tokens.server.ts'
import { codeInvalid } from './code.contract.ts'
import { checkCode, confirmRightCode, redeemCode } from './check-code.server.ts'

type RequestCodeCall = Pick<AnyCall, 'inTransaction' | 'cookies' | 'ip' | 'requestId' | 'now'>
type CodeRequest<T> = {
  whose: { personId: PersonId; email: string }
  code: string
  allows: (tx: Tx, clock: Clock) => Promise<T>
}

/** For a signed-in person. The server passes this to other features. */
export function codeRequester({ serverSecret }: Pick<AppContext, 'serverSecret'>) {
  const tokens = tokensOf(serverSecret)
  const seeds = twoFactorSeeds(serverSecret)

  /** Runs `allows` in the transaction that uses up the code. */
  return <T>(call: RequestCodeCall, clientId: ClientId, { whose, code, allows }: CodeRequest<T>): Promise<T> =>
    checkCode(call, clientId, {
      tokens,
      whose: { personId: whose.personId, email: whose.email },
      look: (place) =>
        call.inTransaction(async (tx, clock) => {
          const { personId } = whose
          await lockAccount(tx, clientId, personId)
          if (!(await redeemCode(tx, clientId, { seeds, personId, code, now: clock.now }))) return refuse(codeInvalid)
          await confirmRightCode(tx, clientId, place)
          return allows(tx, clock)
        }),
    })
}
