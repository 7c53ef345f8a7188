import { age, calendar, type Day, dayOf, lengthOfMonth, monthsLater } from './days.ts'

/**
 * Automatic enrolment from the Pensions Act 2008 (sections 1 to 8), the Automatic Enrolment Regulations 2010 and the
 * rounded figures of the yearly order, one day after the other.
 */
export type Worker = {
  born: Day
  startsOn: Day
  /** Yearly pay in pence from a day on, in order of time. The first is known from the start. */
  pay: readonly { from: Day; pence: number }[]
  frequency: keyof typeof figures
  periods: readonly { from: Day; to: Day }[]
  /** Months of postponement. */
  postponement: number
  /** The day of an opt-out notice. */
  optsOutOn: Day | null
  /** The employer's re-enrolment date. */
  reEnrolsOn: Day | null
}

/** Pounds a pay period: trigger, and the lower level of qualifying earnings. */
const figures = {
  weekly: { trigger: 192, lower: 120, aYear: 52 },
  fortnightly: { trigger: 384, lower: 240, aYear: 26 },
  'four-weekly': { trigger: 768, lower: 480, aYear: 13 },
  monthly: { trigger: 833, lower: 520, aYear: 12 },
}

export type Told = { category: string; earnings: number | null }

/** A person's category on a day: eligible jobholder, non-eligible jobholder, entitled worker, or none of them. */
export function toldOn(worker: Worker, on: Day): Told {
  const earnings = earningsOf(worker, on)
  return { category: categoryOn({ born: worker.born, on, pence: earnings, frequency: worker.frequency }), earnings }
}

/** The category by age and by the pay of a pay period. */
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

/** Earnings of each pay period by its first day, because every day of it asks. */
const known = new WeakMap<Worker, Map<Day, number>>()

/** The days of enrolment up to a day, and the last day of each opt-out month if the letter goes out at once. */
export function enrolments(worker: Worker, until: Day): { from: Day; optOutBy: Day }[] {
  const found: { from: Day; optOutBy: Day }[] = []
  let member = false
  let handled = false
  let postponedTo: Day | null = null
  for (let on = worker.startsOn; on <= until; on++) {
    if (member && worker.optsOutOn === on && on <= (found.at(-1)?.optOutBy ?? on)) member = false
    if (member) continue
    const eligible = toldOn(worker, on).category === 'eligible'
    if (handled) {
      // Nobody is enrolled within a year of opting out; afterwards on the re-enrolment date alone.
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
    // Somebody may opt out on the very day.
    member = worker.optsOutOn !== on
    handled = true
    found.push({ from: on, optOutBy: monthsLater(on, 1) - 1 })
  }
  return found
}

/** The refund of a run for a membership that was opted out of: minus the deductions of earlier runs. */
export function refund(taken: readonly number[]): number {
  return -taken.reduce((sum, pence) => sum + pence, 0)
}

function earningsOf(worker: Worker, on: Day): number {
  const { startsOn, pay, frequency, periods } = worker
  const period = periods.find(({ from, to }) => from <= on && on <= to)
  if (!period) throw new Error('A day is in a pay period')
  const own = known.get(worker) ?? new Map<Day, number>()
  known.set(worker, own)
  const before = own.get(period.from)
  if (before !== undefined) return before
  let [sum, days] = [0n, 0]
  for (let one = period.from; one <= period.to; one++) {
    days++
    if (one < startsOn) continue
    sum += BigInt(pay.findLast(({ from }) => from <= one)?.pence ?? pay[0]?.pence ?? 0)
  }
  const of = BigInt(figures[frequency].aYear * days)
  const earnings = Number((2n * sum + of) / (2n * of))
  own.set(period.from, earnings)
  return earnings
}

/** Pensions Act 2014, section 26: 66; a month later for each month of birth from 6 April 1960; 67 from 6 March 1961. */
function statePensionDay(born: Day): Day {
  let months = 0
  while (months < 12 && born >= dayOf(1960 + Math.floor((3 + months) / 12), ((3 + months) % 12) + 1, 6)) months++
  const { year, month, date } = calendar(born)
  if (months === 0 || months === 12) {
    const then = year + (months === 0 ? 66 : 67)
    return date > lengthOfMonth(then, month) ? dayOf(then, month + 1, 1) : dayOf(then, month, date)
  }
  return monthsLater(born, 66 * 12 + months)
}
