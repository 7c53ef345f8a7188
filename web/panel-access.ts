import type { PanelName } from '../contract/panels.ts'

type Needs = 'employer' | 'own' | 'change'

/** Panels missing here are for all. In a view as another person, `own` is refused to all, `change` to employers. */
const needs: Partial<Record<PanelName, Needs>> = {
  'upload-data': 'employer',
  'payroll-report': 'employer',
  'provider-report': 'employer',
  'lifeevent-report': 'employer',
  'view-employee-data': 'employer',
  'view-benefit-takeup-detail': 'employer',
  'view-approvals-data': 'employer',
  'change-password': 'own',
  'medical-questions': 'own',
  'two-fa-qr': 'own',
  'two-fa-disable': 'own',
  'two-fa-code': 'own',
  'add-family-member': 'change',
  'add-life-event': 'change',
  'opt-out': 'change',
}

export function isForEmployers(name: PanelName): boolean {
  return needs[name] === 'employer'
}

export function mayOpenPanel(
  name: PanelName,
  who: { isEmployer: boolean; isView: boolean; isReadOnly: boolean },
): boolean {
  switch (needs[name]) {
    case 'employer':
      return who.isEmployer
    case 'own':
      return !who.isView
    case 'change':
      return !who.isReadOnly
    default:
      return true
  }
}
