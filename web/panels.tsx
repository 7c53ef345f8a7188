import { lazy, type ComponentType } from 'react'
import type { PanelName } from '../contract/panels.ts'
import type { PanelProps } from '../ui/SidePanel.tsx'

const notBuilt = lazy(() => import('./NotBuiltYet.tsx').then((m) => ({ default: m.NotBuiltPanel })))

/** Every panel by name: one line each, like the routes. */
export const panelComponents: Record<PanelName, ComponentType<PanelProps>> = {
  statement: notBuilt,
  'add-family-member': notBuilt,
  terms: notBuilt,
  'benefit-terms': notBuilt,
  'make-a-claim': notBuilt,
  'change-password': notBuilt,
  'add-life-event': notBuilt,
  'opt-out': notBuilt,
  'upload-data': notBuilt,
  'payroll-report': lazy(() => import('../features/reports/PayrollReportPanel.tsx').then((m) => ({ default: m.PayrollReportPanel }))),
  'provider-report': notBuilt,
  'lifeevent-report': notBuilt,
  'medical-questions': notBuilt,
  'view-employee-data': notBuilt,
  'view-benefit-takeup-detail': notBuilt,
  'view-approvals-data': lazy(() => import('../features/approvals/ApprovalsPanel.tsx').then((m) => ({ default: m.ApprovalsPanel }))),
  'two-fa-qr': notBuilt,
  'two-fa-disable': notBuilt,
  'two-fa-code': notBuilt,
}
