import { useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { type DoubleCoverRow, listDoubleCover } from '../benefit-setup/double-cover.contract.ts'
import { useClientId } from '../session/use-client-id.ts'
import { doubleCoverMessages as say } from './double-cover.messages.ts'
import { ReportList } from './ReportList.tsx'
import { reportMessages } from './reports.messages.ts'

export function DoubleCover() {
  const id = useClientId()
  const list = useQuery({
    queryKey: ['partners-covered-twice'],
    staleTime: 0,
    queryFn: ({ signal }) => call(listDoubleCover, { params: { id } }, signal),
  })
  return (
    <ReportList
      title={reportMessages.doubleCover}
      say={say}
      columns={columns}
      list={list}
      rowKey={({ selectionId }) => selectionId}
    />
  )
}

const columns: Column<DoubleCoverRow>[] = [
  { key: 'employee', header: say.employee, rowHeader: true, cell: ({ employeeName }) => employeeName },
  { key: 'benefit', header: say.benefit, cell: ({ benefitName }) => benefitName },
  { key: 'other', header: say.otherCover, cell: ({ otherCover }) => otherCover },
]
