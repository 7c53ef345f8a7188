import type { IsoDate } from '../../contract/dates.ts'
import type { LifeEventKindView, LifeEventView } from './life-events.contract.ts'
import { lifeEventStates as say } from './life-events.messages.ts'
import {
  reportableDays,
  type Evidence,
  type LifeEventKind,
  lifeEventState,
} from '../../services/people/life-events.rules.ts'

export function lifeEventKindView(kind: LifeEventKind, today: IsoDate): LifeEventKindView {
  const { code, name, type, needsFamilyMember, needsEvidence, daysBefore, daysAfter } = kind
  const { from, to } = reportableDays(kind, today)
  return {
    id: code,
    label: name,
    type,
    needsFamilyMember: needsFamilyMember !== 'no',
    familyMember: needsFamilyMember === 'no' ? null : needsFamilyMember,
    needsEvidence,
    daysBefore,
    daysAfter,
    earliest: from,
    latest: to,
  }
}

export function lifeEventView(
  event: { id: string; kind: string; name: string; eventDate: IsoDate; evidence: Evidence; closesOn: IsoDate | null },
  today: IsoDate,
): LifeEventView {
  const { id, kind, name, eventDate, closesOn } = event
  const state = lifeEventState(event, today)
  return { id, lifeEventId: kind, label: name, eventDate, state, stateLabel: stateLabel(), closesOn }

  function stateLabel(): string {
    return state === 'open' || state === 'closed' ? say[state](closesOn ?? eventDate) : say[state]
  }
}
