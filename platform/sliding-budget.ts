import { sql } from 'kysely'

/**
 * Of an array of moments, a column of the statement, those that still count: a budget whose time slides, so that each
 * place is free again when its own time is over.
 */
export function stillCounted(moments: string, { withinMs, now }: { withinMs: number; now: Date }) {
  return sql`array(
    select moment
    from unnest(${sql.ref(moments)}) as moment
    where moment > ${new Date(now.getTime() - withinMs)}::timestamptz
    order by moment
  )`
}
