import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { provideCoreCover } from '../recalculation/core-cover.queries.ts'
import {
  changesByPerson,
  type ChangedFacts,
  recalculateForBirthDates,
  recalculateForFacts,
  writeRecalculated,
} from '../../services/recalculation/recalculate.queries.ts'
import { repeatOnLaterDays, recordFacts, recordJoiners, type RecordedFact } from '../employees/employees.queries.ts'
import { writeDetails } from '../../services/people/profile.queries.ts'
import { inviteJoiners, type NewAddress } from '../../services/session/account.queries.ts'
import { applyNewEmails } from './apply-new-emails.queries.ts'
import { yieldToOtherWork } from './check-upload.server.ts'
import { uploadLimits, sourceOfUpload } from './upload-states.rules.ts'
import {
  affectedPeople,
  factsByLine,
  peopleToWrite,
  refreshListedPeople,
  type PersonToWrite,
  validRecalculations,
} from './upload-people.queries.ts'
import type { ReportProgress } from './upload-status.server.ts'

type WriteInput = {
  uploadId: string
  recordedBy: PersonId | null
  now: string
  today: IsoDate
  progress?: ReportProgress
}

export async function writeUpload(
  tx: Tx,
  clientId: ClientId,
  { uploadId, recordedBy, now, today, progress }: WriteInput,
): Promise<{ facts: number; selections: number; moves: NewAddress[] }> {
  let [facts, selections, done] = [0, 0, 0]
  const renamed: PersonId[] = []
  for await (const people of peopleToWrite(tx, clientId, { uploadId })) {
    const written = await writeFacts(tx, clientId, { uploadId, people, recordedBy })
    facts += written.facts
    selections += await provideCoreCover(tx, clientId, { people: personIdsOf(people), today })
    selections += await writeChecked(tx, clientId, {
      uploadId,
      changed: changesByPerson(written.followed),
      today,
      progress: (more) => progress?.(done + more),
    })
    const bornOtherwise = personIdsOf(people.filter(hasChangedBirthDate))
    selections += await recalculateForBirthDates(tx, clientId, { people: bornOtherwise, today })
    const joiners = new Set(personIdsOf(people.filter(isJoiner)))
    renamed.push(...written.renamed.filter((personId) => !joiners.has(personId)))
    await progress?.((done += people.length))
    await yieldToOtherWork()
  }
  const moves = await applyNewEmails(tx, clientId, { uploadId, now })
  // Refresh the list last, because logins wait for its rows.
  await refreshListedPeople(tx, clientId, { uploadId, renamed })
  return { facts, selections, moves }
}

export const personIdsOf = (people: readonly PersonToWrite[]): PersonId[] => people.map(({ personId }) => personId)
const linesOf = (people: readonly PersonToWrite[]): number[] => people.map(({ line }) => line)
export const hasChangedBirthDate = (person: PersonToWrite): boolean => person.isBornOtherwise
const isJoiner = ({ isKnown }: PersonToWrite): boolean => !isKnown

export async function writeFacts(
  tx: Tx,
  clientId: ClientId,
  { uploadId, people, recordedBy }: { uploadId: string; people: readonly PersonToWrite[]; recordedBy: PersonId | null },
): Promise<{ facts: number; followed: RecordedFact[]; renamed: PersonId[] }> {
  // Select by line, which uses the primary key. The planner has no statistics yet for a join by person.
  const concerned = (some: readonly PersonToWrite[]) => affectedPeople(clientId, { uploadId, lines: linesOf(some) })
  const source = sourceOfUpload(uploadId)
  const renamed = await writeDetails(
    tx,
    clientId,
    sql`select person_id, details_after as details from (${concerned(people)}) as written`,
  )
  const withoutAccount = people.filter(({ hasAccount }) => !hasAccount)
  const ofJoiners =
    withoutAccount.length > 0
      ? await recordJoiners(tx, clientId, { from: concerned(withoutAccount), source, recordedBy })
      : 0
  const withAccount = people.filter(({ hasAccount }) => hasAccount)
  const known = new Set(personIdsOf(withAccount.filter(({ isKnown }) => isKnown)))
  const said = await factsByLine(tx, clientId, { uploadId, lines: linesOf(withAccount) })
  // Joiners of an undone upload were never employed, so their new facts replace even later ones.
  const returning = said.filter(({ personId }) => !known.has(personId))
  const news = await recordFacts(tx, clientId, {
    source,
    recordedBy,
    facts: [
      ...said.filter(({ personId }) => known.has(personId)),
      ...(await repeatOnLaterDays(tx, clientId, { facts: returning })),
    ],
  })
  const joiners = people.filter(isJoiner)
  await inviteJoiners(tx, clientId, sql`select person_id, email from (${concerned(joiners)}) as joiner`)
  return {
    facts: ofJoiners + news.length,
    // Joiners get their cover from `provideCoreCover`. Of their facts, only a last day needs a recalculation.
    followed: news.filter(
      ({ personId, fact, value }) => known.has(personId) || (fact === 'end-date' && value !== null),
    ),
    renamed,
  }
}

/** Recalculates people who have chosen since the check, or whose family, terms or locked pay periods have changed. */
async function writeChecked(
  tx: Tx,
  clientId: ClientId,
  {
    uploadId,
    changed,
    today,
    progress,
  }: {
    uploadId: string
    changed: ChangedFacts
    today: IsoDate
    progress: (done: number) => Promise<void> | undefined
  },
): Promise<number> {
  let versions = 0
  const everybody = [...changed].toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (let from = 0; from < everybody.length; from += uploadLimits.recalculated) {
    const some = new Map(everybody.slice(from, from + uploadLimits.recalculated))
    const stored = await validRecalculations(tx, clientId, { uploadId, people: [...some.keys()] })
    versions += await writeRecalculated(tx, clientId, {
      recalculated: stored.flatMap(({ selections }) => selections),
      today,
    })
    for (const { personId } of stored) some.delete(personId)
    versions += await recalculateForFacts(tx, clientId, { changed: some, today })
    await progress(Math.min(from + uploadLimits.recalculated, everybody.length))
  }
  return versions
}
