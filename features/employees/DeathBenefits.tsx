import { queryState } from '../../contract/query-state.ts'
import { errorMessages, guardMessages } from '../../contract/messages.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { deathCoverPanelMessages as say } from './death-benefits-panel.messages.ts'
import styles from './EmployeePanel.module.css'
import type { DeathCover as Cover } from './employees.contract.ts'
import { useDeathBenefits } from './use-death-benefits.ts'

export function DeathBenefits({ employeeId }: { employeeId: string }) {
  const cover = useDeathBenefits(employeeId)
  return (
    <div className={styles.section}>
      <h3>{say.title}</h3>
      {cover.data && <p>{cover.data.lead}</p>}
      <DataTable
        caption={say.title}
        hideCaption
        columns={columns}
        rows={cover.data?.benefits ?? []}
        rowKey={({ selectionId }) => selectionId}
        state={queryState(cover)}
        loadingLabel={say.loading}
        empty={<p className={styles.soft}>{say.none}</p>}
        failed={errorMessages.retryLater}
        refused={guardMessages.denied}
        onRetry={() => void cover.refetch()}
      />
    </div>
  )
}

const columns: Column<Cover['benefits'][number]>[] = [
  { key: 'benefit', header: say.benefit, rowHeader: true, cell: ({ benefitName }) => benefitName },
  { key: 'cover', header: say.cover, cell: ({ coverInWords }) => coverInWords },
  { key: 'provider', header: say.provider, cell: ({ provider }) => provider },
  { key: 'claim', header: say.claim, cell: ({ claim }) => claim },
]
