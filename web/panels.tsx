import { lazy, type ComponentType } from 'react'
import type { PanelName } from '../contract/panels.ts'
import type { PanelProps } from '../ui/SidePanel.tsx'

const notBuilt = lazy(() => import('./NotBuiltPanel.tsx').then((m) => ({ default: m.NotBuiltPanel })))

/** Every panel by name: one line each, like the routes. */
export const panelComponents: Record<PanelName, ComponentType<PanelProps>> = {
  statement: notBuilt,
  'add-family-member': notBuilt,
  terms: lazy(() => import('../features/content/TermsPanel.tsx').then((m) => ({ default: m.TermsPanel }))),
  'benefit-terms': lazy(() =>
    import('../features/benefits/BenefitTermsPanel.tsx').then((m) => ({ default: m.BenefitTermsPanel })),
  ),
  'make-a-claim': lazy(() =>
    import('../features/benefits/MakeAClaimPanel.tsx').then((m) => ({ default: m.MakeAClaimPanel })),
  ),
  'change-password': lazy(() =>
    import('../features/password/ChangePasswordPanel.tsx').then((m) => ({ default: m.ChangePasswordPanel })),
  ),
  'add-life-event': notBuilt,
  'opt-out': lazy(() => import('../features/benefits/OptOutPanel.tsx').then((m) => ({ default: m.OptOutPanel }))),
  'upload-data': notBuilt,
  'payroll-report': lazy(() =>
    import('../features/reports/PayrollReportPanel.tsx').then((m) => ({ default: m.PayrollReportPanel })),
  ),
  'provider-report': notBuilt,
  'lifeevent-report': notBuilt,
  'medical-questions': notBuilt,
  'view-employee-data': lazy(() =>
    import('../features/employees/EmployeePanel.tsx').then((m) => ({ default: m.EmployeePanel })),
  ),
  'view-benefit-takeup-detail': notBuilt,
  'view-approvals-data': lazy(() =>
    import('../features/approvals/ApprovalsPanel.tsx').then((m) => ({ default: m.ApprovalsPanel })),
  ),
  'two-fa-qr': lazy(() =>
    import('../features/two-factor/TwoFactorPanel.tsx').then((m) => ({ default: m.TwoFactorPanel })),
  ),
  'two-fa-disable': lazy(() =>
    import('../features/two-factor/TwoFactorPanel.tsx').then((m) => ({ default: m.TwoFactorPanel })),
  ),
  'two-fa-code': lazy(() =>
    import('../features/two-factor/TwoFactorPanel.tsx').then((m) => ({ default: m.TwoFactorPanel })),
  ),
}
