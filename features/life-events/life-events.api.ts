import { randomUUID } from 'node:crypto'
import type { Caller } from '../../contract/caller.ts'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { type FieldErrors, refuse } from '../../contract/refusals.ts'
import type { Tx } from '../../database/database.ts'
import { handle, type Call, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/own-client.ts'
import { familyOf } from '../family/family.queries.ts'
import { addToOwnFamily, requireOwnMembers } from '../family/own-family.queries.ts'
import { holdPeople } from '../profile/profile.queries.ts'
import { openAfterLifeEvent } from '../scheme/granted-windows.queries.ts'
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
  kindsOn,
  lifeEventsOf,
  lockLifeEvent,
  waitingDocuments,
} from './life-events.queries.ts'
import { awaitsEvidence, closedOn, daysOf, type LifeEventKind, stateOf, windowAfter } from './life-events.rules.ts'
import { eventView, kindView } from './life-event-views.rules.ts'

export const lifeEventHandlers: Handler[] = [
  // Whoever has left has nothing to open (ACCESS-06).
  handle(listLifeEventKinds, async ({ caller, clientId, tx, today }) => {
    if (caller.employmentStatus !== 'active') return []
    const scheme = await kindsOn(tx, clientId, { today })
    return (scheme?.kinds ?? []).map((kind) => kindView(kind, today))
  }),
  handle(listLifeEvents, async ({ caller: { personId }, clientId, tx, today }) =>
    (await lifeEventsOf(tx, clientId, { personId })).map((event) => eventView(event, today)),
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

/** Keeps the event, whom it brings, and opens the benefits of its kind: at once, or once its evidence is accepted. */
async function add({ caller, clientId, tx, today, body, audit }: Call<typeof addLifeEvent>) {
  const { personId } = caller
  requireOpen(caller)
  await requireOwnMembers(tx, clientId, { personId, ids: [body.familyMemberId, body.familyMember?.familyMemberId] })
  const scheme = await kindsOn(tx, clientId, { today })
  const kind = scheme?.kinds.find(({ code }) => code === body.lifeEventId)
  if (!scheme || !kind) throw invalid({ lifeEventId: [say.unknownKind] })
  const eventDate = requireDate(kind, { date: body.eventDate, today })
  const document = kind.needsEvidence && body.evidence ? documentIn(body.evidence) : null
  if (document) await holdPeople(tx, clientId, { people: [personId] })
  const familyMemberId = await whomItBrings(tx, clientId, { kind, body, personId, today })
  const id = randomUUID()
  const evidence = kind.needsEvidence ? 'requested' : 'not-needed'
  const window = kind.needsEvidence ? null : windowAfter(kind, { eventDate, knownOn: today })
  const { schemeYearId } = scheme
  const event = { id, personId, schemeYearId, kind, eventDate, familyMemberId, evidence, window } as const
  if (!(await insertLifeEvent(tx, clientId, event))) throw refuse(eventKnown)
  if (document) await requireRoom(tx, clientId, { personId, lifeEventId: id })
  if (document) await insertEvidence(tx, clientId, { personId, lifeEventId: id, document })
  if (window) {
    const { name, takesEffect, benefits } = kind
    const opened = { personId, schemeYearId, lifeEventId: id, name, eventDate, takesEffect, benefits }
    await openAfterLifeEvent(tx, clientId, { ...opened, ...window })
  }
  audit({ lifeEvent: id, kind: kind.code, evidence: document ? 'received' : evidence })
  return answered(tx, clientId, { personId, id, today })
}

/** Another document takes an event that was declined up again. */
async function send({ caller, clientId, tx, today, params, body, audit }: Call<typeof sendEvidence>) {
  const { personId } = caller
  requireOpen(caller)
  await holdPeople(tx, clientId, { people: [personId] })
  const event = await lockLifeEvent(tx, clientId, { personId, id: params.id })
  if (!event) throw refuse(notFound)
  if (!awaitsEvidence(stateOf(event, today))) throw refuse(evidenceNotAwaited)
  await requireRoom(tx, clientId, { personId, lifeEventId: event.id })
  await insertEvidence(tx, clientId, { personId, lifeEventId: event.id, document: documentIn(body) })
  audit({ lifeEvent: event.id })
  return answered(tx, clientId, { personId, id: event.id, today })
}

async function answered(
  tx: Tx,
  clientId: ClientId,
  { personId, id, today }: { personId: PersonId; id: string; today: IsoDate },
) {
  const event = await lockLifeEvent(tx, clientId, { personId, id })
  if (!event) throw new Error('The event was kept a moment ago')
  return { status: 'ok' as const, lifeEvent: eventView(event, today) }
}

/** Room for one more document, of whoever is held. */
async function requireRoom(
  tx: Tx,
  clientId: ClientId,
  { personId, lifeEventId }: { personId: PersonId; lifeEventId: string },
): Promise<void> {
  const waiting = await waitingDocuments(tx, clientId, { personId })
  const all = [...waiting.values()].reduce((sum, count) => sum + count, 0)
  if (all >= evidenceLimits.ofOnePerson || (waiting.get(lifeEventId) ?? 0) >= evidenceLimits.files)
    throw refuse(evidenceFull)
}

function requireOpen({ employmentStatus }: Caller): void {
  if (employmentStatus !== 'active') throw refuse(eventsClosed)
}

function requireDate(kind: LifeEventKind, { date, today }: { date: string; today: IsoDate }): IsoDate {
  const { from, to } = daysOf(kind, today)
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(`${date}T00:00:00Z`))
  if (!isDay || new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10) !== date || date < from || date > to)
    throw invalid({ eventDate: [say.date(from, to)] })
  // A day of the calendar, as has just been seen.
  return date as IsoDate
}

/** Somebody new, kept by the same rules as in the family itself, or somebody on record; null for kinds that bring nobody. */
async function whomItBrings(
  tx: Tx,
  clientId: ClientId,
  {
    kind: { needsFamilyMember },
    body: { familyMember, familyMemberId },
    personId,
    today,
  }: {
    kind: LifeEventKind
    body: Call<typeof addLifeEvent>['body']
    personId: PersonId
    today: IsoDate
  },
): Promise<string | null> {
  if (needsFamilyMember === 'no') return null
  if (familyMemberId) {
    const family = await familyOf(tx, clientId, { personId })
    const known = family.find(({ id, active }) => active && id === familyMemberId)
    if (known?.relationship !== needsFamilyMember) throw invalid({ familyMemberId: [say.whoIsWrong] })
    return known.id
  }
  if (!familyMember) throw invalid({ familyMember: [say.whoIsMissing] })
  const within = { below: 'familyMember.', only: needsFamilyMember }
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
