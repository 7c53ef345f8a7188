import type { WorkBenchmark, Line } from './benchmark.ts'
import { judgeMemory, twoDecimals } from './format-report.ts'
import { compareRounds } from './compare-rounds.ts'
import type { TimeUsed } from './measure-time.ts'
import { coreCovers, measureCopy, joiners, upload } from './upload-files.ts'

/** P-07: uploads as many joiners as the client has people, compared with a COPY of the same rows. */
export const newPeople: WorkBenchmark = {
  name: 'P-07',
  measure: async (stage, rounds) => {
    const floor = await measureCopy(stage)
    const { people, product } = stage
    const today = await stage.today()
    const spent: Record<'whole' | 'half', { product: TimeUsed; copy: TimeUsed }[]> = { whole: [], half: [] }
    const wrong: unknown[] = []
    for (let round = 0; round < rounds; round += 1) {
      const set = `p07r${round}`
      // Tables grow with each round, so the sizes are whole, half, half, whole.
      const part = round % 4 === 0 || round % 4 === 3 ? 'whole' : 'half'
      const size = part === 'whole' ? people : Math.round(people / 2)
      const { spent: product, counts } = await upload(stage, joiners(set, size, today))
      const { spent: copy, people: copied } = await floor.copy(set)
      spent[part].push({ product, copy })
      const is = { new: counts?.new, copied, covers: await floor.selections(set) }
      const wanted = { new: size, copied: size, covers: Math.ceil(size / 10) * coreCovers }
      if (JSON.stringify(is) !== JSON.stringify(wanted)) wrong.push({ is, wanted })
    }
    const grown = await product.memoryGrowth(async () => {
      await upload(stage, joiners('p07memory', people, today))
    })

    const whole = compareRounds('P-07', spent.whole, 'copy')
    const lines: Line[] =
      wrong.length > 0
        ? [{ goal: 'P-07 the same people', verdict: 'SHORT', why: JSON.stringify(wrong) }]
        : [
            whole.judge(
              'product',
              'an upload of new people: at least 0.3 of the speed of COPY into their tables',
              (share) => share >= 0.3,
            ),
            judgeMemory('P-07', grown, { most: 64, at: 250_000, people }),
          ]
    const text = [whole.row('copy', `floor: COPY of ${people}`), whole.row('product', 'product')]
    if (spent.half.length > 0) {
      const half = compareRounds('P-07', spent.half, 'copy')
      const growth = half.share('product') / whole.share('product')
      text.push(half.row('copy', 'floor: COPY of half'), half.row('product', 'product: half'))
      lines.push(
        half.judge(
          'product',
          'with twice the people, the ratio to COPY grows by a factor of at most 1.15',
          () => growth <= 1.15,
          twoDecimals(growth),
        ),
      )
    }
    return { text: text.join('\n'), lines }
  },
}
