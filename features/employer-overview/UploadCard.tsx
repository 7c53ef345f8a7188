import { londonDate, showDate } from '../../contract/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { usePanels } from '../../ui/use-panel.ts'
import { DashboardCard } from './DashboardCard.tsx'
import { employerDashboardMessages as messages } from './employer-dashboard.messages.ts'
import { useNewestUpload } from './use-employer-dashboard.ts'

export function UploadCard() {
  const query = useNewestUpload({ ofCard: true })
  const panels = usePanels()
  const newest = query.data ?? null
  const waits = newest?.status === 'ready'
  return (
    <DashboardCard
      title={messages.uploads}
      icon="upload"
      query={query}
      link={{
        button: (
          <Button kind={waits ? 'primary' : 'secondary'} onClick={() => panels.open('upload-data')}>
            {waits ? messages.toWaitingUpload : messages.toUploads}
          </Button>
        ),
      }}
    >
      <p>{waits ? messages.uploadWaits(newest.fileName) : messages.uploadsText}</p>
      {newest && !waits && (
        <p>{messages.newestUpload(newest.fileName, showDate(londonDate(new Date(newest.uploadedAt))))}</p>
      )}
    </DashboardCard>
  )
}
