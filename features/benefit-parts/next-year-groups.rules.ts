import type { BenefitView, NextYearView } from '../../domain/selections/benefits.contract.ts'
import { nextYearMessages as say } from './next-year-groups.messages.ts'

type Row = { benefitId: BenefitView['benefitId']; name: string; text: string }

export function nextYearGroups(benefits: readonly BenefitView[]): {
  groups: { title: string; rows: Row[] }[]
  others: string | null
} {
  const same = benefits.filter(({ nextYear }) => nextYear?.same).length
  const rowsOf = (...outcomes: NextYearView['outcome'][]): Row[] =>
    benefits.flatMap(({ benefitId, name, nextYear }) =>
      nextYear && outcomes.includes(nextYear.outcome) && !nextYear.same
        ? [{ benefitId, name, text: nextYear.text }]
        : [],
    )
  const added = benefits.filter(
    ({ choosesFrom, selection, nextYear, isNew }) => isNew && choosesFrom && !selection && !nextYear,
  )
  const groups = [
    { title: say.asks, rows: rowsOf('asked') },
    { title: say.ends, rows: rowsOf('ends') },
    { title: say.chosen, rows: rowsOf('chosen') },
    { title: say.continues, rows: rowsOf('continues', 'not-priced', 'unchanged') },
    { title: say.added, rows: added.map(({ benefitId, name, summary }) => ({ benefitId, name, text: summary })) },
  ]
  return { groups: groups.filter(({ rows }) => rows.length > 0), others: same === 0 ? null : say.others(same) }
}
