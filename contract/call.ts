import { addressOf, type CallInput, type Endpoint, type ReplyOf } from './endpoint.ts'

/** What the transport sends: everything about one call that depends on the endpoint alone. */
export type Outgoing = { endpoint: Endpoint; address: string; body: unknown; signal?: AbortSignal }

/** Sends a call and answers the checked body, or the file; installed once by the browser's shell, or by a test. */
export type Transport = (outgoing: Outgoing) => Promise<unknown>

let transport: Transport = () => Promise.reject(new Error('No transport is installed'))

export function installTransport(next: Transport): void {
  transport = next
}

/** Calls an endpoint of the contract. Rejects with `CallFailed` when the answer is not a success. */
export function call<E extends Endpoint>(endpoint: E, input: CallInput<E>, signal?: AbortSignal): Promise<ReplyOf<E>> {
  // What an endpoint takes is known to its caller; here it is any of the three.
  const { params, query, body } = input as { params?: Record<string, string>; query?: object; body?: unknown }
  const address = addressOf(endpoint, params) + queryString(query)
  // The transport answers what the endpoint declares: the server checks every reply against it.
  return transport({ endpoint, address, body, ...(signal && { signal }) }) as Promise<ReplyOf<E>>
}

/** '?a=1&b=2', leaving out what is null or undefined (requirement EMP-14). */
function queryString(query: object | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== null && value !== undefined)
  const text = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return text && `?${text}`
}
