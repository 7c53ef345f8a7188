import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallFailed, NO_ANSWER } from '../contract/call-failed.ts'
import { changeUserHere } from '../features/session/use-changed-user.ts'

/** The terms were updated while somebody was at work: their screen comes now, and what was asked for after it. */
function onError(failure: unknown): void {
  if (failure instanceof CallFailed && failure.code === 'terms_required') changeUserHere({ siteTermsUpdated: true })
}

/** The cache of server data below `/app`. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Nothing is fetched that nobody asked for: it would keep the session of somebody who has gone (S-37).
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // A refusal will not change by asking again; a cut line or a server in trouble may. Who has waited for as long as
      // a call may take is told, and asks again if they still want it.
      retry: (times, failure) =>
        times < 2 && !(failure instanceof CallFailed && (failure.code === NO_ANSWER || (failure.status ?? 500) < 500)),
    },
    // Without a network what was asked for fails at once and says so (API-20). The library would keep it, the dialog
    // shut in 'Processing...', and do it unasked once the network is back.
    mutations: { networkMode: 'always' },
  },
})
