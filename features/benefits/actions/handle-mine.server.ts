import type { Endpoint, ReplyOf } from '../../../contract/endpoint.ts'
import { type Asked, askFurther, type Call, type Handler, handleAskingFirst } from '../../../platform/handle.ts'
import { rowsOfCaller } from './my-rows.queries.ts'
import { loadMyScheme, type MyScheme, schemeAtHand } from './my-scheme.server.ts'

/** A call of somebody who has signed in. */
type MyEndpoint = Endpoint & { access: 'user' }

/**
 * Ties a call that saves nothing to its endpoint, answered from what its caller may choose and holds. All that is theirs
 * is read together with whose session it is, in one round trip, while what everybody is offered is in memory.
 */
export function handleMine<const E extends MyEndpoint>(
  endpoint: E,
  answer: (scheme: MyScheme | undefined, asked: Asked<E>) => ReplyOf<E>,
): Handler {
  return handleAskingFirst(endpoint, {
    question: rowsOfCaller,
    answer: (row, asked) => {
      const scheme = schemeAtHand(asked.clientId, row)
      return scheme === 'not-at-hand' ? askFurther : answer(scheme, asked)
    },
    run: async (call: Call<E>) =>
      answer(await loadMyScheme(call.tx, call.clientId, { personId: call.caller.personId, today: call.today }), call),
  })
}
