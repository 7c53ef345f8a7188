/**
 * What an employer reads in the audit: what is done at the client by employer users, by operators and by the portal for all.
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
  'selections.decided',
  'take-up.downloaded',
  'two-factor.enforcement-changed',
])
