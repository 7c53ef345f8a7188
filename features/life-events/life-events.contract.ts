import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { personId } from '../../contract/ids.ts'
import { formErrorMessages } from '../../contract/form-error.messages.ts'
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
import { lifeEventTypes, weddingPlaces } from '../../services/people/life-event-types.rules.ts'

export const eventInvalid = refusal('life-event-invalid', 422, formErrorMessages.review)
export const eventKnown = refusal('life-event-known', 409, say.already)
export const eventsClosed = refusal('life-events-closed', 403, say.left)
export const evidenceNotAwaited = refusal('evidence-not-awaited', 409, say.notAwaited)
export const evidenceFull = refusal('evidence-full', 409, say.tooManyFiles)
export const evidenceUnreadable = refusal('evidence-unreadable', 422, say.notReadable)

const mine = { base: 'v1', access: 'user' } as const
const eventId = z.uuid()

const kind = z.object({
  id: z.string(),
  label: z.string(),
  /** The date of a birth is the child's birthday. */
  type: z.enum(lifeEventTypes),
  needsFamilyMember: z.boolean(),
  /** The relative that the event adds, or removes after a death or divorce. Null if the event concerns no relative. */
  familyMember: z.enum(['partner', 'dependant', 'either']).nullable(),
  needsEvidence: z.boolean(),
  daysBefore: z.number().int(),
  daysAfter: z.number().int(),
  earliest: isoDate,
  latest: isoDate,
})
export type LifeEventKindView = z.output<typeof kind>

const lifeEvent = z.object({
  id: eventId,
  lifeEventId: z.string(),
  label: z.string(),
  eventDate: isoDate,
  state: z.enum(['open', 'closed', 'requested', 'received', 'declined']),
  stateLabel: z.string(),
  /** Last day on which benefits can be chosen because of the event; null until they are open. */
  closesOn: isoDate.nullable(),
})
export type LifeEventView = z.output<typeof lifeEvent>

/** A53. Returns the kinds of life events that the caller can report today. */
export const listLifeEventKinds = endpoint('GET', 'client/life-events/available', { ...mine, reply: z.array(kind) })
/** A52. Returns the life events that the caller has reported. */
export const listLifeEvents = endpoint('GET', 'client/life-events', { ...mine, reply: z.array(lifeEvent) })

const evidence = z.strictObject({
  fileName: z
    .string()
    .min(1)
    .max(evidenceLimits.nameLength)
    .regex(/^[^\p{Cc}/\\]*$/u),
  /** The file in base 64. Its type is detected from the first bytes. */
  content: z.base64().max(Math.ceil(evidenceLimits.bytes / 3) * 4),
})
export type SentEvidence = z.output<typeof evidence>

/** Size of the largest document in base 64, with room for the other fields. */
const bodyBytes = 3 * 1024 * 1024

/** Reports a life event of the caller. The event can add a family member, and open benefits for a time. */
export const addLifeEvent = endpoint('POST', 'client/life-events', {
  inView: 'operator',
  ...mine,
  bodyBytes,
  body: z.strictObject({
    lifeEventId: z.string({ error: formMessages.required }).min(1, formMessages.required).max(60, say.unknownKind),
    /** Optional for a birth. The refusal of a day that is not allowed contains the allowed range. */
    eventDate: z.string({ error: formMessages.required }).min(1, formMessages.required).optional(),
    /** Required if one of the couple is under 18. */
    weddingPlace: z.enum(weddingPlaces).nullish(),
    /** A new family member (DATA-16). For a known member, send `familyMemberId` instead. */
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

/** A91. Sends a document for one of the caller's life events that requires one. */
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

/** A54. Returns the life events of the client's employees, without family members and documents (S-53). */
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
      /** Null while the event is open or awaits a document (REPORT-07). */
      closed: isoDate.nullable(),
    }),
  ),
})
