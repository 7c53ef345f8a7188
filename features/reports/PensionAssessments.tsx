import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '../../contract/call.ts'
import { showDate } from '../../contract/dates.ts'
import { Button } from '../../ui/Button.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { Money } from '../../ui/Money.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { type AssessmentRow, downloadAssessments, listAssessments } from '../pension-enrolment/assessments.contract.ts'
import { useClientId } from '../session/use-client-id.ts'
import { pensionAssessmentsMessages as say } from './pension-assessments.messages.ts'
import { ReportList } from './ReportList.tsx'
import styles from './Reports.module.css'
import { reportMessages } from './reports.messages.ts'

export function PensionAssessments() {
  const id = useClientId()
  const errorId = useId()
  const list = useQuery({
    queryKey: ['pension-assessments'],
    staleTime: 0,
    queryFn: ({ signal }) => call(listAssessments, { params: { id } }, signal),
  })
  const download = useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') =>
      saveFile(await call(downloadAssessments, { params: { id }, query: { format } })),
  })
  return (
    <ReportList
      title={reportMessages.pensionAssessments}
      say={say}
      columns={columns}
      list={list}
      rowKey={({ key }) => key}
    >
      <div className={styles.actions}>
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button
            key={format}
            kind="secondary"
            icon="download"
            busy={download.isPending && download.variables === format}
            busyLabel={say.downloading}
            onClick={() => download.mutate(format)}
          >
            {say.download[format]}
          </Button>
        ))}
      </div>
      <FieldError id={errorId}>{download.isError && say.downloadFailed}</FieldError>
    </ReportList>
  )
}

const columns: Column<AssessmentRow>[] = [
  { key: 'employee', header: say.employee, rowHeader: true, cell: ({ employeeName }) => employeeName },
  { key: 'days', header: say.days, cell: ({ from, to }) => say.fromTo(showDate(from), showDate(to)) },
  { key: 'age', header: say.age, align: 'end', cell: ({ age }) => age },
  {
    key: 'earnings',
    header: say.earnings,
    align: 'end',
    cell: ({ earnings }) => (earnings === null ? say.unknown : <Money amount={earnings} />),
  },
  { key: 'category', header: say.category, cell: ({ category }) => category },
  { key: 'outcome', header: say.outcome, cell: ({ outcome }) => outcome },
  { key: 'reason', header: say.reason, cell: ({ reason }) => reason },
]
