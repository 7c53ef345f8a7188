import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { personId } from '../../contract/ids.ts'
import { formMessages } from '../../contract/messages.ts'
import { notFound } from '../../contract/not-found.ts'
import { refusal } from '../../contract/refusals.ts'
import {
  familyFull,
  familyPayload,
  memberInvalid,
  memberKnown,
  noDetails,
  onePartner,
} from '../family/family.contract.ts'
import { evidenceLimits } from './evidence.rules.ts'
import { lifeEventRefusals as say } from './life-events.messages.ts'
import { lifeEventTypes, weddingPlaces } from './life-event-types.rules.ts'

/** Lists the problems by field. */
export const eventInvalid = refusal('life-event-invalid', 422, formMessages.review)
export const eventKnown = refusal('life-event-known', 409, say.already)
export const eventsClosed = refusal('life-events-closed', 403, say.left)
export const evidenceNotAwaited = refusal('evidence-not-awaited', 409, say.notAwaited)
export const evidenceFull = refusal('evidence-full', 409, say.tooManyFiles)
export const evidenceUnreadable = refusal('evidence-unreadable', 422, say.notReadable)

const mine = { base: 'v1', access: 'user' } as const
const eventId = z.uuid()

/** A kind that may be told today (A53). */
const kind = z.object({
  id: z.string(),
  label: z.string(),
  /** Effect on the family. A birth takes its date from the child's birthday. */
  type: z.enum(lifeEventTypes),
  needsFamilyMember: z.boolean(),
  /** Family member that the event adds or, for a death or divorce, removes; null if it concerns nobody. */
  familyMember: z.enum(['partner', 'dependant', 'either']).nullable(),
  needsEvidence: z.boolean(),
  daysBefore: z.number().int(),
  daysAfter: z.number().int(),
  /** Between which days the event may lie. */
  earliest: isoDate,
  latest: isoDate,
})
export type LifeEventKindView = z.output<typeof kind>

/** One's own life event (A52). */
const lifeEvent = z.object({
  id: eventId,
  lifeEventId: z.string(),
  label: z.string(),
  eventDate: isoDate,
  state: z.enum(['open', 'closed', 'requested', 'received', 'declined']),
  stateLabel: z.string(),
  /** The last day to choose; null while benefits are not open yet. */
  closesOn: isoDate.nullable(),
})
export type LifeEventView = z.output<typeof lifeEvent>

export const listLifeEventKinds = endpoint('GET', 'client/life-events/available', { ...mine, reply: z.array(kind) })
export const listLifeEvents = endpoint('GET', 'client/life-events', { ...mine, reply: z.array(lifeEvent) })

const evidence = z.strictObject({
  fileName: z
    .string()
    .min(1)
    .max(evidenceLimits.nameLength)
    .regex(/^[^\p{Cc}/\\]*$/u),
  /** The bytes in base 64; what they are says their beginning. */
  content: z.base64().max(Math.ceil(evidenceLimits.bytes / 3) * 4),
})
export type SentEvidence = z.output<typeof evidence>

/** Room for a document in base 64 and the form around it. */
const bodyBytes = 3 * 1024 * 1024

export const addLifeEvent = endpoint('POST', 'client/life-events', {
  inView: 'operator',
  ...mine,
  bodyBytes,
  body: z.strictObject({
    lifeEventId: z.string({ error: formMessages.required }).min(1, formMessages.required).max(60, say.unknownKind),
    /** A birth's day is the child's birthday and may be omitted. Invalid days are answered with the allowed range. */
    eventDate: z.string({ error: formMessages.required }).min(1, formMessages.required).optional(),
    /** Asked for a wedding at which one of the two is under 18. */
    weddingPlace: z.enum(weddingPlaces).nullish(),
    /** Whom it brings into the family (DATA-16); or, by `familyMemberId`, who is on record already. */
    familyMember: familyPayload.nullish(),
    familyMemberId: z.uuid().nullish(),
    evidence: evidence.nullish(),
  }),
  reply: z.object({ status: z.literal('ok'), lifeEvent }),
  status: 201,
  refuses: [
    notFound,
    eventInvalid,
    eventKnown,
    eventsClosed,
    evidenceFull,
    evidenceUnreadable,
    memberInvalid,
    memberKnown,
    onePartner,
    familyFull,
    noDetails,
  ],
  audit: 'life-event.added',
})

/** A91: a document for an event of one's own that waits for one. */
export const sendEvidence = endpoint('POST', 'user/life-events/{id}/evidence', {
  inView: 'operator',
  ...mine,
  bodyBytes,
  params: z.object({ id: eventId }),
  body: evidence,
  reply: z.object({ status: z.literal('ok'), lifeEvent }),
  status: 201,
  refuses: [notFound, eventsClosed, evidenceNotAwaited, evidenceFull, evidenceUnreadable],
  audit: 'life-event.evidence-sent',
})

/** A54: the employer's report. It names nobody of the family, and no document (S-53). */
export const listEmployeesLifeEvents = endpoint('GET', 'client/{id}/employees/life-events', {
  base: 'api',
  access: 'employer',
  params: z.object({ id: z.uuid() }),
  reply: z.array(
    z.object({
      employeeId: personId,
      employeeName: z.string(),
      employeeNumber: z.string().nullable(),
      event: z.string(),
      eventDate: isoDate,
      /** The day it was closed on; null while it is open or waits (REPORT-07). */
      closed: isoDate.nullable(),
    }),
  ),
})
