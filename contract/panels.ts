/** The side panels, with their search parameters besides `panel` (Annex C). They are part of the URL, so they hold no secrets. */
export const panels = {
  statement: ['groupId'],
  'add-family-member': ['familyMemberId'],
  terms: [],
  'benefit-terms': ['benefitId'],
  'make-a-claim': ['benefitId'],
  'change-password': [],
  'add-life-event': ['eventId'],
  'opt-out': ['benefitId'],
  'upload-data': [],
  'payroll-report': ['year', 'month', 'format'],
  'provider-report': ['year', 'month', 'provider', 'format'],
  'lifeevent-report': ['year'],
  'medical-questions': ['benefitId'],
  'view-employee-data': ['employeeId'],
  'view-benefit-takeup-detail': ['benefitId', 'holding', 'find', 'at'],
  'view-approvals-data': ['benefitId', 'find'],
  'two-fa-qr': [],
  'two-fa-disable': [],
  'two-fa-code': ['purpose'],
} as const satisfies Record<string, readonly string[]>

export type PanelName = keyof typeof panels

export function isPanelName(name: unknown): name is PanelName {
  return typeof name === 'string' && Object.hasOwn(panels, name)
}
