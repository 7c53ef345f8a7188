import type { PanelProps } from '../../ui/SidePanel.tsx'
import { panelMessages as say } from './report-panel.messages.ts'
import { reportMessages } from './reports.messages.ts'
import { ReportPanel } from './ReportPanel.tsx'

export function ProviderReportPanel(props: PanelProps) {
  return (
    <ReportPanel
      {...props}
      type="provider"
      title={reportMessages.providerReports}
      failed={say.providerFailed}
      nameOf={({ providerName, label }) => (providerName === null ? label : `${providerName}, ${label}`)}
    />
  )
}
