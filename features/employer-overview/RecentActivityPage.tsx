import { useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { guardMessages } from '../../contract/messages.ts'
import { paths } from '../../contract/paths.ts'
import { queryState } from '../../contract/query-state.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { useClientId } from '../session/use-signed-in-person.ts'
import { showShortDateTime } from '../upload-panel/show-date-time.rules.ts'
import { readRecentActivity, type Activity } from './recent-activity.contract.ts'
import { recentActivityMessages as say } from './recent-activity.messages.ts'

export function RecentActivityPage() {
  const query = useRecentActivity()
  return (
    <Page
      title={say.title}
      lead={say.lead}
      crumbs={[
        { label: say.crumbHome, to: paths.home() },
        { label: say.crumbDashboard, to: paths.dashboard() },
        { label: say.title },
      ]}
    >
      <DataTable
        caption={say.title}
        hideCaption
        columns={columns}
        onPhone="list"
        rows={query.data ?? []}
        rowKey={({ sequence }) => String(sequence)}
        state={queryState(query)}
        loadingLabel={say.loading}
        empty={<EmptyState title={say.none}>{say.noneYet}</EmptyState>}
        failed={say.failed}
        refused={guardMessages.denied}
        onRetry={() => void query.refetch()}
      />
    </Page>
  )
}

function useRecentActivity() {
  const id = useClientId()
  return useQuery({
    queryKey: ['dashboard', 'activity'],
    staleTime: 0,
    queryFn: async ({ signal }) => (await call(readRecentActivity, { params: { id } }, signal)).data,
  })
}

const columns: Column<Activity>[] = [
  { key: 'what', header: say.what, rowHeader: true, cell: ({ text }) => text },
  { key: 'who', header: say.who, cell: ({ actor }) => actor ?? say.portal },
  { key: 'when', header: say.when, cell: ({ at }) => showShortDateTime(at) },
]
