import { call } from './call.ts'
import type { CallInput, Endpoint, ReplyOf } from './endpoint.ts'

/** What the transport is given in place of JSON: a file that sends itself, as multipart form data. */
export type FileBody = {
  send: (address: string, given: { headers: Headers; signal: AbortSignal }) => Promise<Response>
  /** Told while it is sent which share of it has gone, from 0 to 1. */
  onSent: (share: number) => void
  /** What tells two calls apart, by which one that is sent again is known. */
  toJSON: () => unknown
}

/** Calls an endpoint that takes a file. */
export function sendFile<E extends Endpoint & { takes?: 'file' }>(
  endpoint: E,
  input: { params: Record<string, string>; body: FileBody },
): Promise<ReplyOf<E>> {
  // A file is no part of what an endpoint declares as JSON.
  return call(endpoint, input as unknown as CallInput<E>)
}
