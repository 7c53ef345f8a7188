import { isActorOperator } from './operator.rules.ts'

const operatorsActions: ReadonlySet<string> = new Set([
  'account.invited',
  'benefit.explained-to-operator',
  'masquerade.ended-by-operator',
  'session.ended-by-operator',
  'session.listed-by-operator',
  'sign-on.unlinked',
])

type ActionWithChannel = { actor: string | null; action: string; details: Readonly<Record<string, unknown>> }

/** Returns how a person acted for another: in a view, or by an operator's command. Employers always see this (S-44). */
export function channelOf({ actor, action, details }: ActionWithChannel): 'view' | 'operator' | null {
  if (details['viewedAs'] !== undefined) return 'view'
  return isActorOperator(actor) || operatorsActions.has(action) ? 'operator' : null
}

/** Actions that employers see completely (S-53). */
export const visibleActions: ReadonlySet<string> = new Set([
  'account.address-changed',
  'account.invited',
  'data-load.changed',
  'data-load.confirmed',
  'data-load.failed',
  'data-load.undone',
  'data-load.uploaded',
  'employee.welcomed',
  'employees.downloaded',
  'employees.welcomed',
  'masquerade.ended-by-operator',
  'masquerade.granted',
  'masquerade.started',
  'payroll-run.locked',
  'provider-reports.made',
  'report.downloaded',
  'reports.downloaded',
  'scheme.applied',
  'scheme.exported',
  'leavers.exported',
  'selections.decided',
  'take-up.downloaded',
  'two-factor.enforcement-changed',
])
