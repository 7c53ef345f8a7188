import { age, type Day, monthsLater } from './days.ts'
import { statePensionDay } from './national-insurance.ts'

/** A worker, assessed by the Pensions Act 2008 (sections 1 to 8) and the Automatic Enrolment Regulations 2010. */
export type Worker = {
  born: Day
  startsOn: Day
  /** Yearly pay in pence from each first day, in order of time. The first item also applies to earlier days. */
  pay: readonly { from: Day; pence: number }[]
  frequency: keyof typeof figures
  periods: readonly { from: Day; to: Day }[]
  postponement: number
  optsOutOn: Day | null
  reEnrolsOn: Day | null
}

/** The earnings trigger and the lower level of qualifying earnings, in pounds per pay period. */
const figures = {
  weekly: { trigger: 192, lower: 120, aYear: 52 },
  fortnightly: { trigger: 384, lower: 240, aYear: 26 },
  'four-weekly': { trigger: 768, lower: 480, aYear: 13 },
  monthly: { trigger: 833, lower: 520, aYear: 12 },
}

export type CategoryAndEarnings = { category: string; earnings: number | null }

export function categoryAndEarnings(worker: Worker, on: Day): CategoryAndEarnings {
  const earnings = earningsOf(worker, on)
  return { category: categoryOn({ born: worker.born, on, pence: earnings, frequency: worker.frequency }), earnings }
}

export function categoryOn({
  born,
  on,
  pence,
  frequency,
}: {
  born: Day
  on: Day
  pence: number
  frequency: keyof typeof figures
}): string {
  const { trigger, lower } = figures[frequency]
  const years = age(born, on)
  if (years < 16 || years >= 75) return 'outside'
  if (years >= 22 && on < statePensionDay(born) && pence > trigger * 100) return 'eligible'
  return pence > lower * 100 ? 'non-eligible' : 'entitled'
}

/** Caches earnings of the last pay period, because they are needed for each day of the period. */
const known = new WeakMap<Worker, { from: Day; to: Day; earnings: number }>()

export function enrolments(worker: Worker, until: Day): { from: Day; optOutBy: Day }[] {
  const found: { from: Day; optOutBy: Day }[] = []
  let member = false
  let handled = false
  let postponedTo: Day | null = null
  for (let on = worker.startsOn; on <= until; on++) {
    if (member && worker.optsOutOn === on && on <= (found.at(-1)?.optOutBy ?? on)) member = false
    if (member) continue
    const eligible = categoryAndEarnings(worker, on).category === 'eligible'
    if (handled) {
      // Nobody is enrolled within a year of opting out, and later only on the re-enrolment date.
      const isYearAgo = worker.optsOutOn !== null && worker.optsOutOn <= monthsLater(on, -12)
      if (on !== worker.reEnrolsOn || !eligible || !isYearAgo) continue
    } else {
      if (postponedTo !== null && on < postponedTo) continue
      if (!eligible) {
        postponedTo = null
        continue
      }
      if (worker.postponement > 0 && postponedTo === null) {
        postponedTo = monthsLater(on, worker.postponement)
        continue
      }
    }
    // People may opt out on the day of enrolment.
    member = worker.optsOutOn !== on
    handled = true
    found.push({ from: on, optOutBy: monthsLater(on, 1) - 1 })
  }
  return found
}

function earningsOf(worker: Worker, on: Day): number {
  const { startsOn, pay, frequency, periods } = worker
  const before = known.get(worker)
  if (before && before.from <= on && on <= before.to) return before.earnings
  const period = periods.find(({ from, to }) => from <= on && on <= to)
  if (!period) throw new Error('A day is in a pay period')
  let [sum, days] = [0n, 0]
  for (let one = period.from; one <= period.to; one++) {
    days++
    if (one < startsOn) continue
    sum += BigInt(pay.findLast(({ from }) => from <= one)?.pence ?? pay[0]?.pence ?? 0)
  }
  const of = BigInt(figures[frequency].aYear * days)
  const earnings = Number((2n * sum + of) / (2n * of))
  known.set(worker, { ...period, earnings })
  return earnings
}
