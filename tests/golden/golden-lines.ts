/** A person and a benefit to price. Family members are named by first name. */
export type Question = {
  number: string
  email: string
  benefit: string
  held: boolean
  choice: { values: Record<string, string>; people: string[] }
  /** The sum in pounds that the provider accepts for each life after medical evidence. */
  accepted?: Accepted
}
export type Accepted = 'all' | 'nothing' | number

/** Price and deductions of employee and employer, in pence. Days are yyyy-mm-dd. */
export type Answer =
  | {
      from: string
      yearly: { employee: bigint; employer: bigint }
      cover: { chosen: bigint; runs: bigint } | undefined
      /** True if part of the cover, on any life, waits for medical evidence. */
      waits: boolean
      /** The next yearly increase. Choice and yearly price are missing if the increase changes nothing. */
      rises:
        | {
            on: string
            to: { values: Record<string, string>; yearly: { employee: bigint; employer: bigint } } | undefined
          }
        | undefined
      pay: { payCode: string; method: string; side: 'employee' | 'employer'; pays: string; pence: bigint }[]
    }
  | { refused: string }

export function goldenLine({ number, benefit, held, choice, accepted }: Question, answer: Answer): string {
  const decided = accepted === undefined ? [] : [`accepted=${accepted}`]
  const asked = [...valuesOf(choice.values), ...choice.people.map((name) => `+${name}`), ...decided].join(' ')
  const start = [number, benefit.padEnd(18), held ? 'holds ' : 'wants ', asked.padEnd(36)].join('  ')
  if ('refused' in answer) return `${start}  ${answer.refused}`
  const { from, yearly, cover, waits, rises, pay } = answer
  const codes = [...Map.groupBy(pay, ({ payCode, method, side }) => `${payCode} ${method} ${side}`)].toSorted(
    ([a], [b]) => (a < b ? -1 : 1),
  )
  return [
    start,
    from,
    `${pounds(yearly.employee)} + ${pounds(yearly.employer)}`,
    ...(cover ? [`cover ${pounds(cover.runs)} of ${pounds(cover.chosen)}`] : []),
    ...(waits ? ['waits for evidence'] : []),
    ...codes.map(([code, lines]) => `${code} ${amountsOf(lines)}`),
    ...(rises ? [riseOf(rises)] : []),
  ].join('  ')
}

function valuesOf(values: Record<string, string>): string[] {
  return Object.entries(values).map(([option, value]) => `${option}=${value}`)
}

type Rises = NonNullable<Extract<Answer, { from: string }>['rises']>

function riseOf({ on, to }: Rises): string {
  if (!to) return `stays on ${on}`
  // Sorted, because the database returns the values in another order.
  return `rises ${on} to ${valuesOf(to.values).toSorted().join(' ')} for ${pounds(to.yearly.employee)} + ${pounds(to.yearly.employer)}`
}

/** Formats amounts as '2026-05-28 69.42 x8 69.41 x4 2027-04-28': first pay day, amounts in order, last pay day. */
function amountsOf(lines: readonly { pays: string; pence: bigint }[]): string {
  const ordered = lines.toSorted((a, b) => (a.pays < b.pays ? -1 : 1))
  const runs: { pence: bigint; count: number }[] = []
  for (const { pence } of ordered) {
    const last = runs.at(-1)
    if (last?.pence === pence) last.count += 1
    else runs.push({ pence, count: 1 })
  }
  const amounts = runs.map(({ pence, count }) => `${pounds(pence)} x${count}`)
  return [ordered[0]?.pays, ...amounts, ordered.at(-1)?.pays].join(' ')
}

function pounds(pence: bigint): string {
  const digits = String(pence < 0n ? -pence : pence).padStart(3, '0')
  return `${pence < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
