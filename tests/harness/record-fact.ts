import type { World } from './world.ts'

export function recordFact(
  { database }: Pick<World, 'database'>,
  { of, fact, value }: { of: string; fact: string; value: string | null },
): Promise<unknown> {
  return database.rows(
    `insert into employment_fact (client_id, person_id, fact, value, effective_from, source, recorded_at)
     select client_id, person_id, $2, $3, app.today(), 'test', app.now() from account where email = $1`,
    [`${of}@demo.example`, fact, value],
  )
}
