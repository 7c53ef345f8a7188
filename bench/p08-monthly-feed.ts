import type { Work } from './benchmark.ts'
import { middle } from './measure.ts'
import { type Line, mostSpread, two } from './report.ts'
import { type Spent, sum } from './spending.ts'
import { copyFloor, fileLine, fileOf, upload } from './uploads.ts'

const goals = {
  feed: { goal: 'P-08 a monthly feed, 8 % changed and 2 % new, ≥ 1.3 of COPY of all of it', least: 1.3 },
  again: { goal: 'P-08 its file once more ≥ 2.0 of COPY of all of it', least: 2 },
} as const
type Side = keyof typeof goals

/** P-08: everybody's data each month, of which little is new, and the same file once more, beside a copy of all of it. */
export const monthlyFeed: Work = {
  name: 'P-08',
  measure: async (stage, rounds) => {
    const floor = await copyFloor(stage)
    const set = 'p08'
    const lines = Array.from({ length: stage.people }, (_, number) => fileLine(set, number))
    await upload(stage, fileOf(lines))
    const spent: Record<Side | 'copy', Spent>[] = []
    const wrong: unknown[] = []
    for (let round = 0; round < rounds; round += 1) {
      const known = lines.length
      const changed = Math.round(known * 0.08)
      const added = Math.round(known * 0.02)
      for (let number = 0; number < changed; number += 1) lines[number] = fileLine(set, number, 60_000 + round)
      for (let number = 0; number < added; number += 1) lines.push(fileLine(set, known + number))
      const feed = await upload(stage, fileOf(lines))
      const again = await upload(stage, fileOf(lines))
      const { spent: copy, people } = await floor.copy(set)
      spent.push({ feed: feed.spent, again: again.spent, copy })
      const expected = { new: added, changed, leaving: 0, unchanged: known - changed }
      const unchanged = { new: 0, changed: 0, leaving: 0, unchanged: lines.length }
      for (const [is, wanted] of [
        [feed.counts, expected],
        [again.counts, unchanged],
        [people, lines.length],
      ])
        if (JSON.stringify(is) !== JSON.stringify(wanted)) wrong.push({ is, wanted })
    }
    await floor.close()

    const of = (side: Side | 'copy', by: keyof Spent) => spent.map((round) => round[side][by])
    const spreadOf = (side: Side | 'copy') => Math.max(...of(side, 'clock')) / Math.min(...of(side, 'clock'))
    const shareOf = (side: Side) => middle(spent.map((round) => round.copy.clock / round[side].clock))
    const row = (who: string, side: Side | 'copy') =>
      [
        'P-08 monthly feed'.padEnd(18),
        who.padEnd(24),
        `${middle(of(side, 'clock')).toFixed(0).padStart(7)} ms`,
        `processor ${(sum(of(side, 'processor')) / rounds).toFixed(0).padStart(6)} ms`,
        `spread ${two(spreadOf(side))}`,
        side === 'copy' ? '' : `share ${two(shareOf(side))}`,
      ].join('  ')
    const judged = (side: Side): Line => {
      const noisy = Math.max(spreadOf(side), spreadOf('copy')) > mostSpread
      const { goal, least } = goals[side]
      return { goal, verdict: noisy ? 'NOISY' : shareOf(side) >= least ? 'HOLDS' : 'SHORT', why: two(shareOf(side)) }
    }
    return {
      text: [row('floor: COPY', 'copy'), row('product: feed', 'feed'), row('product: again', 'again')].join('\n'),
      lines:
        wrong.length > 0
          ? [{ goal: 'P-08 the same people', verdict: 'SHORT', why: JSON.stringify(wrong) }]
          : [judged('feed'), judged('again')],
    }
  },
}
