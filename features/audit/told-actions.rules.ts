import { isActorOperator } from './operator.rules.ts'

/** What only an operator's command does, in nobody's name where it asks for none. */
const operatorsActions: ReadonlySet<string> = new Set([
  'account.invited',
  'benefit.explained-to-operator',
  'masquerade.ended-by-operator',
  'session.ended-by-operator',
  'sign-on.unlinked',
])

type Done = { actor: string | null; action: string; details: Readonly<Record<string, unknown>> }

/**
 * How it came that somebody did something at or for somebody else: in a view as them, or as an operator by a command.
 * Employers read that it was done, when, by whom and to whom, whatever it was (S-44).
 */
export function throughOf({ actor, action, details }: Done): 'view' | 'operator' | null {
  if (details['viewedAs'] !== undefined) return 'view'
  return isActorOperator(actor) || operatorsActions.has(action) ? 'operator' : null
}

/**
 * What an employer reads whole in the audit: what is done for all, and that views are granted, opened and ended by operators.
 * What is not named stays with whom it concerns (S-53).
 */
export const toldActions: ReadonlySet<string> = new Set([
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
