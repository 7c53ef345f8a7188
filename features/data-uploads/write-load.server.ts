import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { provideCoreCover } from '../benefits/following/core-cover.queries.ts'
import { followBirthDates, followRecorded } from '../benefits/following/follow.queries.ts'
import { fromThereOn, recordFacts, recordJoiners, type RecordedFact } from '../employees/employees.queries.ts'
import { refreshEmployees } from '../employees/refresh-employees.queries.ts'
import { writeDetails } from '../profile/profile.queries.ts'
import { inviteJoiners } from '../session/account.queries.ts'
import { breath } from './check-load.server.ts'
import { uploadLimits } from './limits.ts'
import { concernedBy, factsSaidOf, type ToWrite } from './load-people.queries.ts'
import { sourceOfLoad } from './load-source.ts'

type Writing = { loadId: string; people: readonly ToWrite[]; recordedBy: PersonId | null; today: IsoDate }

/** Writes what an upload says of these people, in its caller's transaction, and then what follows for their benefits. */
export async function writeLoad(
  tx: Tx,
  clientId: ClientId,
  { loadId, people, recordedBy, today }: Writing,
): Promise<{ facts: number; selections: number }> {
  const of = (some: readonly ToWrite[]) => some.map(({ personId }) => personId)
  const given = sql`select person_id from unnest(${of(people)}::uuid[]) as given (person_id)`
  const concerned = sql`select * from (${concernedBy(clientId, { loadId })}) as concerned where person_id in (${given})`
  const joiners = sql`select * from (${concerned}) as joiner where kind = 'new'`
  const source = sourceOfLoad(loadId)
  await writeDetails(tx, clientId, sql`select person_id, details_after as details from (${concerned}) as written`)
  const withoutAccount = sql`
    select * from (${joiners}) as joiner
    where not exists (
      select
      from account
      where account.client_id = ${clientId}
        and account.person_id = joiner.person_id
    )`
  let facts = await recordJoiners(tx, clientId, { from: withoutAccount, source, recordedBy })
  const followed: RecordedFact[] = []
  const recorded = people.filter(({ hasAccount }) => hasAccount)
  for (let from = 0; from < recorded.length; from += uploadLimits.together) {
    const some = recorded.slice(from, from + uploadLimits.together)
    const known = new Set(of(some.filter(({ isKnown }) => isKnown)))
    const said = await factsSaidOf(tx, clientId, { loadId, people: of(some) })
    // Who was taken back was never employed: nothing that was said of any day then holds any more.
    const returning = said.filter(({ personId }) => !known.has(personId))
    const news = await recordFacts(tx, clientId, {
      source,
      recordedBy,
      facts: [
        ...said.filter(({ personId }) => known.has(personId)),
        ...(await fromThereOn(tx, clientId, { facts: returning })),
      ],
    })
    // What a newcomer begins with goes by their facts as they are; only a last day changes it.
    followed.push(
      ...news.filter(({ personId, fact, value }) => known.has(personId) || (fact === 'end-date' && value !== null)),
    )
    facts += news.length
    await breath()
  }
  await inviteJoiners(tx, clientId, sql`select person_id, email from (${joiners}) as joiner`)
  await refreshEmployees(tx, clientId, of(people))
  const begun = await provideCoreCover(tx, clientId, { people: of(people), today })
  const repriced = await followRecorded(tx, clientId, { facts: followed, today })
  const corrected = await followBirthDates(tx, clientId, {
    people: of(people.filter(({ isBornOtherwise }) => isBornOtherwise)),
    today,
  })
  return { facts, selections: begun + repriced + corrected }
}
