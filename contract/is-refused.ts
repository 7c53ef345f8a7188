import { CallFailed } from './call-failed.ts'

/** True if the server refused the call, so that a retry would not help. False if no response arrived or the server failed. */
export function isRefused(error: unknown): error is CallFailed {
  return error instanceof CallFailed && error.status !== null && error.status < 500
}
