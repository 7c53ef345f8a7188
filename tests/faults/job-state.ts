import type { TestDatabase } from '../harness/databases.ts'
import { rowsOfQueries, applicationQueries } from '../harness/queries-to-compare.ts'

const everything = [
  ...applicationQueries,
  // Some causes contain a time.
  `select email, kind, regexp_replace(cause, ' [0-9]+[.][0-9]+$', '') as cause from mail join account using (client_id, person_id)`,
  `select email, from_day, to_day, period_from, category from pension_assessment join account using (client_id, person_id)`,
  `select email, job, skipped_on from skipped_person join account using (client_id, person_id)`,
  `select period_id, line_count, employee_pence, employer_pence from payroll_run`,
  `select * from payroll_line`,
  `select type, year, month, label, period_id, file_name, case when type = 'payroll' then md5(bytes) end as bytes from report_run`,
  `select key, status from idempotency_key`,
  `select job, ran_on, unfinished_on, done_up_to from daily_run`,
  // A job that is resumed after a kill may split its counts over more audit events, so counts are summed.
  `select action, key, sum(value::numeric) from (${details()}) as detail where value ~ '^[0-9]+$' group by 1, 2`,
  `select action, key, value, count(*) from (${details()}) as detail where value !~ '^[0-9]+$' group by 1, 2, 3`,
]

function details(): string {
  return `
    select action, key, value
    from audit_event
    cross join jsonb_each_text(entry::jsonb -> 'details')
    where action not like 'session.%'`
}

export type State = readonly string[]

export async function stateOf(database: TestDatabase): Promise<State> {
  return (await rowsOfQueries(database, everything)).flat()
}

export function placeOf(state: State, states: readonly State[]): number {
  return states.findIndex((one) => one.length === state.length && one.every((row, index) => row === state[index]))
}

export function changedPeople(before: State, after: State): string[] {
  const former = rowsByPerson(before)
  return [...rowsByPerson(after)].filter(([email, rows]) => former.get(email) !== rows).map(([email]) => email)
}

function rowsByPerson(state: State): Map<string, string> {
  const rows = Map.groupBy(state, (row) => /"email": "([^"]+)"/.exec(row)?.[1] ?? '')
  rows.delete('')
  return new Map([...rows].map(([email, theirs]) => [email, theirs.join('\n')]))
}

export function countVersions(rows: State): { versions: number; audited: number } {
  const audited = rows.flatMap((row) => /^\{"key": "selections", "sum": (\d+), /.exec(row)?.[1] ?? [])
  return {
    versions: rows.filter((row) => row.includes('"version": ')).length,
    audited: audited.reduce((sum, count) => sum + Number(count), 0),
  }
}

export function differenceFromAll(states: readonly State[], state: State): string[] {
  if (placeOf(state, states) >= 0) return []
  const differences = states.map((one) => [...without(state, one), ...without(one, state)])
  return differences.toSorted((one, other) => one.length - other.length)[0] ?? []
}

function without(rows: State, others: State): string[] {
  const known = new Set(others)
  return rows.filter((row) => !known.has(row))
}
