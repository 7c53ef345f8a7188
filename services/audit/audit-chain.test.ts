import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chainHash, emptyChain, verifyChain, type ChainedEvent } from './audit-chain.server.ts'

describe('audit chain', () => {
  it('is valid if no event was changed, and if there are no events [S-83]', () => {
    expect(verifyChain([])).toEqual({ intact: true, head: emptyChain })
    const events = chainOf(['session.started', 'selections.decided', 'payroll-run.locked'])
    expect(verifyChain(events)).toEqual({ intact: true, head: { sequence: 3n, hash: events[2]?.hash } })
  })

  it('detects a single entry that was changed, at any position [S-83]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(), fc.string(), (length, pick, forged) => {
        const events = chainOf(Array.from({ length }, (_, number) => `action-${number}`))
        const index = pick % length
        const altered = changed(events, index, { entry: JSON.stringify({ action: `action-${index}`, forged }) })
        expect(verifyChain(altered)).toEqual({ intact: false, sequence: BigInt(index + 1), why: 'altered' })
      }),
    )
  })

  it('detects an entry that was changed together with its hash, at the next event [S-83]', () => {
    const events = chainOf(['a', 'b', 'c'])
    const entry = JSON.stringify({ action: 'b', details: { approved: false } })
    const forged = changed(events, 1, { entry, hash: chainHash(at(events, 0).hash, entry) })
    expect(verifyChain(forged)).toEqual({ intact: false, sequence: 3n, why: 'not linked to the one before' })
  })

  it('detects a removed event, even if the other events were renumbered [S-83]', () => {
    const events = chainOf(['a', 'b', 'c', 'd'])
    const removed = events.toSpliced(1, 1)
    expect(verifyChain(removed)).toEqual({ intact: false, sequence: 2n, why: 'missing' })
    const renumbered = removed.map((event, index) => ({ ...event, sequence: BigInt(index + 1) }))
    expect(verifyChain(renumbered)).toEqual({ intact: false, sequence: 2n, why: 'not linked to the one before' })
    expect(verifyChain(events.slice(1))).toEqual({ intact: false, sequence: 1n, why: 'missing' })
  })

  it('detects that the newest events were removed, if the hash of the newest event is known [S-83]', () => {
    const events = chainOf(['a', 'b', 'c'])
    const head = { sequence: 3n, hash: at(events, 2).hash }
    expect(verifyChain(events, head).intact).toBe(true)
    expect(verifyChain(events.slice(0, 2), head)).toEqual({ intact: false, sequence: 3n, why: 'missing' })
    expect(verifyChain(events, { sequence: 3n, hash: new Uint8Array(32).fill(1) })).toEqual({
      intact: false,
      sequence: 3n,
      why: 'altered',
    })
  })

  it('detects an action column that differs from its entry [S-83]', () => {
    const events = chainOf(['a', 'b'])
    expect(verifyChain(changed(events, 0, { action: 'z' }))).toEqual({
      intact: false,
      sequence: 1n,
      why: 'action differs from the entry',
    })
  })
})

function at(events: ChainedEvent[], index: number): ChainedEvent {
  const event = events[index]
  if (!event) throw new RangeError(`The chain has no event at ${index}`)
  return event
}

function changed(events: ChainedEvent[], index: number, change: Partial<ChainedEvent>): ChainedEvent[] {
  return events.with(index, { ...at(events, index), ...change })
}

function chainOf(actions: string[]): ChainedEvent[] {
  let previous = emptyChain.hash
  return actions.map((action, index) => {
    const entry = JSON.stringify({ action, details: { number: index } })
    const event = {
      sequence: BigInt(index + 1),
      entry,
      action,
      previous_hash: previous,
      hash: chainHash(previous, entry),
    }
    previous = event.hash
    return event
  })
}
