import { useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { faceOf } from '../../contract/face-of.ts'
import { errorMessages, guardMessages } from '../../contract/messages.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { type DoubleCoverRow, listDoubleCover } from '../benefits/partner-cover/double-cover.contract.ts'
import { useClientId } from '../session/use-client-id.ts'
import { doubleCoverMessages as say } from './double-cover.messages.ts'
import styles from './Reports.module.css'
import { reportMessages } from './reports.messages.ts'

/** Lists employees whose partner has the same kind of cover twice. */
export function DoubleCover() {
  const id = useClientId()
  const list = useQuery({
    queryKey: ['partners-covered-twice'],
    staleTime: 0,
    queryFn: ({ signal }) => call(listDoubleCover, { params: { id } }, signal),
  })
  return (
    <div className={styles.section}>
      <p className={styles.soft}>{say.lead}</p>
      <DataTable
        caption={reportMessages.doubleCover}
        hideCaption
        columns={columns}
        rows={list.data ?? []}
        rowKey={({ selectionId }) => selectionId}
        state={faceOf(list)}
        loadingLabel={say.loading}
        empty={
          <EmptyState icon="info" title={say.none}>
            {say.noneText}
          </EmptyState>
        }
        failed={errorMessages.retryLater}
        refused={guardMessages.denied}
        onRetry={() => void list.refetch()}
      />
    </div>
  )
}

const columns: Column<DoubleCoverRow>[] = [
  { key: 'employee', header: say.employee, rowHeader: true, cell: ({ employeeName }) => employeeName },
  { key: 'benefit', header: say.benefit, cell: ({ benefitName }) => benefitName },
  { key: 'other', header: say.otherCover, cell: ({ otherCover }) => otherCover },
]
