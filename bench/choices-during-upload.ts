import { setTimeout as wait } from 'node:timers/promises'
import type { WorkBenchmark } from './benchmark.ts'
import { signInPensionChoosers } from './sign-in-pension-members.ts'
import { preparePensionChanges } from './change-pensions.ts'
import { fileLine, fileOf, upload } from './upload-files.ts'
import { twoDecimals } from './format-report.ts'

const choosers = 200
const everyMs = 20
const quietChoicesARound = 250
/** With more unanswered choices than this, an overloaded machine would never finish the upload. */
const mostUnanswered = 100

/** P-14: 50 people a second choose a pension during an upload. Latency is measured from the scheduled time. */
export const choicesDuringUpload: WorkBenchmark = {
  name: 'P-14',
  measure: async (stage, rounds) => {
    const choose = await preparePensionChanges(stage, await signInPensionChoosers(stage.signIn, choosers))
    const quiet = await choosing(choose, { until: (count) => count >= rounds * quietChoicesARound })
    let isDone = false
    const lines = Array.from({ length: stage.people }, (_, number) => fileLine('p14', number))
    const uploading = upload(stage, fileOf(lines)).finally(() => (isDone = true))
    const during = await choosing(choose, { until: () => isDone })
    await uploading
    const failed = [...quiet.failures, ...during.failures]
    const times = during.p99 / quiet.p99
    const row = (title: string, { count, p50, p99 }: typeof quiet) =>
      `P-14    ${title.padEnd(28)} ${count} choices  p50 ${twoDecimals(p50)} ms  p99 ${twoDecimals(p99)} ms`
    return {
      text: [row('quiet', quiet), row(`upload of ${stage.people} joiners`, during)].join('\n'),
      lines: [
        {
          goal: 'P-14 50 choices a second while people are uploaded: no failure',
          verdict: failed.length === 0 ? 'HOLDS' : 'SHORT',
          why: `${failed.length} of ${quiet.count + during.count} ${failed[0] ?? ''}`.trim(),
        },
        {
          goal: 'P-14 50 choices a second while people are uploaded: p99 at most 5 × that without an upload',
          verdict: times <= 5 ? 'HOLDS' : 'SHORT',
          why: twoDecimals(times),
        },
      ],
    }
  },
}

type Chosen = { count: number; p50: number; p99: number; failures: string[] }

async function choosing(
  choose: (index: number) => Promise<string | undefined>,
  { until }: { until: (count: number) => boolean },
): Promise<Chosen> {
  const latencies: number[] = []
  const failures: string[] = []
  const asked: Promise<void>[] = []
  const answered = async (due: number, count: number) => {
    const failure = await choose(count).catch(String)
    latencies.push(performance.now() - due)
    if (failure !== undefined) failures.push(failure)
  }
  const started = performance.now()
  for (let count = 0; !until(count); count += 1) {
    const due = started + count * everyMs
    await wait(Math.max(0, due - performance.now()))
    await asked[count - mostUnanswered]
    asked.push(answered(due, count))
  }
  await Promise.all(asked)
  const sorted = Float64Array.from(latencies).toSorted()
  const percentile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { count: sorted.length, p50: percentile(0.5), p99: percentile(0.99), failures }
}
