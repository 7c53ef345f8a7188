import { createHash } from 'node:crypto'

export type ChainedEvent = {
  sequence: bigint
  entry: string
  action: string
  previous_hash: Uint8Array
  hash: Uint8Array
}

export type ChainHead = { sequence: bigint; hash: Uint8Array }

export type ChainCheck = { intact: true; head: ChainHead } | { intact: false; sequence: bigint; why: ChainFault }

type ChainFault = 'missing' | 'altered' | 'not linked to the one before' | 'action differs from the entry'

export const emptyChain: ChainHead = { sequence: 0n, hash: new Uint8Array(32) }

export function chainHash(previous: Uint8Array, entry: string): Buffer {
  return createHash('sha256').update(previous).update(entry, 'utf8').digest()
}

/** Returns the first altered, removed or inserted event. A `head` stored elsewhere also reveals a cut-off end of the chain. */
export function verifyChain(events: Iterable<ChainedEvent>, head?: ChainHead, after = emptyChain): ChainCheck {
  let last = after
  for (const event of events) {
    const sequence = last.sequence + 1n
    if (event.sequence !== sequence) return { intact: false, sequence, why: 'missing' }
    if (!same(event.previous_hash, last.hash)) return { intact: false, sequence, why: 'not linked to the one before' }
    if (!same(event.hash, chainHash(last.hash, event.entry))) return { intact: false, sequence, why: 'altered' }
    if (actionIn(event.entry) !== event.action) return { intact: false, sequence, why: 'action differs from the entry' }
    last = { sequence, hash: event.hash }
  }
  if (head && head.sequence > last.sequence) return { intact: false, sequence: last.sequence + 1n, why: 'missing' }
  if (head && !(head.sequence === last.sequence && same(head.hash, last.hash))) {
    return { intact: false, sequence: last.sequence, why: 'altered' }
  }
  return { intact: true, head: last }
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}

function actionIn(entry: string): unknown {
  // `audit.queries.ts` writes every entry as an object.
  return (JSON.parse(entry) as { action?: unknown }).action
}
