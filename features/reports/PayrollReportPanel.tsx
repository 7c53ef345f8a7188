import type { PanelProps } from '../../ui/SidePanel.tsx'
import { reportMessages } from './reports.messages.ts'
import { ReportPanel } from './ReportPanel.tsx'

export function PayrollReportPanel(props: PanelProps) {
  return (
    <ReportPanel
      {...props}
      type="payroll"
      title={reportMessages.payrollReports}
      failed={reportMessages.payrollFailed}
      nameOf={({ label }) => label}
    />
  )
}
