import { QueryClient } from '@tanstack/react-query'
import { CallFailed, NO_ANSWER } from '../contract/call-failed.ts'

/** The cache of server data below `/app`. */
export const queries = new QueryClient({
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
