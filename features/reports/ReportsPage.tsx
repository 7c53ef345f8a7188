import { crumbMessages } from '../../contract/screen.messages.ts'
import { paths } from '../../contract/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Page } from '../../ui/Page.tsx'
import { usePanels } from '../../ui/use-panel.ts'
import { PayrollRuns } from './PayrollRuns.tsx'
import { reportMessages } from './reports.messages.ts'
import styles from './Reports.module.css'

/** Payroll runs to look at and lock, and the reports they leave behind. */
export function ReportsPage() {
  const { open } = usePanels()
  return (
    <Page
      title={reportMessages.title}
      lead={reportMessages.lead}
      crumbs={[
        { label: crumbMessages.home, to: paths.home() },
        { label: crumbMessages.dashboard, to: paths.dashboard() },
        { label: reportMessages.title },
      ]}
    >
      <PayrollRuns />
      <section className={styles.section} aria-labelledby="payroll-reports">
        <Card>
          <div className={styles.opener}>
            <div>
              <h2 id="payroll-reports">{reportMessages.payrollReports}</h2>
              <p className={styles.soft}>{reportMessages.payrollReportsText}</p>
            </div>
            <Button kind="secondary" icon="document" onClick={() => open('payroll-report')}>
              {reportMessages.openPayrollReports}
            </Button>
          </div>
        </Card>
      </section>
    </Page>
  )
}
