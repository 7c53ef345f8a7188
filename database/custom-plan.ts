import { sql } from 'kysely'

const mark = '/* custom plan */'

/** Put this first in a statement whose generic plan is far slower. PostgreSQL then makes a plan for the values of each use. */
export const customPlan = sql.raw(mark)

export function hasCustomPlan(text: string): boolean {
  return text.startsWith(mark)
}
