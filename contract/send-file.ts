import { call } from './call.ts'
import type { CallInput, Endpoint, ReplyOf } from './endpoint.ts'

/** What the transport sends in place of JSON: one file, as multipart form data. */
export type FileBody = {
  file: File
  /** Told while it is sent which share of it has gone, from 0 to 1. */
  onSent: (share: number) => void
  /** What tells two calls apart, by which one that is sent again is known. */
  toJSON: () => unknown
}

/** Calls an endpoint that takes a file. */
export function sendFile<E extends Endpoint & { takes?: 'file' }>(
  endpoint: E,
  { params, file, onSent }: { params: Record<string, string>; file: File; onSent: (share: number) => void },
): Promise<ReplyOf<E>> {
  const body: FileBody = { file, onSent, toJSON: () => [file.name, file.size, file.lastModified] }
  // A file is no part of what an endpoint declares as JSON.
  return call(endpoint, { params, body } as unknown as CallInput<E>)
}
