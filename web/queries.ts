import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallFailed, NO_ANSWER } from '../contract/call-failed.ts'
import { changeUserHere } from '../features/session/use-signed-in-person.ts'

/** Shows the terms screen if the terms were updated during the session. The person continues afterwards. */
function onError(failure: unknown): void {
  if (failure instanceof CallFailed && failure.code === 'terms_required') changeUserHere({ siteTermsUpdated: true })
}

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      // Without a network, a query fails like any other instead of waiting, so that no screen loads forever.
      networkMode: 'always',
      staleTime: 30_000,
      // No fetch without a person's action: it would extend the session of a person who has left (S-37).
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // A refusal will not change on retry; a lost connection or a server error may. After a time-out the person is
      // informed and decides whether to retry.
      retry: (times, failure) =>
        times < 2 && !(failure instanceof CallFailed && (failure.code === NO_ANSWER || (failure.status ?? 500) < 500)),
    },
    // Without a network, a change fails at once with a message (API-20). By default the library would pause it, leave the
    // dialog in 'Processing...', and make the change later without asking.
    mutations: { networkMode: 'always' },
  },
})
