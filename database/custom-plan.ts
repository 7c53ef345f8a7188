import { sql } from 'kysely'

const mark = '/* custom plan */'

/** Begins a statement that PostgreSQL plans for its values at each use, because its plan for any values is far slower. */
export const customPlan = sql.raw(mark)

export function hasCustomPlan(text: string): boolean {
  return text.startsWith(mark)
}
