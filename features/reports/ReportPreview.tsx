import { useId } from 'react'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Money } from '../../ui/Money.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ErrorState } from '../../ui/States.tsx'
import type { PreviewView } from '../../services/reports/reports.contract.ts'
import { panelMessages as say } from './report-panel.messages.ts'
import styles from './Reports.module.css'
import { useReportPreview } from './use-report-files.ts'

type ReportPreviewProps = { reportId: string; name: string; failed: string; onClose: () => void }

const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

export function ReportPreview({ reportId, name, failed, onClose }: ReportPreviewProps) {
  const id = useId()
  const preview = useReportPreview(reportId)
  return (
    <section className={styles.preview} aria-labelledby={id} ref={intoView}>
      <div className={styles.opener}>
        <h3 id={id}>{say.previewOf(name)}</h3>
        <Button kind="quiet" onClick={onClose}>
          {say.closePreview}
        </Button>
      </div>
      {preview.status === 'pending' && (
        <Loading label={say.loadingPreview}>
          <Skeleton shape="block" />
        </Loading>
      )}
      {preview.status === 'error' && (
        <div ref={intoView}>
          <ErrorState error={preview.error} title={failed} onRetry={() => void preview.refetch()} />
        </div>
      )}
      {preview.status === 'success' && <PreviewContent preview={preview.data} name={name} />}
    </section>
  )
}

type Line = { cells: readonly string[]; number: number }

function PreviewContent({ preview: { columns, rows, lines, totals }, name }: { preview: PreviewView; name: string }) {
  const numbered = rows.map((cells, number) => ({ cells, number }))
  return (
    // The height is known only after the data have loaded.
    <div className={styles.section} ref={intoView}>
      <dl className={styles.figures}>
        {lines !== null && (
          <div>
            <dt>{say.fileLines}</dt>
            <dd>{lines.toLocaleString('en-GB')}</dd>
          </div>
        )}
        {totals.map(({ heading, amount }) => (
          <div key={heading}>
            <dt>{say.totalOf(heading)}</dt>
            <dd>
              <Money amount={amount} />
            </dd>
          </div>
        ))}
      </dl>
      <DataTable
        caption={say.previewOf(name)}
        hideCaption
        columns={columns.map(({ heading, kind }, place) => ({
          key: String(place),
          header: heading,
          align: kind === 'amount' ? 'end' : 'start',
          cell: ({ cells }: Line) => cells[place],
        }))}
        rows={numbered}
        rowKey={({ number }) => String(number)}
        state="ready"
        empty={say.noLines}
        failed={say.noLines}
      />
      {lines !== null && lines > 0 && <p className={styles.soft}>{say.firstLines(rows.length, lines)}</p>}
    </div>
  )
}
