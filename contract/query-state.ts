import { CallFailed } from './call-failed.ts'

/** Returns the state of a list or panel from its query. A 403 is 'refused', because a retry would not help. */
export function queryState({ status, error }: QueryResult): 'loading' | 'ready' | 'refused' | 'failed' {
  if (status === 'pending') return 'loading'
  if (status === 'success') return 'ready'
  return error instanceof CallFailed && error.status === 403 ? 'refused' : 'failed'
}
type QueryResult = { status: 'pending' | 'error' | 'success'; error: unknown }
