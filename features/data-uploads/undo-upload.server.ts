import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import {
  recalculateForBirthDates,
  recalculateForRecordedFacts,
} from '../../services/recalculation/recalculate.queries.ts'
import {
  repeatOnLaterDays,
  recordFacts,
  undoFacts,
  sourceOfUndo,
  type RecordedFact,
} from '../employees/employees.queries.ts'
import { lockPeople, peopleWithOtherBirthDate, savePersonDetails } from '../../services/people/profile.queries.ts'
import { closeAccounts, type NewAddress } from '../../services/session/account.queries.ts'
import { formerNumbersInUse } from './employee-numbers.queries.ts'
import { uploadAddressMails } from './new-email-mail.messages.ts'
import { changeLoginEmails } from './apply-new-emails.queries.ts'
import { sourceOfUpload } from './upload-states.rules.ts'
import { nextPeopleToUndo, recordUnchanged, peopleToUndo, type PersonToUndo } from './undo-upload.queries.ts'
import { deleteUndoRecords } from './staged-rows.queries.ts'
import { peopleWithoutFormerNumber } from './undo-upload.rules.ts'

type UndoInput = {
  uploadId: string
  lastFact: bigint
  recordedBy: PersonId | null
  now: string
  today: IsoDate
  portion: number
  holders: NumberHolders
}
type UndoResult = { takenBack: number; leftAlone: number; moves: NewAddress[]; isLast: boolean }

/** Undoes one portion. Skips people changed since the upload, joiners who used the portal, and people whose number is taken. */
export async function undoPortion(
  tx: Tx,
  clientId: ClientId,
  { uploadId, lastFact, recordedBy, now, today, portion, holders }: UndoInput,
): Promise<UndoResult> {
  const next = await nextPeopleToUndo(tx, clientId, { uploadId, most: portion + 1 })
  const some = withHolders(next.slice(0, portion), holders)
  const all = { uploadId, lastFact, people: [...some] }
  await lockPeople(tx, clientId, all)
  const taken = await formerNumbersInUse(tx, clientId, all)
  const withoutNumber = peopleWithoutFormerNumber(
    taken.map(({ keepsIt, ...one }) => ({ ...one, keepsIt: keepsIt || !some.has(one.by) })),
  )
  const people = await peopleToUndo(tx, clientId, all)
  const stays = ({ personId, changedSince }: PersonToUndo) => changedSince || withoutNumber.has(personId)
  const left = people.filter(stays)
  await recordUnchanged(tx, clientId, { uploadId, lines: left.map(({ line }) => line) })
  const back = people.filter((person) => !stays(person))
  const from = { source: sourceOfUpload(uploadId), recordedBy }
  const known = back.filter(({ kind }) => kind !== 'new')
  const facts = await undoFacts(tx, clientId, { people: known.map(idOf), ...from })
  const bornOtherwise = await restoreDetails(tx, clientId, known)
  const moves = await restoreAddresses(tx, clientId, { people: known, uploadId, now })
  facts.push(...(await closeJoiners(tx, clientId, { people: back.filter(({ kind }) => kind === 'new'), ...from })))
  await recalculateForRecordedFacts(tx, clientId, { facts, today })
  await recalculateForBirthDates(tx, clientId, { people: bornOtherwise, today })
  await deleteUndoRecords(tx, clientId, all)
  return { takenBack: back.length, leftAlone: left.length, moves, isLast: next.length <= portion }
}

export type NumberHolders = ReadonlyMap<PersonId, readonly PersonId[]>

export async function numberHolders(
  tx: Tx,
  clientId: ClientId,
  upload: { uploadId: string; lastFact: bigint },
): Promise<NumberHolders> {
  const taken = await formerNumbersInUse(tx, clientId, upload)
  const byPerson = Map.groupBy(
    taken.filter(({ keepsIt }) => !keepsIt),
    ({ personId }) => personId,
  )
  return new Map([...byPerson].map(([personId, some]) => [personId, some.map(({ by }) => by)]))
}

/** Adds the people who now have the former numbers, and so on, because no two people may have the same number. */
function withHolders(people: readonly PersonId[], holders: NumberHolders): Set<PersonId> {
  const all = new Set(people)
  // A Set also iterates over entries added during the loop.
  for (const personId of all) for (const by of holders.get(personId) ?? []) all.add(by)
  return all
}

const idOf = ({ personId }: { personId: PersonId }): PersonId => personId

async function restoreDetails(tx: Tx, clientId: ClientId, people: readonly PersonToUndo[]): Promise<PersonId[]> {
  const details = people.flatMap(({ personId, before }) => (before ? [{ personId, ...before }] : []))
  const bornOtherwise = await peopleWithOtherBirthDate(tx, clientId, { people: details })
  await savePersonDetails(tx, clientId, { people: details })
  return bornOtherwise
}

async function restoreAddresses(
  tx: Tx,
  clientId: ClientId,
  { people, uploadId, now }: { people: readonly PersonToUndo[] } & Pick<UndoInput, 'uploadId' | 'now'>,
): Promise<NewAddress[]> {
  const moves = people.flatMap(({ personId, email, formerEmail }) =>
    formerEmail === null ? [] : [{ personId, former: email, new: formerEmail }],
  )
  return changeLoginEmails(tx, clientId, { moves, mails: uploadAddressMails, cause: `upload ${uploadId} undone`, now })
}

/** Ends joiners' employment on the day before it began, and frees their employee and payroll numbers (decision 36). */
async function closeJoiners(
  tx: Tx,
  clientId: ClientId,
  { people, source, recordedBy }: { people: readonly PersonToUndo[]; source: string; recordedBy: PersonId | null },
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
    source: sourceOfUndo(source),
    recordedBy,
    facts: await repeatOnLaterDays(tx, clientId, { facts }),
  })
}
