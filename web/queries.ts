import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallFailed, NO_ANSWER } from '../contract/call-failed.ts'
import { updateSignedInPerson } from '../features/session/use-signed-in-person.ts'

/** If the terms were updated during the session, shows the terms screen. The person continues afterwards. */
function onError(failure: unknown): void {
  if (failure instanceof CallFailed && failure.code === 'terms_required')
    updateSignedInPerson({ siteTermsUpdated: true })
}

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      // Without a network, a query fails instead of waiting, so that no screen loads forever.
      networkMode: 'always',
      staleTime: 30_000,
      // Fetching without a person's action would extend the session of a person who is no longer there (S-37).
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // Retry only after a lost connection or a server error. After a time-out, the person decides whether to retry.
      retry: (times, failure) =>
        times < 2 && !(failure instanceof CallFailed && (failure.code === NO_ANSWER || (failure.status ?? 500) < 500)),
    },
    // Without a network, a change fails at once (API-20). By default, the library would make it later without asking.
    mutations: { networkMode: 'always' },
  },
})
