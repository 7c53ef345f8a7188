import { sql } from 'kysely'

/** Returns the moments of an array column within the last `withinMs`, for a sliding limit. */
export function stillCounted(moments: string, { withinMs, now }: { withinMs: number; now: Date }) {
  return sql`array(
    select moment
    from unnest(${sql.ref(moments)}) as moment
    where moment > ${new Date(now.getTime() - withinMs)}::timestamptz
    order by moment
  )`
}
