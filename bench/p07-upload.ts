import type { Work } from './benchmark.ts'
import { middle } from './measure.ts'
import { mostSpread, two } from './report.ts'
import { type Spent, sum } from './spending.ts'
import { copyFloor, fileLine, fileOf, upload } from './uploads.ts'

const goal = 'P-07 an upload of new people ≥ 0.6 of COPY into their tables'

/** P-07: as many new people as there are, uploaded, checked, looked at and confirmed, beside a copy of what was written. */
export const newPeople: Work = {
  name: 'P-07',
  measure: async (stage, rounds) => {
    const floor = await copyFloor(stage)
    const spent: { load: Spent; copy: Spent }[] = []
    const people: { added: number; copied: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const set = `p07r${round}`
      const lines = Array.from({ length: stage.people }, (_, number) => fileLine(set, number))
      const { spent: load, counts } = await upload(stage, fileOf(lines))
      const { spent: copy, people: copied } = await floor.copy(set)
      spent.push({ load, copy })
      people.push({ added: counts?.new ?? 0, copied })
    }
    await floor.close()

    const of = (side: 'load' | 'copy', by: keyof Spent) => spent.map((round) => round[side][by])
    const share = middle(spent.map(({ load, copy }) => copy.clock / load.clock))
    const spread = Math.max(
      ...(['load', 'copy'] as const).map((side) => Math.max(...of(side, 'clock')) / Math.min(...of(side, 'clock'))),
    )
    const row = (who: string, side: 'load' | 'copy', rest: string) =>
      [
        'P-07 new people'.padEnd(18),
        who.padEnd(24),
        `${middle(of(side, 'clock')).toFixed(0).padStart(7)} ms`,
        `processor ${(sum(of(side, 'processor')) / rounds).toFixed(0).padStart(6)} ms`,
        rest,
      ].join('  ')
    const ofProcessor = two(sum(of('copy', 'processor')) / sum(of('load', 'processor')))
    const isSame = people.every(({ added, copied }) => added === stage.people && copied === stage.people)
    return {
      text: [
        row('floor: COPY', 'copy', ''),
        row('product', 'load', `share ${two(share)}, ${ofProcessor} of the processor`),
        `${stage.people} people a round, spread ${two(spread)}`,
      ].join('\n'),
      lines: [
        isSame
          ? { goal, verdict: spread > mostSpread ? 'NOISY' : share >= 0.6 ? 'HOLDS' : 'SHORT', why: two(share) }
          : { goal: `${goal}: the same people`, verdict: 'SHORT', why: JSON.stringify(people) },
      ],
    }
  },
}
