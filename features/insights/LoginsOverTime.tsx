import { useState } from 'react'
import { showMonth, showShortDate } from '../../contract/dates.ts'
import { LineChart } from '../../ui/LineChart.tsx'
import { EmptyState } from '../../ui/States.tsx'
import type { LoginsOnDay } from './engagement.contract.ts'
import { engagementMessages as say } from './engagement.messages.ts'
import styles from './Engagement.module.css'
import { groupLoginsByPeriod, loginPeriods, type LoginPeriod } from './logins.rules.ts'
import { InsightsSection } from './InsightsSection.tsx'
import { useLogins } from './use-engagement.ts'

export function LoginsOverTime() {
  return (
    <InsightsSection title={say.logins} loading={say.loadingLogins} isHigh query={useLogins()}>
      {(days) => (days.length === 0 ? <EmptyState title={say.noLogins} /> : <Curve days={days} />)}
    </InsightsSection>
  )
}

function Curve({ days }: { days: readonly LoginsOnDay[] }) {
  const [span, setSpan] = useState<LoginPeriod>('days')
  const shown = groupLoginsByPeriod(span, days)
  const labels = shown.map(({ from }) => (span === 'months' ? showMonth(from) : showShortDate(from)))
  const values = shown.map(({ count }) => count)
  const most = Math.max(...values)
  const all = values.reduce((sum, value) => sum + value, 0)
  return (
    <>
      <p className={styles.soft}>{say.loginsText}</p>
      <div className={styles.spans} role="group" aria-label={say.span}>
        {loginPeriods.map((one) => (
          <button
            key={one}
            type="button"
            className={styles.span}
            aria-pressed={one === span}
            onClick={() => setSpan(one)}
          >
            {say.spans[one]}
          </button>
        ))}
      </div>
      <LineChart
        title={say.chart[span]}
        summary={say.summary(all, most, labels[values.indexOf(most)] ?? '')}
        labelHeader={say.from[span]}
        labels={labels}
        series={[{ name: say.series, values }]}
        shaded={{ name: say.windowOpen, at: shown.map(({ windowOpen }) => windowOpen) }}
        // With few logins, some ticks are fractions. They get no label.
        show={(value) => (Number.isInteger(value) ? say.count(value) : '')}
      />
    </>
  )
}
