import { useId, useState } from 'react'
import { londonDate, showDate } from '../../contract/dates.ts'
import { guardMessages } from '../../contract/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { FileFormatField, type FileFormat } from '../../ui/FileFormat.tsx'
import { allRowsText } from '../../ui/Pagination.tsx'
import { SidePanel, type PanelProps } from '../../ui/SidePanel.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { useSetAddress } from '../../ui/use-address-params.ts'
import { ScheduleButton } from '../report-schedules/ScheduleButton.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { ReportFilters } from './ReportFilters.tsx'
import { ReportPreview } from './ReportPreview.tsx'
import { maxReportsPerZip, type ReportType, type ReportView } from '../../services/reports/reports.contract.ts'
import { panelMessages as say } from './report-panel.messages.ts'
import { reportMessages } from './reports.messages.ts'
import styles from './Reports.module.css'
import { useReports, useReportsDownload } from './use-report-files.ts'

type ReportPanelProps = PanelProps & {
  type: ReportType
  title: string
  failed: string
  nameOf: (report: ReportView) => string
}

export function ReportPanel({ type, title, failed, nameOf, params, onClose }: ReportPanelProps) {
  const [format, setFormat] = useState<FileFormat>(params['format'] === 'xlsx' ? 'xlsx' : 'csv')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [previewed, setPreviewed] = useState<string | null>(null)
  const { reports, face, refetch } = useReports({ type, ...params })
  const listed = reports === 'Error' || reports === undefined ? [] : reports
  const preview = listed.find(({ id }) => id === previewed)
  const chosen = listed.filter(({ id }) => ticked.has(id)).map(({ id }) => id)
  const fileColumn: Column<ReportView> = {
    key: 'file',
    header: say.actions,
    hideHeader: true,
    cell: (report) => actionsOf(report),
  }
  const actionsOf = (report: ReportView) => (
    <div className={styles.actions}>
      <Button
        kind="quiet"
        aria-label={say.showPreviewOf(nameOf(report))}
        aria-expanded={report.id === previewed}
        onClick={() => setPreviewed(report.id === previewed ? null : report.id)}
      >
        {say.preview}
      </Button>
      <DownloadButton reportId={report.id} label={nameOf(report)} format={format} failed={failed} />
    </div>
  )
  return (
    <SidePanel
      title={title}
      busy={false}
      error={null}
      onClose={onClose}
      wide
      footer={
        <>
          {listed.length > 0 && <DownloadSelected ids={chosen} format={format} failed={failed} />}
          <ScheduleButton
            report={type}
            filter={{ ...(params['provider'] && { provider: params['provider'] }), format }}
          />
        </>
      }
    >
      <div className={styles.section}>
        <div className={styles.filters}>
          <ReportFilters type={type} params={params} />
          <FileFormatField value={format} onChange={setFormat} />
        </div>
        <DataTable
          caption={title}
          hideCaption
          columns={[...columns(type), fileColumn]}
          rows={listed}
          rowKey={({ id }) => id}
          state={face}
          loadingLabel={say.loading}
          empty={<None type={type} params={params} />}
          failed={failed}
          refused={guardMessages.denied}
          onRetry={() => void refetch()}
          found={allRowsText(listed.length)}
          selection={{
            selected: ticked,
            onChange: setTicked,
            allLabel: say.selectAll,
            rowLabel: (report) => say.selectOne(nameOf(report)),
          }}
        />
        {preview && (
          <ReportPreview
            key={preview.id}
            reportId={preview.id}
            name={nameOf(preview)}
            failed={failed}
            onClose={() => setPreviewed(null)}
          />
        )}
      </div>
    </SidePanel>
  )
}

function None({ type, params }: { type: ReportType; params: Readonly<Record<string, string>> }) {
  const narrow = useSetAddress()
  const isNarrowed = ['year', 'month', 'provider'].some((one) => params[one])
  if (!isNarrowed) return <EmptyState title={say.none}>{say.noneYet[type]}</EmptyState>
  return (
    <EmptyState
      icon="search"
      title={say.none}
      action={
        <Button kind="secondary" onClick={() => narrow({ year: '', month: '', provider: '' })}>
          {say.showAll}
        </Button>
      }
    >
      {say.noneFits}
    </EmptyState>
  )
}

function DownloadSelected({ ids, format, failed }: { ids: readonly string[]; format: FileFormat; failed: string }) {
  const id = useId()
  const download = useReportsDownload()
  const tooMany = ids.length > maxReportsPerZip
  return (
    <>
      <Button
        icon="download"
        busy={download.isPending}
        busyLabel={reportMessages.downloading}
        aria-disabled={ids.length === 0 || tooMany || undefined}
        onClick={() => ids.length > 0 && !tooMany && download.mutate({ ids, format })}
      >
        {say.downloadSelected}
      </Button>
      <span role="status" className={styles.chosen}>
        {tooMany ? say.tooMany(maxReportsPerZip) : say.selected(ids.length)}
      </span>
      <FieldError id={id}>{download.isError && failed}</FieldError>
    </>
  )
}

function columns(type: ReportType): Column<ReportView>[] {
  const report: Column<ReportView> = {
    key: 'report',
    header: reportMessages.report,
    rowHeader: type === 'payroll',
    cell: ({ label }) => label,
  }
  const provider: Column<ReportView> = {
    key: 'provider',
    header: say.provider,
    rowHeader: true,
    cell: ({ providerName }) => providerName,
  }
  const created: Column<ReportView> = {
    key: 'created',
    header: say.created,
    cell: ({ timestamp }) => showDate(londonDate(new Date(timestamp))),
  }
  return type === 'payroll' ? [report, created] : [provider, report, created]
}
