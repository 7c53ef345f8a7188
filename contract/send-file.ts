import { call } from './call.ts'
import type { CallInput, Endpoint, ReplyOf } from './endpoint.ts'

export type UploadBody = {
  send: (address: string, given: { headers: Headers; signal: AbortSignal }) => Promise<Response>
  /** Called during the upload with the share sent so far, from 0 to 1. */
  onSent: (share: number) => void
  /** Returns name, size and date of the file, so that a repeated upload gets the same idempotency key. */
  toJSON: () => unknown
}

export function sendFile<E extends Endpoint & { takes?: 'file' }>(
  endpoint: E,
  input: { params: Record<string, string>; body: UploadBody },
): Promise<ReplyOf<E>> {
  // The types of an endpoint describe JSON only, not files.
  return call(endpoint, input as unknown as CallInput<E>)
}
