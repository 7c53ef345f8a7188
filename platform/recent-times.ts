import { sql } from 'kysely'

export function recentTimes(moments: string, { withinMs, now }: { withinMs: number; now: Date }) {
  return sql`app.moments_after(${sql.ref(moments)}, ${new Date(now.getTime() - withinMs)}::timestamptz)`
}
