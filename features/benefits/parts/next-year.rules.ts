import { showLongDate } from '../../../contract/dates.ts'
import { showPounds } from '../../../contract/money.ts'
import type { BenefitView, NextYearView } from '../benefits.contract.ts'
import { benefitMessages } from '../benefits.messages.ts'
import { nextYearMessages as say } from './next-year.messages.ts'

type Row = { benefitId: BenefitView['benefitId']; name: string; text: string }
export type NextYearSummary = {
  from: string
  /** The last day of the window for that year; null while none is open. */
  chooseUntil: string | null
  groups: { title: string; rows: Row[] }[]
  /** How many continue as they are, in words. */
  others: string | null
}

/** What the next scheme year does to everything a person holds; null where nothing is known of it. */
export function nextYearSummary(benefits: readonly BenefitView[]): NextYearSummary | null {
  const first = benefits.find(({ nextYear, choosesFrom }) => nextYear ?? choosesFrom)
  const from = first?.nextYear?.from ?? first?.choosesFrom
  if (from === undefined) return null
  const same = benefits.filter(({ nextYear }) => nextYear && isSame(nextYear)).length
  const rowsOf = (...outcomes: NextYearView['outcome'][]): Row[] =>
    benefits.flatMap(({ benefitId, name, nextYear }) =>
      nextYear && outcomes.includes(nextYear.outcome) && !isSame(nextYear)
        ? [{ benefitId, name, text: nextYearText(nextYear) }]
        : [],
    )
  const added = benefits.filter(
    ({ choosesFrom, selection, nextYear, isNew }) => isNew && choosesFrom && !selection && !nextYear,
  )
  const until = benefits.flatMap(({ choosesFrom, availability }) => (choosesFrom && availability.closesOn) ?? [])
  const groups = [
    { title: say.asks, rows: rowsOf('asked') },
    { title: say.ends, rows: rowsOf('ends') },
    { title: say.chosen, rows: rowsOf('chosen') },
    { title: say.continues, rows: rowsOf('continues', 'not-priced', 'unchanged') },
    { title: say.added, rows: added.map(({ benefitId, name, summary }) => ({ benefitId, name, text: summary })) },
  ]
  return {
    from,
    chooseUntil: until.toSorted()[0] ?? null,
    groups: groups.filter(({ rows }) => rows.length > 0),
    others: same === 0 ? null : say.others(same),
  }
}

/** Whether a benefit continues as it is, so that there is nothing to say of it. */
export function isSame({ outcome, reason, perMonthNow, perMonthThen }: NextYearView): boolean {
  return outcome === 'unchanged' || (outcome === 'continues' && perMonthNow === perMonthThen && reason === null)
}

/** One benefit in the next year: what it costs then beside today, or when and why it ends. */
export function nextYearText({ outcome, reason, lastDay, perMonthNow, perMonthThen }: NextYearView): string {
  const because = reason === null ? '' : ` ${reason}`
  switch (outcome) {
    case 'ends':
      return `${say.endsOn(showLongDate(lastDay ?? ''))}.${because}`
    case 'asked':
      return perMonthThen === null
        ? `${reason ?? ''} ${say.otherwise(showLongDate(lastDay ?? ''))}`
        : `${reason ?? ''} ${say.keepsEmployersPart}`
    case 'chosen':
    case 'continues':
      return perMonthNow === perMonthThen
        ? `${amount(perMonthThen)}, ${say.sameCost}.${because}`
        : `${say.cost(amount(perMonthNow), amount(perMonthThen))}.${because}`
    case 'not-priced':
    case 'unchanged':
      return `${amount(perMonthNow)}.${because}`
  }
}

function amount(perMonth: number | null): string {
  return perMonth === null || perMonth === 0 ? say.noCost : `${showPounds(perMonth)} ${benefitMessages.perMonth}`
}
