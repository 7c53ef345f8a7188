import { sql } from 'kysely'

/** Returns the moments of an array column within the last `withinMs`, for a sliding limit. */
export function stillCounted(moments: string, { withinMs, now }: { withinMs: number; now: Date }) {
  return sql`app.moments_after(${sql.ref(moments)}, ${new Date(now.getTime() - withinMs)}::timestamptz)`
}
