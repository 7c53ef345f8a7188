import type { Outgoing } from '../contract/call.ts'

/** Keys of calls that no answer has come to yet, by what they asked for. */
const unanswered = new Map<string, string>()

/** The idempotency key of a change. A retry after a lost answer carries the same key (S-73). */
export function keyFor({ endpoint, address, body }: Outgoing): { key: string; answered: () => void } {
  const call = endpoint.method + address + JSON.stringify(body)
  const key = unanswered.get(call) ?? randomKey()
  unanswered.set(call, key)
  return { key, answered: () => void unanswered.delete(call) }
}

/** 128 random bits; `crypto.randomUUID` does not exist on a plain-http address of a local network. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
