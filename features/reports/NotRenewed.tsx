import { useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { showDate } from '../../contract/dates.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { listNotRenewed, type NotRenewedRow } from '../renewal/not-renewed.contract.ts'
import { useClientId } from '../session/use-client-id.ts'
import { notRenewedMessages as say } from './not-renewed.messages.ts'
import { ReportList } from './ReportList.tsx'
import { reportMessages } from './reports.messages.ts'

export function NotRenewed() {
  const id = useClientId()
  const list = useQuery({
    queryKey: ['not-renewed-selections'],
    staleTime: 0,
    queryFn: ({ signal }) => call(listNotRenewed, { params: { id } }, signal),
  })
  return (
    <ReportList
      title={reportMessages.notRenewed}
      say={say}
      columns={columns}
      list={list}
      rowKey={({ selectionId }) => selectionId}
    />
  )
}

const columns: Column<NotRenewedRow>[] = [
  { key: 'employee', header: say.employee, rowHeader: true, cell: ({ employeeName }) => employeeName },
  { key: 'number', header: say.number, cell: ({ employeeNumber }) => employeeNumber },
  { key: 'benefit', header: say.benefit, cell: ({ benefitName }) => benefitName },
  { key: 'since', header: say.since, cell: ({ since }) => showDate(since) },
  { key: 'missing', header: say.missing, cell: ({ missing }) => missing },
]
