import type { ComponentType } from 'react'
import type { PanelName } from '../contract/panels.ts'
import { PanelLoadFailed } from '../ui/panel-load-failed.tsx'
import { loadOnDemand } from '../ui/load-on-demand.tsx'
import type { PanelProps } from '../ui/SidePanel.tsx'
import { usePanel } from '../ui/use-panel.ts'

const employerPanels: Partial<Record<PanelName, ComponentType<PanelProps>>> = {
  'upload-data': panel(() => import('../features/upload-panel/UploadPanel.tsx').then((m) => m.UploadPanel)),
  'payroll-report': panel(() => import('../features/reports/PayrollReportPanel.tsx').then((m) => m.PayrollReportPanel)),
  'provider-report': panel(() =>
    import('../features/reports/ProviderReportPanel.tsx').then((m) => m.ProviderReportPanel),
  ),
  'lifeevent-report': panel(() =>
    import('../features/reports/LifeEventReportPanel.tsx').then((m) => m.LifeEventReportPanel),
  ),
  'view-employee-data': panel(() => import('../features/employees/EmployeePanel.tsx').then((m) => m.EmployeePanel)),
  'view-benefit-takeup-detail': panel(() => import('../features/take-up/TakeUpPanel.tsx').then((m) => m.TakeUpPanel)),
  'view-approvals-data': panel(() => import('../features/approvals/ApprovalsPanel.tsx').then((m) => m.ApprovalsPanel)),
}

export function EmployerPanel(props: PanelProps) {
  const Panel = employerPanels[usePanel()?.name ?? 'upload-data']
  return Panel ? <Panel {...props} /> : null
}

function panel(fetchPanel: () => Promise<ComponentType<PanelProps>>) {
  return loadOnDemand(fetchPanel, PanelLoadFailed)
}
