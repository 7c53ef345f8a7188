import { useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { showDate } from '../../contract/dates.ts'
import { faceOf } from '../../contract/face-of.ts'
import { errorMessages, guardMessages } from '../../contract/messages.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { listNotRenewed, type NotRenewedRow } from '../benefits/renewal/not-renewed.contract.ts'
import { useClientId } from '../session/use-client-id.ts'
import { notRenewedMessages as say } from './not-renewed.messages.ts'
import styles from './Reports.module.css'
import { reportMessages } from './reports.messages.ts'

/** Lists benefits that continue at last year's price, with the missing rate or fact. */
export function NotRenewed() {
  const id = useClientId()
  const list = useQuery({
    queryKey: ['not-renewed-selections'],
    staleTime: 0,
    queryFn: ({ signal }) => call(listNotRenewed, { params: { id } }, signal),
  })
  return (
    <div className={styles.section}>
      <p className={styles.soft}>{say.lead}</p>
      <DataTable
        caption={reportMessages.notRenewed}
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

const columns: Column<NotRenewedRow>[] = [
  { key: 'employee', header: say.employee, rowHeader: true, cell: ({ employeeName }) => employeeName },
  { key: 'number', header: say.number, cell: ({ employeeNumber }) => employeeNumber },
  { key: 'benefit', header: say.benefit, cell: ({ benefitName }) => benefitName },
  { key: 'since', header: say.since, cell: ({ since }) => showDate(since) },
  { key: 'missing', header: say.missing, cell: ({ missing }) => missing },
]
