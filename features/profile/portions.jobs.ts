import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { DailyJob, Portion } from '../../platform/daily-jobs.ts'
import { nextPeople } from './portion-people.queries.ts'

type Work = (
  tx: Tx,
  clientId: ClientId,
  portion: Omit<Portion, 'after' | 'size'> & { people: readonly PersonId[] },
) => Promise<void>

/** Returns a daily job that does a client's people in portions, by their ids. A portion is done whole or not at all. */
export function jobInPortions(name: string, work: Work): DailyJob {
  return {
    name,
    run: async (tx, clientId, { after, size, ...at }) => {
      const people = await nextPeople(tx, clientId, { after, most: size })
      if (people.length > 0) await work(tx, clientId, { ...at, people })
      const last = people.at(-1)
      return last === undefined || people.length < size ? 'done' : { doneUpTo: last }
    },
  }
}
