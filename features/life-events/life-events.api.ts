import { randomUUID } from 'node:crypto'
import type { Caller } from '../../contract/caller.ts'
import { type IsoDate, isoDate, showDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { formMessages } from '../../contract/messages.ts'
import { notFound } from '../../contract/not-found.ts'
import { type FieldErrors, refuse } from '../../contract/refusals.ts'
import type { Tx } from '../../database/database.ts'
import { handle, type Call, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/require-own-client.ts'
import { recordDisability } from '../family/disability.queries.ts'
import { familyOf, lockFamily } from '../family/family.queries.ts'
import type { KnownMember } from '../family/family-record.rules.ts'
import { addToOwnFamily, requireOwnMembers } from '../family/own-family.queries.ts'
import { lockPeople } from '../../services/people/profile.queries.ts'
import { openLifeEventWindow } from './life-event-windows.queries.ts'
import { evidenceLimits, mediaTypeOf } from './evidence.rules.ts'
import {
  addLifeEvent,
  eventInvalid,
  eventKnown,
  eventsClosed,
  evidenceFull,
  evidenceNotAwaited,
  evidenceUnreadable,
  listEmployeesLifeEvents,
  listLifeEventKinds,
  listLifeEvents,
  sendEvidence,
  type SentEvidence,
} from './life-events.contract.ts'
import { lifeEventRefusals as say } from './life-events.messages.ts'
import {
  type Document,
  employeesLifeEvents,
  insertEvidence,
  insertLifeEvent,
  lifeEventKindsOn,
  lifeEventsOf,
  lockLifeEvent,
  documentsAwaitingDecision,
} from './life-events.queries.ts'
import {
  awaitsEvidence,
  closedOn,
  reportableDays,
  type LifeEventKind,
  needsEventDate,
  concernsKnownMember,
  lifeEventState,
  windowAfter,
} from '../../services/people/life-events.rules.ts'
import { lifeEventView, lifeEventKindView } from './life-event-views.rules.ts'
import { removeNamedMember } from './member-removal.queries.ts'
import { weddingFault } from './wedding.rules.ts'

export const lifeEventHandlers: Handler[] = [
  handle(listLifeEventKinds, async ({ caller, clientId, tx, today }) => {
    if (caller.employmentStatus !== 'active') return []
    const scheme = await lifeEventKindsOn(tx, clientId, { today })
    return (scheme?.kinds ?? []).map((kind) => lifeEventKindView(kind, today))
  }),
  handle(listLifeEvents, async ({ caller: { personId }, clientId, tx, today }) =>
    (await lifeEventsOf(tx, clientId, { personId })).map((event) => lifeEventView(event, today)),
  ),
  handle(addLifeEvent, add),
  handle(sendEvidence, send),
  handle(listEmployeesLifeEvents, async (call) => {
    requireOwnClient(call)
    const events = await employeesLifeEvents(call.tx, call.clientId)
    return events.map(({ evidence, closesOn, decidedOn, ...event }) => ({
      ...event,
      closed: closedOn({ evidence, closesOn, decidedOn }, call.today),
    }))
  }),
]

async function add({ caller, clientId, tx, today, body, audit }: Call<typeof addLifeEvent>) {
  const { personId } = caller
  requireOpen(caller)
  await requireOwnMembers(tx, clientId, { personId, ids: [body.familyMemberId, body.familyMember?.familyMemberId] })
  const scheme = await lifeEventKindsOn(tx, clientId, { today })
  const kind = scheme?.kinds.find(({ code }) => code === body.lifeEventId)
  if (!scheme || !kind) throw invalid({ lifeEventId: [say.unknownKind] })
  const own = await familyOf(tx, clientId, { personId })
  const known = own.find(({ id, active }) => active && id === body.familyMemberId)
  const eventDate = requireDate(kind, { body, known, today })
  if (kind.type === 'wedding') await requireWedding(tx, clientId, { personId, body, known, eventDate })
  const document = kind.needsEvidence && body.evidence ? documentIn(body.evidence) : null
  if (document) await lockPeople(tx, clientId, { people: [personId] })
  const familyMemberId = await memberConcerned(tx, clientId, { kind, body, known, own, personId, today })
  const id = randomUUID()
  const evidence = kind.needsEvidence ? 'requested' : 'not-needed'
  const window = kind.needsEvidence ? null : windowAfter(kind, { eventDate, knownOn: today })
  const { schemeYearId } = scheme
  const event = { id, personId, schemeYearId, kind, eventDate, familyMemberId, evidence, window } as const
  if (!(await insertLifeEvent(tx, clientId, event))) throw refuse(eventKnown)
  if (document) await requireRoom(tx, clientId, { personId, lifeEventId: id })
  if (document) await insertEvidence(tx, clientId, { personId, lifeEventId: id, document })
  if (kind.type === 'disability' && familyMemberId !== null)
    await recordDisability(tx, clientId, { id: familyMemberId })
  if (window) {
    const { name, takesEffect, benefits } = kind
    const about = familyMemberId === null || concernsKnownMember(kind.type) ? {} : { memberId: familyMemberId }
    const opened = { personId, schemeYearId, lifeEventId: id, name, eventDate, ...about, takesEffect, benefits }
    await openLifeEventWindow(tx, clientId, { ...opened, ...window })
    const { type } = kind
    await removeNamedMember(tx, clientId, { type, personId, memberId: familyMemberId, eventDate, today })
  }
  audit({ lifeEvent: id, kind: kind.code, evidence: document ? 'received' : evidence })
  return eventReply(tx, clientId, { personId, id, today })
}

/** Stores a further document. If the event was declined, it awaits a decision again. */
async function send({ caller, clientId, tx, today, params, body, audit }: Call<typeof sendEvidence>) {
  const { personId } = caller
  requireOpen(caller)
  await lockPeople(tx, clientId, { people: [personId] })
  const event = await lockLifeEvent(tx, clientId, { personId, id: params.id })
  if (!event) throw refuse(notFound)
  if (!awaitsEvidence(lifeEventState(event, today))) throw refuse(evidenceNotAwaited)
  await requireRoom(tx, clientId, { personId, lifeEventId: event.id })
  await insertEvidence(tx, clientId, { personId, lifeEventId: event.id, document: documentIn(body) })
  audit({ lifeEvent: event.id })
  return eventReply(tx, clientId, { personId, id: event.id, today })
}

async function eventReply(
  tx: Tx,
  clientId: ClientId,
  { personId, id, today }: { personId: PersonId; id: string; today: IsoDate },
) {
  const event = await lockLifeEvent(tx, clientId, { personId, id })
  if (!event) throw new Error('The event was kept a moment ago')
  return { status: 'ok' as const, lifeEvent: lifeEventView(event, today) }
}

async function requireRoom(
  tx: Tx,
  clientId: ClientId,
  { personId, lifeEventId }: { personId: PersonId; lifeEventId: string },
): Promise<void> {
  const waiting = await documentsAwaitingDecision(tx, clientId, { personId })
  const all = [...waiting.values()].reduce((sum, count) => sum + count, 0)
  if (all >= evidenceLimits.ofOnePerson || (waiting.get(lifeEventId) ?? 0) >= evidenceLimits.files)
    throw refuse(evidenceFull)
}

function requireOpen({ employmentStatus }: Caller): void {
  if (employmentStatus !== 'active') throw refuse(eventsClosed)
}

type ReportedEvent = { body: Call<typeof addLifeEvent>['body']; known: KnownMember | undefined }

function requireDate(kind: LifeEventKind, { body, known, today }: ReportedEvent & { today: IsoDate }): IsoDate {
  if (!needsEventDate(kind.type) && kind.type !== 'birth') return today
  const born = known?.dateOfBirth ?? body.familyMember?.date_of_birth
  if (body.eventDate === undefined && (kind.type !== 'birth' || born === undefined))
    throw invalid(kind.type === 'birth' ? { familyMember: [say.whoIsMissing] } : { eventDate: [formMessages.required] })
  if (body.eventDate === undefined) {
    const field = known ? 'familyMemberId' : 'familyMember.date_of_birth'
    return dayWithin(kind, { date: born ?? '', field, today })
  }
  const eventDate = dayWithin(kind, { date: body.eventDate, field: 'eventDate', today })
  // A birthday in the future is refused later, with the child's other details.
  const isBirthday = born !== undefined && isDay(born) && born <= today
  if (kind.type === 'birth' && isBirthday && born !== eventDate)
    throw invalid({ eventDate: [say.birthday(showDate(born))] })
  if (kind.needsFamilyMember === 'dependant' && isBirthday && eventDate < born)
    throw invalid({ eventDate: [say.beforeBirth(showDate(born))] })
  return eventDate
}

async function requireWedding(
  tx: Tx,
  clientId: ClientId,
  { personId, body, known, eventDate }: ReportedEvent & { personId: PersonId; eventDate: IsoDate },
): Promise<void> {
  const partnerBorn = known?.dateOfBirth ?? body.familyMember?.date_of_birth
  const self = await lockFamily(tx, clientId, { personId })
  // An invalid birthday is refused later, with the other details of the spouse or partner.
  if (!self || partnerBorn === undefined || !isDay(partnerBorn) || known?.relationship === 'dependant') return
  const fault = weddingFault({ on: eventDate, place: body.weddingPlace ?? null }, [partnerBorn, self.dateOfBirth])
  switch (fault) {
    case 'under-16':
      throw invalid({ eventDate: [say.partnerUnderAge] })
    case 'place-missing':
      throw invalid({ weddingPlace: [say.weddingPlace] })
    case 'under-18':
      throw invalid({ weddingPlace: [say.weddingUnderAge] })
    case null:
  }
}

function isDay(date: string): date is IsoDate {
  return isoDate.safeParse(date).success
}

function dayWithin(
  kind: LifeEventKind,
  { date, field, today }: { date: string; field: string; today: IsoDate },
): IsoDate {
  const { from, to } = reportableDays(kind, today)
  if (!isDay(date) || date < from || date > to) throw invalid({ [field]: [say.date(from, to)] })
  return date
}

async function memberConcerned(
  tx: Tx,
  clientId: ClientId,
  {
    kind: { type, needsFamilyMember },
    body: { familyMember, familyMemberId },
    known,
    own,
    personId,
    today,
  }: ReportedEvent & { kind: LifeEventKind; own: readonly KnownMember[]; personId: PersonId; today: IsoDate },
): Promise<string | null> {
  if (needsFamilyMember === 'no') return null
  const fits = ({ relationship }: KnownMember) => needsFamilyMember === 'either' || relationship === needsFamilyMember
  if (familyMemberId) {
    if (!known || !fits(known)) throw invalid({ familyMemberId: [say.whoIsWrong] })
    return known.id
  }
  if (concernsKnownMember(type)) {
    const onRecord = own.filter((member) => member.active && fits(member))
    if (onRecord.length > 1) throw invalid({ familyMemberId: [say.whomItConcerns] })
    // After a death or divorce, the employee's own cover may change even if the person was never on record.
    if (type === 'disability' && onRecord.length === 0) throw invalid({ familyMemberId: [say.addFirst] })
    return onRecord[0]?.id ?? null
  }
  if (!familyMember) throw invalid({ familyMember: [say.whoIsMissing] })
  const within = { below: 'familyMember.', ...(needsFamilyMember !== 'either' && { only: needsFamilyMember }) }
  return addToOwnFamily(tx, clientId, { personId, today, member: familyMember, ...within })
}

function documentIn({ fileName, content }: SentEvidence): Document {
  const bytes = Buffer.from(content, 'base64')
  const mediaType = mediaTypeOf(bytes)
  if (mediaType === undefined) throw refuse(evidenceUnreadable, { errors: { evidence: [say.notReadable] } })
  return { fileName, mediaType, bytes }
}

function invalid(errors: FieldErrors) {
  return refuse(eventInvalid, { errors })
}
