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
import type { Progress } from './one-load.server.ts'

type Writing = {
  loadId: string
  people: readonly ToWrite[]
  recordedBy: PersonId | null
  today: IsoDate
  progress?: Progress
}

/** Applies an upload inside the caller's transaction: writes these people's details, facts and accounts, then recalculates their benefits. */
export async function writeLoad(
  tx: Tx,
  clientId: ClientId,
  { loadId, people, recordedBy, today, progress }: Writing,
): Promise<{ facts: number; selections: number }> {
  const of = (some: readonly ToWrite[]) => some.map(({ personId }) => personId)
  const concerned = (some: readonly ToWrite[]) => sql`
    select *
    from (${concernedBy(clientId, { loadId })}) as concerned
    where person_id in (select unnest(${of(some)}::uuid[]))`
  const source = sourceOfLoad(loadId)
  const renamed = await writeDetails(
    tx,
    clientId,
    sql`select person_id, details_after as details from (${concerned(people)}) as written`,
  )
  let [facts, done] = [0, 0]
  const withoutAccount = people.filter(({ hasAccount }) => !hasAccount)
  for (const some of portionsOf(withoutAccount)) {
    facts += await recordJoiners(tx, clientId, { from: concerned(some), source, recordedBy })
    await progress?.((done += some.length))
  }
  const followed: RecordedFact[] = []
  for (const some of portionsOf(people.filter(({ hasAccount }) => hasAccount))) {
    const known = new Set(of(some.filter(({ isKnown }) => isKnown)))
    const said = await factsSaidOf(tx, clientId, { loadId, people: of(some) })
    // Joiners of an undone upload were never employed, so the new facts also replace facts of later days.
    const returning = said.filter(({ personId }) => !known.has(personId))
    const news = await recordFacts(tx, clientId, {
      source,
      recordedBy,
      facts: [
        ...said.filter(({ personId }) => known.has(personId)),
        ...(await fromThereOn(tx, clientId, { facts: returning })),
      ],
    })
    // A joiner's core cover begins below, by these facts. Of a joiner's facts, only a last day needs a recalculation.
    followed.push(
      ...news.filter(({ personId, fact, value }) => known.has(personId) || (fact === 'end-date' && value !== null)),
    )
    facts += news.length
    await progress?.((done += some.length))
    await breath()
  }
  const joiners = people.filter(({ isKnown }) => !isKnown)
  await inviteJoiners(tx, clientId, sql`select person_id, email from (${concerned(joiners)}) as joiner`)
  const begun = await provideCoreCover(tx, clientId, { people: of(people), today })
  const repriced = await followRecorded(tx, clientId, { facts: followed, today })
  const corrected = await followBirthDates(tx, clientId, {
    people: of(people.filter(({ isBornOtherwise }) => isBornOtherwise)),
    today,
  })
  // Locks rows of the employee list, for which sign-ins wait: so it comes last, and only for people whose row may differ.
  await refreshEmployees(tx, clientId, [...new Set([...renamed, ...of(joiners)])])
  return { facts, selections: begun + repriced + corrected }
}

function* portionsOf(people: readonly ToWrite[]): Generator<readonly ToWrite[]> {
  for (let from = 0; from < people.length; from += uploadLimits.together)
    yield people.slice(from, from + uploadLimits.together)
}
