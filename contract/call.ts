import { addressOf, type CallInput, type Endpoint, type ReplyOf } from './endpoint.ts'

export type OutgoingCall = { endpoint: Endpoint; address: string; body: unknown; signal?: AbortSignal }

export type Transport = (outgoing: OutgoingCall) => Promise<unknown>

let transport: Transport = () => Promise.reject(new Error('No transport is installed'))

export function installTransport(next: Transport): void {
  transport = next
}

/** Calls an endpoint of the contract. Rejects with `CallFailed` if the response is not a success. */
export function call<E extends Endpoint>(endpoint: E, input: CallInput<E>, signal?: AbortSignal): Promise<ReplyOf<E>> {
  // The type of `input` depends on the endpoint. An endpoint may have no params, no query or no body.
  const { params, query, body } = input as { params?: Record<string, string>; query?: object; body?: unknown }
  const address = addressOf(endpoint, params) + queryString(query)
  // The server has checked the reply against the endpoint's schema.
  return transport({ endpoint, address, body, ...(signal && { signal }) }) as Promise<ReplyOf<E>>
}

/** Returns '?a=1&b=2' without the parameters that are null or undefined (EMP-14). */
function queryString(query: object | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== null && value !== undefined)
  const text = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return text && `?${text}`
}
