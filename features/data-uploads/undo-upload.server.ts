import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { followBirthDates, followRecorded } from '../benefits/following/follow.queries.ts'
import {
  fromThereOn,
  recordFacts,
  takeFactsBack,
  takenBackFrom,
  type RecordedFact,
} from '../employees/employees.queries.ts'
import { peopleBornOtherwise, savePersonDetails } from '../profile/profile.queries.ts'
import { closeAccounts } from '../session/account.queries.ts'
import { breath } from './check-upload.server.ts'
import { formerNumbersTaken } from './employee-numbers.queries.ts'
import { holdConcerned } from './upload-people.queries.ts'
import { sourceOfUpload } from './upload-source.ts'
import { noteLeftAlone, peopleToTakeBack, type ToTakeBack } from './undo-upload.queries.ts'
import { whoseNumberIsGone } from './undo-upload.rules.ts'

type Undoing = { uploadId: string; lastFact: bigint; recordedBy: PersonId | null; today: IsoDate }

/**
 * Undoes an upload inside the caller's transaction: records further facts, restores details, then recalculates selections. Leaves
 * people alone who were changed since, joiners who have begun to use the portal, and people whose former employee number
 * now belongs to somebody else. Other joiners were never employed: closes their accounts and ends their cover on the day it
 * began (decision 36).
 */
export async function undoUpload(
  tx: Tx,
  clientId: ClientId,
  { uploadId, lastFact, recordedBy, today }: Undoing,
): Promise<{ takenBack: number; leftAlone: number }> {
  await holdConcerned(tx, clientId, { uploadId })
  const followed: RecordedFact[] = []
  const bornOtherwise: PersonId[] = []
  const withoutNumber = whoseNumberIsGone(await formerNumbersTaken(tx, clientId, { uploadId, lastFact }))
  let [takenBack, leftAlone] = [0, 0]
  for await (const people of peopleToTakeBack(tx, clientId, { uploadId, lastFact })) {
    const stays = ({ personId, changedSince }: ToTakeBack) => changedSince || withoutNumber.has(personId)
    const left = people.filter(stays)
    await noteLeftAlone(tx, clientId, { uploadId, lines: left.map(({ line }) => line) })
    const back = people.filter((person) => !stays(person))
    const from = { source: sourceOfUpload(uploadId), recordedBy }
    const known = back.filter(({ kind }) => kind !== 'new')
    followed.push(...(await takeFactsBack(tx, clientId, { people: known.map(idOf), ...from })))
    bornOtherwise.push(...(await restoreDetails(tx, clientId, known)))
    followed.push(...(await endNewcomers(tx, clientId, { people: back.filter(({ kind }) => kind === 'new'), ...from })))
    takenBack += back.length
    leftAlone += left.length
    await breath()
  }
  await followRecorded(tx, clientId, { facts: followed, today })
  await followBirthDates(tx, clientId, { people: bornOtherwise, today })
  return { takenBack, leftAlone }
}

const idOf = ({ personId }: { personId: PersonId }): PersonId => personId

/** Returns the people whose date of birth changes. */
async function restoreDetails(tx: Tx, clientId: ClientId, people: readonly ToTakeBack[]): Promise<PersonId[]> {
  const details = people.flatMap(({ personId, before }) => (before ? [{ personId, ...before }] : []))
  const bornOtherwise = await peopleBornOtherwise(tx, clientId, { people: details })
  await savePersonDetails(tx, clientId, { people: details })
  return bornOtherwise
}

/** Sets the last day of joiners to the day before their first, and frees their employee and payroll numbers. */
async function endNewcomers(
  tx: Tx,
  clientId: ClientId,
  { people, source, recordedBy }: { people: readonly ToTakeBack[]; source: string; recordedBy: PersonId | null },
): Promise<RecordedFact[]> {
  await closeAccounts(tx, clientId, people.map(idOf))
  const facts = people.flatMap(({ personId, startedOn, knownFrom }) => {
    if (!startedOn || !knownFrom) return []
    const said = { personId, effectiveFrom: knownFrom < startedOn ? knownFrom : startedOn }
    return [
      { ...said, fact: 'status' as const, value: 'left' },
      { ...said, fact: 'end-date' as const, value: addDays(startedOn, -1) },
      { ...said, fact: 'employee-number' as const, value: null },
      { ...said, fact: 'payroll-id' as const, value: null },
    ]
  })
  return recordFacts(tx, clientId, {
    source: takenBackFrom(source),
    recordedBy,
    // The upload may have facts on later days.
    facts: await fromThereOn(tx, clientId, { facts }),
  })
}
