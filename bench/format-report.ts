import type { Measured, Outcome, Side } from './measure.ts'
import type { Line } from './benchmark.ts'

/** If rounds differ by more than this ratio, they measure the machine rather than the work. */
export const mostSpread = 1.5

export function formatReport(
  name: string,
  title: string,
  { measured, touched, wrong }: Outcome,
): { text: string; lines: Line[] } {
  const lines: Line[] = []
  const judge = (goal: string, holds: boolean, why: string, noisy = false): void =>
    void lines.push({ goal: `${name} ${title} ${goal}`, verdict: noisy ? 'NOISY' : holds ? 'HOLDS' : 'SHORT', why })

  for (const sentence of wrong) judge('the same answer', false, sentence)
  for (const { connections, product, floor, share, goals } of measured) {
    const at = connections === 1 ? 'with 1 connection' : `with ${connections} connections`
    const noisy = Math.max(product.spread, floor.spread) > mostSpread
    const errors = product.errors + floor.errors
    if (errors > 0) judge(`${at}: no errors`, false, `${errors} wrong answers`)
    judge(
      `${at}: at least ${goals.share[connections]} of the baseline's throughput`,
      share >= goals.share[connections],
      twoDecimals(share),
      noisy,
    )
    if (goals.p99 !== undefined) {
      const times = product.p99 / floor.p99
      judge(`${at}: p99 latency at most ${goals.p99} × the baseline's`, times <= goals.p99, twoDecimals(times), noisy)
    }
  }
  const pages = measured[0]?.goals.pages
  if (pages !== undefined) judge(`reads at most ${pages} database pages`, touched.pages <= pages, String(touched.pages))
  return { text: [...measured.flatMap((one) => rowsOf(name, one, touched)), ...lines.map(lineText)].join('\n'), lines }
}

function rowsOf(name: string, { title, connections, product, floor, share }: Measured, touched: Outcome['touched']) {
  const row = (who: string, side: Side, rest: string) =>
    [
      `${name} ${title}`.padEnd(28),
      who.padEnd(8),
      String(connections).padStart(3),
      `${side.throughput.toFixed(0).padStart(7)}/s`,
      `p50 ${side.p50.toFixed(2).padStart(8)} ms`,
      `p99 ${side.p99.toFixed(2).padStart(8)} ms`,
      `processor ${twoDecimals(side.processorMs).padStart(6)} ms`,
      `spread ${twoDecimals(side.spread)}`,
      `errors ${side.errors}`,
      rest,
    ].join('  ')
  return [
    row('floor', floor, ''),
    row('product', product, `share ${twoDecimals(share)}  pages ${touched.pages} in ${touched.statements} statements`),
  ]
}

/** Judges whether the portal's memory grew by at most the given MiB for the given number of people. */
export function judgeMemory(
  name: string,
  bytes: number,
  { most, at, people }: { most: number; at: number; people: number },
): Line {
  const grown = Math.round(bytes / 2 ** 20)
  const verdict = grown <= most ? 'HOLDS' : people >= at ? 'SHORT' : 'NOISY'
  return {
    goal: `${name} memory grows by at most ${most} MiB with ${at} people`,
    verdict,
    why: `${grown} MiB with ${people}`,
  }
}

export function lineText({ goal, verdict, why }: Line): string {
  return `  ${verdict}  ${goal} (${why})`
}

export function twoDecimals(value: number): string {
  return value.toFixed(2)
}
