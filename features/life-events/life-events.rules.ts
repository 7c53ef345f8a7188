import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { EffectiveRule } from '../benefits/windows/effective.rules.ts'
import type { LifeEventType } from './life-event-types.rules.ts'

export type LifeEventKind = {
  code: string
  name: string
  /** How many days before and after the event it may be told, both ends included. */
  daysBefore: number
  daysAfter: number
  takesEffect: EffectiveRule
  needsEvidence: boolean
  type: LifeEventType
  /** Family member that the event adds or, for a death or divorce, removes. */
  needsFamilyMember: 'no' | 'partner' | 'dependant' | 'either'
  benefits: 'all' | readonly string[]
}

/** Family member by event type; for other events the scheme decides. */
export const memberOfType = {
  birth: 'dependant',
  adoption: 'dependant',
  wedding: 'partner',
  death: 'either',
  divorce: 'partner',
  disability: 'dependant',
} as const satisfies Record<Exclude<LifeEventType, 'other'>, LifeEventKind['needsFamilyMember']>

/** Returns true for a death or divorce, which remove the member from the family. */
export function removesMember(type: LifeEventType): type is 'death' | 'divorce' {
  return type === 'death' || type === 'divorce'
}

/** Returns true if the event concerns a member on record; other events may add a new one. */
export function concernsKnownMember(type: LifeEventType): boolean {
  return removesMember(type) || type === 'disability'
}

/** Returns false for a birth, dated by the child's birthday, and for a disability, dated by the day of the report. */
export function asksDay(type: LifeEventType): boolean {
  return type !== 'birth' && type !== 'disability'
}

/** Under which key screens keep the life events of the person signed in. */
export const lifeEventsKey = ['life-events'] as const

/** How long somebody has to choose whose evidence was accepted late. */
const DAYS_AFTER_DECISION = 14

/** Between which days an event may lie that is told on a day. */
export function daysOf(
  { daysBefore, daysAfter }: Pick<LifeEventKind, 'daysBefore' | 'daysAfter'>,
  today: IsoDate,
): { from: IsoDate; to: IsoDate } {
  return { from: addDays(today, -daysAfter), to: addDays(today, daysBefore) }
}

/** When benefits may be chosen because of an event: from the day it is known on, as long after the event as it may be told. */
export function windowAfter(
  { daysAfter }: Pick<LifeEventKind, 'daysAfter'>,
  { eventDate, knownOn }: { eventDate: IsoDate; knownOn: IsoDate },
): { opensOn: IsoDate; closesOn: IsoDate } {
  return { opensOn: knownOn, closesOn: addDays(eventDate, daysAfter) }
}

/** The same where evidence had to be looked at first: nobody loses their days to those who look. */
export function windowAfterDecision(
  kind: Pick<LifeEventKind, 'daysAfter'>,
  { eventDate, decidedOn }: { eventDate: IsoDate; decidedOn: IsoDate },
): { opensOn: IsoDate; closesOn: IsoDate } {
  const { closesOn } = windowAfter(kind, { eventDate, knownOn: decidedOn })
  const atLeast = addDays(decidedOn, DAYS_AFTER_DECISION)
  return { opensOn: decidedOn, closesOn: closesOn < atLeast ? atLeast : closesOn }
}

export type Evidence = 'not-needed' | 'requested' | 'received' | 'accepted' | 'declined'
export type LifeEventState = 'open' | 'closed' | 'requested' | 'received' | 'declined'

export function stateOf(
  { evidence, closesOn }: { evidence: Evidence; closesOn: IsoDate | null },
  today: IsoDate,
): LifeEventState {
  if (evidence === 'requested' || evidence === 'received' || evidence === 'declined') return evidence
  return closesOn !== null && today <= closesOn ? 'open' : 'closed'
}

/** The day an event was closed on, for the employer's report: its last day once that is over, or that of a refusal (REPORT-08). */
export function closedOn(
  event: { evidence: Evidence; closesOn: IsoDate | null; decidedOn: IsoDate | null },
  today: IsoDate,
): IsoDate | null {
  const state = stateOf(event, today)
  if (state === 'declined') return event.decidedOn
  return state === 'closed' ? event.closesOn : null
}

/** Whether a document may be sent for it. */
export function awaitsEvidence(state: LifeEventState): boolean {
  return state === 'requested' || state === 'received' || state === 'declined'
}
