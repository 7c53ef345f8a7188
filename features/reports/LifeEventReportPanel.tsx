import { writeCsv } from '../../contract/csv.ts'
import { numericDate, showDate } from '../../contract/dates.ts'
import { errorMessages, guardMessages } from '../../contract/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { SidePanel, type PanelProps } from '../../ui/SidePanel.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { useSetAddress } from '../../ui/use-address-params.ts'
import { ScheduleButton } from '../report-schedules/ScheduleButton.tsx'
import { lifeEventReportMessages as say } from './life-event-report.messages.ts'
import { panelMessages } from './report-panel.messages.ts'
import { reportMessages } from './reports.messages.ts'
import styles from './Reports.module.css'
import { type ReportedEvent, useLifeEventReport } from './use-report-files.ts'

export function LifeEventReportPanel({ params, onClose }: PanelProps) {
  const narrow = useSetAddress()
  const { reports: events, face, refetch } = useLifeEventReport()
  const everything = events === 'Error' || events === undefined ? [] : events
  const year = params['year'] ?? ''
  const listed = year === '' ? everything : everything.filter(({ closed }) => closed?.slice(0, 4) === year)
  return (
    <SidePanel
      title={reportMessages.lifeEventReports}
      busy={false}
      error={null}
      onClose={onClose}
      wide
      footer={
        <>
          {listed.length > 0 && (
            <Button icon="download" onClick={() => saveFile(fileOf(listed, year))}>
              {reportMessages.download}
            </Button>
          )}
          <ScheduleButton report="life-events" filter={{}} />
        </>
      }
    >
      <div className={styles.section}>
        <div className={styles.filters}>
          <SelectField
            label={say.closedIn}
            isFilter
            value={year}
            onChange={(chosen) => narrow({ year: chosen })}
            placeholder={say.everyYear}
            choices={yearsOf(everything, year).map((value) => ({ value, label: value }))}
          />
        </div>
        <DataTable
          caption={reportMessages.lifeEventReports}
          hideCaption
          columns={columns}
          rows={listed.map((event, number) => ({ ...event, number }))}
          rowKey={({ number }) => String(number)}
          state={face}
          loadingLabel={panelMessages.loading}
          empty={
            <EmptyState
              icon={year === '' ? 'info' : 'search'}
              title={panelMessages.none}
              action={
                year !== '' && (
                  <Button kind="secondary" onClick={() => narrow({ year: '' })}>
                    {say.showAll}
                  </Button>
                )
              }
            >
              {year === '' ? say.noneYet : say.noneFits}
            </EmptyState>
          }
          failed={errorMessages.retryLater}
          refused={guardMessages.denied}
          onRetry={() => void refetch()}
        />
      </div>
    </SidePanel>
  )
}

function yearsOf(events: readonly ReportedEvent[], asked: string): string[] {
  const years = events.flatMap(({ closed }) => closed?.slice(0, 4) ?? [])
  return [...new Set([...years, ...(asked ? [asked] : [])])].toSorted().toReversed()
}

function fileOf(events: readonly ReportedEvent[], year: string) {
  const rows = events.map(({ employeeNumber, employeeName, event, eventDate, closed }) => [
    employeeNumber,
    employeeName,
    event,
    numericDate(eventDate),
    closed && numericDate(closed),
  ])
  const headings = [say.employeeNumber, say.employee, say.event, say.eventDate, say.closed]
  return {
    fileName: say.file(year),
    mediaType: 'text/csv; charset=utf-8',
    bytes: new TextEncoder().encode(writeCsv([headings, ...rows])),
  }
}

const columns: Column<ReportedEvent>[] = [
  { key: 'employee', header: say.employee, rowHeader: true, cell: ({ employeeName }) => employeeName },
  { key: 'number', header: say.employeeNumber, cell: ({ employeeNumber }) => employeeNumber },
  { key: 'event', header: say.event, cell: ({ event }) => event },
  { key: 'date', header: say.eventDate, cell: ({ eventDate }) => showDate(eventDate) },
  { key: 'closed', header: say.closed, cell: ({ closed }) => (closed === null ? say.stillOpen : showDate(closed)) },
]
