import { useState, type ReactNode } from 'react'
import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'
import type { PanelName } from '../../contract/panels.ts'
import { paths } from '../../contract/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { Page } from '../../ui/Page.tsx'
import { useAddressParam, useSetAddress } from '../../ui/use-address-params.ts'
import { usePanels } from '../../ui/use-panel.ts'
import { useMasquerade } from '../session/use-session.ts'
import { PayrollRuns } from './PayrollRuns.tsx'
import { currentDataReports } from './CurrentDataReports.tsx'
import { reportMessages } from './reports.messages.ts'
import styles from './Reports.module.css'

const LeaverBalances = loadOnDemand(() => import('./LeaverBalances.tsx').then((m) => m.LeaverBalances))

const SchedulesPanel = loadOnDemand(() =>
  import('../report-schedules/SchedulesPanel.tsx').then((m) => m.SchedulesPanel),
)
const OpenScheduledReport = loadOnDemand(() =>
  import('../report-schedules/OpenScheduledReport.tsx').then((m) => m.OpenScheduledReport),
)

export function ReportsPage() {
  const { open } = usePanels()
  const setAddress = useSetAddress()
  const scheduled = useAddressParam('scheduled')
  const isOwn = useMasquerade() === null
  return (
    <Page
      title={reportMessages.title}
      lead={reportMessages.lead}
      actions={
        isOwn && (
          <Button kind="secondary" icon="clock" onClick={() => setAddress({ scheduled: 'list' })}>
            {reportMessages.scheduled}
          </Button>
        )
      }
      crumbs={[
        { label: breadcrumbMessages.home, to: paths.home() },
        { label: breadcrumbMessages.dashboard, to: paths.dashboard() },
        { label: reportMessages.title },
      ]}
    >
      {scheduled === 'list' ? (
        <SchedulesPanel onClose={() => setAddress({ scheduled: '' })} />
      ) : (
        scheduled && <OpenScheduledReport scheduleId={scheduled} />
      )}
      <PayrollRuns />
      <section className={styles.openers} aria-label={reportMessages.title}>
        {openers.map(({ panel, title, text, label }) => (
          <Card key={panel}>
            <div className={styles.opener}>
              <h2>{title}</h2>
              <p className={styles.soft}>{text}</p>
              <Button kind="secondary" icon="document" onClick={() => open(panel)}>
                {label}
              </Button>
            </div>
          </Card>
        ))}
      </section>
      <section className={styles.section} aria-labelledby="lists">
        <div>
          <h2 id="lists">{reportMessages.lists}</h2>
          <p className={styles.soft}>{reportMessages.listsText}</p>
        </div>
        <Card>
          {[{ title: reportMessages.owed, list: <LeaverBalances /> }, ...currentDataReports].map(({ title, list }) => (
            <ListOnDemand key={title} summary={title} list={list} />
          ))}
        </Card>
      </section>
    </Page>
  )
}

function ListOnDemand({ summary, list }: { summary: string; list: ReactNode }) {
  const [isShown, setShown] = useState(false)
  return (
    <Disclosure summary={summary} onOpen={() => setShown(true)}>
      {isShown && list}
    </Disclosure>
  )
}

const openers = [
  {
    panel: 'payroll-report',
    title: reportMessages.payrollReports,
    text: reportMessages.payrollReportsText,
    label: reportMessages.openPayrollReports,
  },
  {
    panel: 'provider-report',
    title: reportMessages.providerReports,
    text: reportMessages.providerReportsText,
    label: reportMessages.openProviderReports,
  },
  {
    panel: 'lifeevent-report',
    title: reportMessages.lifeEventReports,
    text: reportMessages.lifeEventReportsText,
    label: reportMessages.openLifeEventReports,
  },
] as const satisfies readonly { panel: PanelName; title: string; text: string; label: string }[]
