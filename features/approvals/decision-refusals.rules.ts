import { CallFailed } from '../../contract/call-failed.ts'
import type { IsoDate } from '../../contract/dates.ts'

export function changedSelections(failure: unknown): string[] {
  const changed = failure instanceof CallFailed ? failure.body['changed'] : null
  return Array.isArray(changed) ? changed.filter((id) => typeof id === 'string') : []
}

type WageFigure = { selectionId: string; payAfter: number; floor: number; from: IsoDate | null }

export function wageFiguresIn(failure: CallFailed): WageFigure[] {
  const figures = failure.body['figures']
  // The handler of this call writes this type.
  return Array.isArray(figures) ? (figures as WageFigure[]) : []
}

type LastDay = { selectionId: string; lastDay: IsoDate; startsOn: IsoDate }

export function lastDaysIn(failure: CallFailed): LastDay[] {
  const lastDays = failure.body['lastDays']
  // The handler of this call writes this type.
  return Array.isArray(lastDays) ? (lastDays as LastDay[]) : []
}
