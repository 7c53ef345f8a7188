import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { EffectiveRule } from '../../domain/windows/effective-date.rules.ts'
import type { LifeEventType } from './life-event-types.rules.ts'

export type LifeEventKind = {
  code: string
  name: string
  /** Days before and after the event in which the event may be reported, both ends included. */
  daysBefore: number
  daysAfter: number
  takesEffect: EffectiveRule
  needsEvidence: boolean
  type: LifeEventType
  needsFamilyMember: 'no' | 'partner' | 'dependant' | 'either'
  benefits: 'all' | readonly string[]
}

export const memberOfType = {
  birth: 'dependant',
  adoption: 'dependant',
  wedding: 'partner',
  death: 'either',
  divorce: 'partner',
  disability: 'dependant',
} as const satisfies Record<Exclude<LifeEventType, 'other'>, LifeEventKind['needsFamilyMember']>

export function removesMember(type: LifeEventType): type is 'death' | 'divorce' {
  return type === 'death' || type === 'divorce'
}

export function concernsKnownMember(type: LifeEventType): boolean {
  return removesMember(type) || type === 'disability'
}

/** Returns false for a birth, whose date is the child's birthday, and for a disability, whose date is the day of the report. */
export function needsEventDate(type: LifeEventType): boolean {
  return type !== 'birth' && type !== 'disability'
}

export const lifeEventsKey = ['life-events'] as const

const DAYS_AFTER_DECISION = 14

export function reportableDays(
  { daysBefore, daysAfter }: Pick<LifeEventKind, 'daysBefore' | 'daysAfter'>,
  today: IsoDate,
): { from: IsoDate; to: IsoDate } {
  return { from: addDays(today, -daysAfter), to: addDays(today, daysBefore) }
}

export function windowAfter(
  { daysAfter }: Pick<LifeEventKind, 'daysAfter'>,
  { eventDate, knownOn }: { eventDate: IsoDate; knownOn: IsoDate },
): { opensOn: IsoDate; closesOn: IsoDate } {
  return { opensOn: knownOn, closesOn: addDays(eventDate, daysAfter) }
}

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

export function lifeEventState(
  { evidence, closesOn }: { evidence: Evidence; closesOn: IsoDate | null },
  today: IsoDate,
): LifeEventState {
  if (evidence === 'requested' || evidence === 'received' || evidence === 'declined') return evidence
  return closesOn !== null && today <= closesOn ? 'open' : 'closed'
}

/** Returns the day an event closed, for the employer's report: its window's last day, or the day it was declined (REPORT-08). */
export function closedOn(
  event: { evidence: Evidence; closesOn: IsoDate | null; decidedOn: IsoDate | null },
  today: IsoDate,
): IsoDate | null {
  const state = lifeEventState(event, today)
  if (state === 'declined') return event.decidedOn
  return state === 'closed' ? event.closesOn : null
}

export function awaitsEvidence(state: LifeEventState): boolean {
  return state === 'requested' || state === 'received' || state === 'declined'
}
