import { useState } from 'react'
import { londonDate, showDate, showMonth } from '../../contract/dates.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { SidePanel, type PanelProps } from '../../ui/SidePanel.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import type { ReportView } from './reports.contract.ts'
import { reportMessages } from './reports.messages.ts'
import styles from './Reports.module.css'
import { usePayrollReports } from './use-reports.ts'

/** The panel `payroll-report`: the files of locked runs, by year and month. */
export function PayrollReportPanel({ onClose }: PanelProps) {
  const [year, setYear] = useState('')
  const [month, setMonth] = useState('')
  const { reports: everything } = usePayrollReports({ year: null, month: null })
  const { reports, refetch } = usePayrollReports({
    year: year ? Number(year) : null,
    month: month ? Number(month) : null,
  })
  const years = [...new Set(listed(everything).map((report) => report.year))]
  return (
    <SidePanel title={reportMessages.payrollReports} busy={false} error={null} onClose={onClose}>
      <div className={styles.section}>
        <div className={styles.filters}>
          <SelectField
            label={reportMessages.year}
            isFilter
            value={year}
            onChange={setYear}
            placeholder={reportMessages.everyYear}
            choices={years.map((each) => ({ value: String(each), label: String(each) }))}
          />
          <SelectField
            label={reportMessages.month}
            isFilter
            value={month}
            onChange={setMonth}
            placeholder={reportMessages.everyMonth}
            choices={months}
          />
        </div>
        <DataTable
          caption={reportMessages.payrollReports}
          hideCaption
          columns={columns}
          rows={listed(reports)}
          rowKey={({ id }) => id}
          state={reports === 'Error' ? 'failed' : reports === undefined ? 'loading' : 'ready'}
          loadingLabel={reportMessages.loading}
          empty={reportMessages.none}
          failed={reportMessages.payrollFailed}
          onRetry={() => void refetch()}
        />
      </div>
    </SidePanel>
  )
}

function listed(reports: readonly ReportView[] | 'Error' | undefined): readonly ReportView[] {
  return reports === 'Error' || reports === undefined ? [] : reports
}

const months = Array.from({ length: 12 }, (_, index) => {
  const number = String(index + 1)
  // Any year will do: only the name of the month stays.
  return { value: number, label: showMonth(`2026-${number.padStart(2, '0')}-01`).split(' ')[0] ?? number }
})

const columns: Column<ReportView>[] = [
  { key: 'report', header: reportMessages.report, rowHeader: true, cell: ({ label }) => label },
  {
    key: 'created',
    header: reportMessages.created,
    cell: ({ timestamp }) => showDate(londonDate(new Date(timestamp))),
  },
  { key: 'file', header: reportMessages.file, cell: ({ id, label }) => <DownloadButton reportId={id} label={label} /> },
]
