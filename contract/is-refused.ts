import { CallFailed } from './call-failed.ts'

/** True if the server refused a call, which a repetition would not change. False without a response, and after a fault of the server. */
export function isRefused(error: unknown): error is CallFailed {
  return error instanceof CallFailed && error.status !== null && error.status < 500
}
