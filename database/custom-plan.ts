import { sql } from 'kysely'

const mark = '/* custom plan */'

/** Begins a statement that PostgreSQL plans anew for its values, because the generic plan is far slower. */
export const customPlan = sql.raw(mark)

export function hasCustomPlan(text: string): boolean {
  return text.startsWith(mark)
}
