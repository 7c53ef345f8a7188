import { call } from './call.ts'
import type { CallInput, Endpoint, ReplyOf } from './endpoint.ts'

/** Passed to the transport instead of JSON: a file that sends itself as multipart form data. */
export type UploadBody = {
  send: (address: string, given: { headers: Headers; signal: AbortSignal }) => Promise<Response>
  /** Called during the upload with the share sent so far, from 0 to 1. */
  onSent: (share: number) => void
  /** Returns values that identify the file, so that a retry is recognised as the same call. */
  toJSON: () => unknown
}

export function sendFile<E extends Endpoint & { takes?: 'file' }>(
  endpoint: E,
  input: { params: Record<string, string>; body: UploadBody },
): Promise<ReplyOf<E>> {
  // The endpoint's declared types do not include the file.
  return call(endpoint, input as unknown as CallInput<E>)
}
