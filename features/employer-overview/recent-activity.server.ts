import type { AuditDetails } from '../../platform/handle.ts'
import { isActorOperator } from '../audit/operator.rules.ts'
import type { Activity } from './recent-activity.contract.ts'
import { activityMessages as say } from './recent-activity.messages.ts'

export type RecentEvent = {
  sequence: number
  event: { at: string; actor: string | null; action: string; details: AuditDetails }
  /** Null if the actor is not a user. */
  actorName: string | null
  /** Names of what the details mention by id or code. */
  fileName: string | null
  payrollName: string | null
  /** Of a decision about a single selection. */
  benefitName: string | null
}

const numberOf = (value: unknown) => (Array.isArray(value) ? value.length : Number(value))

/** The listed actions, each with its words. Employers may see all of them in the audit. */
const texts: Readonly<Record<string, (event: RecentEvent, details: AuditDetails) => string>> = {
  'data-load.confirmed': ({ fileName }) => say.uploadConfirmed(fileName ?? ''),
  'data-load.undone': ({ fileName }) => say.uploadUndone(fileName ?? ''),
  'payroll-run.locked': ({ payrollName }, { period, payroll }) =>
    say.runLocked(String(period), payrollName ?? String(payroll)),
  'selections.decided': ({ benefitName }, { approved, selectionIds }) =>
    (approved === true ? say.approved : say.rejected)(numberOf(selectionIds), benefitName),
  'report.downloaded': (_, { fileName }) => say.reportDownloaded(String(fileName)),
  'reports.downloaded': (_, { reports }) => say.reportsDownloaded(numberOf(reports)),
  'take-up.downloaded': (_, { people }) =>
    people === undefined ? say.takeUpDownloaded : say.peopleDownloaded(numberOf(people)),
  'employees.downloaded': (_, { people }) => say.peopleDownloaded(numberOf(people)),
  'scheme.applied': () => say.schemeApplied,
  'scheme.exported': () => say.schemeExported,
  'leavers.exported': () => say.leaversExported,
  'two-factor.enforcement-changed': (_, { isEnforcementTwoFAEnabled }) =>
    isEnforcementTwoFAEnabled === true ? say.twoFactorRequired : say.twoFactorOptional,
  'employees.welcomed': (_, { sent }) => say.welcomed(numberOf(sent)),
  'employee.welcomed': () => say.welcomed(1),
}
export const mostActivities = 20
export const recentActions = Object.keys(texts)

/** An upload that is undone in portions has several events. Only the newest is listed. */
export function activityOf(events: readonly RecentEvent[]): Activity[] {
  const uploadOf = ({ event: { action, details } }: RecentEvent) => `${action} ${String(details['uploadId'])}`
  return events
    .filter(
      (one, place) =>
        one.event.details['uploadId'] === undefined ||
        events.findIndex((other) => uploadOf(other) === uploadOf(one)) === place,
    )
    .slice(0, mostActivities)
    .map((one) => {
      const { action, at, actor, details } = one.event
      const text = texts[action]?.(one, details) ?? action
      return {
        sequence: one.sequence,
        at,
        actor: isActorOperator(actor) ? say.operator((actor ?? '').replace('operator ', '')) : one.actorName,
        text: details['viewedAs'] === undefined ? text : say.inView(text),
      }
    })
}
