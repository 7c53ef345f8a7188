import { median } from './measure.ts'
import { mostSpread, twoDecimals } from './format-report.ts'
import { type TimeUsed, sum } from './measure-time.ts'
import type { Line } from './benchmark.ts'

export function compareRounds<Side extends string>(
  name: string,
  rounds: readonly Record<Side, TimeUsed>[],
  floor: NoInfer<Side>,
) {
  const of = (side: Side, by: keyof TimeUsed) => rounds.map((round) => round[side][by])
  const spreadOf = (side: Side) => Math.max(...of(side, 'clock')) / Math.min(...of(side, 'clock'))
  const share = (side: Side) => median(rounds.map((round) => round[floor].clock / round[side].clock))
  // Processor time is summed over all rounds, because Linux measures it in hundredths of a second.
  const ofProcessor = (side: Side) => sum(of(floor, 'processor')) / sum(of(side, 'processor'))
  return {
    share,
    row: (side: Side, who: string): string =>
      [
        name.padEnd(6),
        who.padEnd(28),
        `${median(of(side, 'clock')).toFixed(0).padStart(7)} ms`,
        `processor ${(sum(of(side, 'processor')) / rounds.length).toFixed(0).padStart(6)} ms`,
        `spread ${twoDecimals(spreadOf(side))}`,
        side === floor ? '' : `share ${twoDecimals(share(side))}, ${twoDecimals(ofProcessor(side))} of the processor`,
      ].join('  '),
    judge: (side: Side, goal: string, holds: (share: number) => boolean, why = twoDecimals(share(side))): Line => {
      const isNoisy = Math.max(spreadOf(side), spreadOf(floor)) > mostSpread
      return { goal: `${name} ${goal}`, verdict: isNoisy ? 'NOISY' : holds(share(side)) ? 'HOLDS' : 'SHORT', why }
    },
  }
}
