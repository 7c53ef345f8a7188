import { CallFailed } from './call-failed.ts'

/** Returns true if a failed change may have been saved: no response arrived, or only an error response of a gateway. */
export function isResponseLost(failure: unknown): boolean {
  if (!(failure instanceof CallFailed)) return false
  const { status, code } = failure
  return status === null || (status > 500 && code === null)
}
