import type { Endpoint, ReplyOf } from '../../contract/endpoint.ts'
import { type RequestInput, runAsUsual, type Call, type Handler, handleWithQueryOrRun } from '../../platform/handle.ts'
import { schemeRowsOfCaller } from './person-rows.queries.ts'
import { loadPersonScheme, type PersonScheme, cachedSchemeOf } from './person-scheme.server.ts'

type MyEndpoint = Endpoint & { access: 'user' }

/** Creates a handler that reads the caller's scheme and selections, together with the session in one round trip. */
export function handleForCaller<const E extends MyEndpoint>(
  endpoint: E,
  answer: (scheme: PersonScheme | undefined, input: RequestInput<E>) => ReplyOf<E>,
): Handler {
  return handleWithQueryOrRun(endpoint, {
    question: schemeRowsOfCaller,
    answer: (row, input) => {
      const scheme = cachedSchemeOf(input.clientId, row)
      return scheme === 'not-cached' ? runAsUsual : answer(scheme, input)
    },
    run: async (call: Call<E>) =>
      answer(await loadPersonScheme(call.tx, call.clientId, { ...call.caller, today: call.today }), call),
  })
}
