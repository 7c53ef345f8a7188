import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { call } from '../../contract/call.ts'
import { showDate } from '../../contract/dates.ts'
import { Button } from '../../ui/Button.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { Money } from '../../ui/Money.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { listDoubleCover } from '../benefit-setup/double-cover.contract.ts'
import { downloadAssessments, listAssessments } from '../pension-enrolment/assessments.contract.ts'
import { listBelowMinimumWage } from '../payroll/below-minimum-wage.contract.ts'
import { listUnpaidOrders } from '../payroll/payroll.contract.ts'
import { listUnrenewedSelections } from '../renewal/unrenewed-selections.contract.ts'
import { useClientId } from '../session/use-signed-in-person.ts'
import { listMembersWithoutJoiningDay } from '../vouchers/members-without-joining-day.contract.ts'
import { doubleCoverMessages as doubleCover } from './double-cover.messages.ts'
import { unrenewedSelectionMessages as unrenewed } from './unrenewed-selections.messages.ts'
import { pensionAssessmentsMessages as assessments } from './pension-assessments.messages.ts'
import {
  belowWageMessages as belowWage,
  joiningUnknownMessages as joiningUnknown,
  unpaidOrderMessages as unpaid,
} from './current-data-reports.messages.ts'
import { CurrentDataReport } from './CurrentDataReport.tsx'
import styles from './Reports.module.css'

export const currentDataReports = [
  listOf({
    say: unrenewed,
    read: (id, signal) => call(listUnrenewedSelections, { params: { id } }, signal),
    rowKey: ({ selectionId }) => selectionId,
    columns: [
      { key: 'employee', header: unrenewed.employee, rowHeader: true, cell: ({ employeeName }) => employeeName },
      { key: 'number', header: unrenewed.number, cell: ({ employeeNumber }) => employeeNumber },
      { key: 'benefit', header: unrenewed.benefit, cell: ({ benefitName }) => benefitName },
      { key: 'since', header: unrenewed.since, cell: ({ since }) => showDate(since) },
      { key: 'missing', header: unrenewed.missing, cell: ({ missing }) => missing },
    ],
  }),
  listOf({
    say: belowWage,
    read: (id, signal) => call(listBelowMinimumWage, { params: { id } }, signal),
    rowKey: ({ personId, payOn }) => `${personId} ${payOn}`,
    columns: [
      { key: 'employee', header: belowWage.employee, rowHeader: true, cell: ({ employeeName }) => employeeName },
      { key: 'number', header: belowWage.number, cell: ({ employeeNumber }) => employeeNumber },
      { key: 'payOn', header: belowWage.payOn, cell: ({ payOn }) => showDate(payOn) },
      { key: 'pay', header: belowWage.pay, align: 'end', cell: ({ pay }) => <Money amount={pay} /> },
      { key: 'givenUp', header: belowWage.givenUp, align: 'end', cell: ({ givenUp }) => <Money amount={givenUp} /> },
      {
        key: 'minimum',
        header: belowWage.minimumWage,
        align: 'end',
        cell: ({ minimumWage }) => <Money amount={minimumWage} />,
      },
    ],
  }),
  listOf({
    say: unpaid,
    read: (id, signal) => call(listUnpaidOrders, { params: { id } }, signal),
    rowKey: ({ selectionId }) => selectionId,
    columns: [
      { key: 'employee', header: unpaid.employee, rowHeader: true, cell: ({ employeeName }) => employeeName },
      { key: 'number', header: unpaid.number, cell: ({ employeeNumber }) => employeeNumber },
      { key: 'benefit', header: unpaid.benefit, cell: ({ benefitName }) => benefitName },
      {
        key: 'owes',
        header: unpaid.employeeOwes,
        align: 'end',
        cell: ({ employeeAmount }) => <Money amount={employeeAmount} />,
      },
      {
        key: 'employer',
        header: unpaid.employerOwes,
        align: 'end',
        cell: ({ employerAmount }) => <Money amount={employerAmount} />,
      },
    ],
  }),
  listOf({
    say: joiningUnknown,
    read: (id, signal) => call(listMembersWithoutJoiningDay, { params: { id } }, signal),
    rowKey: ({ selectionId }) => selectionId,
    columns: [
      { key: 'employee', header: joiningUnknown.employee, rowHeader: true, cell: ({ employeeName }) => employeeName },
      { key: 'number', header: joiningUnknown.number, cell: ({ employeeNumber }) => employeeNumber },
      { key: 'benefit', header: joiningUnknown.benefit, cell: ({ benefitName }) => benefitName },
    ],
  }),
  listOf({
    say: assessments,
    read: (id, signal) => call(listAssessments, { params: { id } }, signal),
    rowKey: ({ key }) => key,
    columns: [
      { key: 'employee', header: assessments.employee, rowHeader: true, cell: ({ employeeName }) => employeeName },
      {
        key: 'days',
        header: assessments.days,
        cell: ({ from, to }) => assessments.fromTo(showDate(from), showDate(to)),
      },
      { key: 'age', header: assessments.age, align: 'end', cell: ({ age }) => age },
      {
        key: 'earnings',
        header: assessments.earnings,
        align: 'end',
        cell: ({ earnings }) => (earnings === null ? assessments.unknown : <Money amount={earnings} />),
      },
      { key: 'category', header: assessments.category, cell: ({ category }) => category },
      { key: 'outcome', header: assessments.outcome, cell: ({ outcome }) => outcome },
      { key: 'reason', header: assessments.reason, cell: ({ reason }) => reason },
    ],
    children: <AssessmentFiles />,
  }),
  listOf({
    say: doubleCover,
    read: (id, signal) => call(listDoubleCover, { params: { id } }, signal),
    rowKey: ({ selectionId }) => selectionId,
    columns: [
      { key: 'employee', header: doubleCover.employee, rowHeader: true, cell: ({ employeeName }) => employeeName },
      { key: 'benefit', header: doubleCover.benefit, cell: ({ benefitName }) => benefitName },
      { key: 'other', header: doubleCover.otherCover, cell: ({ otherCover }) => otherCover },
    ],
  }),
]

type ListProps<Row> = {
  say: { title: string; lead: string; loading: string; none: string; noneText: string }
  read: (clientId: string, signal: AbortSignal) => Promise<Row[]>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  children?: ReactNode
}

function listOf<Row>(list: ListProps<Row>): { title: string; list: ReactNode } {
  return { title: list.say.title, list: <OpenedList {...list} /> }
}

function OpenedList<Row>({ say, read, ...shown }: ListProps<Row>) {
  const id = useClientId()
  const list = useQuery({
    queryKey: ['report-list', say.title],
    staleTime: 0,
    queryFn: ({ signal }) => read(id, signal),
  })
  return <CurrentDataReport title={say.title} say={say} list={list} {...shown} />
}

function AssessmentFiles() {
  const id = useClientId()
  const errorId = useId()
  const download = useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') =>
      saveFile(await call(downloadAssessments, { params: { id }, query: { format } })),
  })
  return (
    <>
      <div className={styles.actions}>
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button
            key={format}
            kind="secondary"
            icon="download"
            busy={download.isPending && download.variables === format}
            busyLabel={assessments.downloading}
            onClick={() => download.mutate(format)}
          >
            {assessments.download[format]}
          </Button>
        ))}
      </div>
      <FieldError id={errorId}>{download.isError && assessments.downloadFailed}</FieldError>
    </>
  )
}
