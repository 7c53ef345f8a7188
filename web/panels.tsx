import type { ComponentType } from 'react'
import type { PanelName } from '../contract/panels.ts'
import { PanelLoadFailed } from '../ui/panel-load-failed.tsx'
import { loadOnDemand } from '../ui/load-on-demand.tsx'
import type { PanelProps } from '../ui/SidePanel.tsx'

const employerPanel = panel(() => import('./EmployerPanels.tsx').then((m) => m.EmployerPanel))
const twoFactor = panel(() => import('../features/two-factor/TwoFactorPanel.tsx').then((m) => m.TwoFactorPanel))

export const panelComponents: Record<PanelName, ComponentType<PanelProps>> = {
  statement: panel(() => import('../features/total-benefits/StatementPanel.tsx').then((m) => m.StatementPanel)),
  'add-family-member': panel(() => import('../features/family/FamilyPanel.tsx').then((m) => m.FamilyPanel)),
  terms: panel(() => import('../features/content/TermsPanel.tsx').then((m) => m.TermsPanel)),
  'benefit-terms': panel(() => import('../features/benefits/BenefitTermsPanel.tsx').then((m) => m.BenefitTermsPanel)),
  'make-a-claim': panel(() => import('../features/benefits/MakeAClaimPanel.tsx').then((m) => m.MakeAClaimPanel)),
  'change-password': panel(() =>
    import('../features/password/ChangePasswordPanel.tsx').then((m) => m.ChangePasswordPanel),
  ),
  'add-life-event': panel(() => import('../features/life-events/LifeEventPanel.tsx').then((m) => m.LifeEventPanel)),
  'opt-out': panel(() => import('../features/benefits/OptOutPanel.tsx').then((m) => m.OptOutPanel)),
  'upload-data': employerPanel,
  'payroll-report': employerPanel,
  'provider-report': employerPanel,
  'lifeevent-report': employerPanel,
  'medical-questions': panel(() =>
    import('../features/medical/MedicalQuestionsPanel.tsx').then((m) => m.MedicalQuestionsPanel),
  ),
  'view-employee-data': employerPanel,
  'view-benefit-takeup-detail': employerPanel,
  'view-approvals-data': employerPanel,
  'two-fa-qr': twoFactor,
  'two-fa-disable': twoFactor,
  'two-fa-code': twoFactor,
}

export const DeniedPanel = panel(() => import('./DeniedPanel.tsx').then((m) => m.DeniedPanel))

function panel(fetchPanel: () => Promise<ComponentType<PanelProps>>) {
  return loadOnDemand(fetchPanel, PanelLoadFailed)
}
