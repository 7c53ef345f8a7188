import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { FactName, PersonRow } from '../../services/people/people-csv.rules.ts'

export type EmploymentFact = { fact: FactName; value: string | null; effectiveFrom: IsoDate }

/** Facts of joiners begin on their first working day. The status `left` begins after the last day. */
export function employmentFactsOf(
  row: PersonRow,
  { known, today }: { known: boolean; today: IsoDate },
): EmploymentFact[] {
  const counts = row.effectiveFrom ?? (known ? today : row.startDate)
  const { status, ...others } = row.facts
  const plain = Object.entries(others).map(([fact, value]) => ({
    // The keys of `facts` are fact names.
    fact: fact as FactName,
    value,
    effectiveFrom: counts,
  }))
  return [...plain, ...statusFacts({ status, row, known, counts, today })]
}

function statusFacts({
  status,
  row,
  known,
  counts,
  today,
}: {
  status: string | null
  row: PersonRow
  known: boolean
  counts: IsoDate
  today: IsoDate
}): EmploymentFact[] {
  if (status === 'active' || status === null) return [{ fact: 'status', value: 'active', effectiveFrom: counts }]
  const worked: EmploymentFact[] = known ? [] : [{ fact: 'status', value: 'active', effectiveFrom: row.startDate }]
  const lastDay = row.facts['end-date']
  // A row that reports a leaver has a last day.
  const from = status === 'left' && lastDay ? addDays(lastDay as IsoDate, 1) : (row.effectiveFrom ?? today)
  return [...worked, { fact: 'status', value: status, effectiveFrom: from }]
}
