import { CallFailed } from './call-failed.ts'

/** The face of a list or panel, by what became of its call: what is not for this person is no fault, and nothing to try again. */
export function faceOf({ status, error }: Asked): 'loading' | 'ready' | 'refused' | 'failed' {
  if (status === 'pending') return 'loading'
  if (status === 'success') return 'ready'
  return error instanceof CallFailed && error.status === 403 ? 'refused' : 'failed'
}
type Asked = { status: 'pending' | 'error' | 'success'; error: unknown }
