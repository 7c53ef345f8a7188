import type { OutgoingCall } from '../contract/call.ts'

const unanswered = new Map<string, string>()

/** Returns the idempotency key of a change. A retry after a lost response has the same key (S-73). */
export function idempotencyKeyFor({ endpoint, address, body }: OutgoingCall): { key: string; answered: () => void } {
  const call = endpoint.method + address + JSON.stringify(body)
  const key = unanswered.get(call) ?? randomKey()
  unanswered.set(call, key)
  return { key, answered: () => void unanswered.delete(call) }
}

/** Returns 128 random bits as text. `crypto.randomUUID` is missing on plain http in a local network. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
