import type { PanelName } from '../contract/panels.ts'

type Needs = 'employer' | 'own'

/** Panels that are missing here are for all logged-in people. The server refuses `own` panels in a view as another person. */
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
}

export function mayOpenPanel(name: PanelName, who: { isEmployer: boolean; isView: boolean }): boolean {
  switch (needs[name]) {
    case 'employer':
      return who.isEmployer
    case 'own':
      return !who.isView
    default:
      return true
  }
}
