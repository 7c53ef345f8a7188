import { showMonth } from '../../contract/dates.ts'
import { fileFormatMessages } from '../../ui/file-format.messages.ts'
import { scheduleMessages as say } from './report-schedules.messages.ts'
import styles from './Schedules.module.css'

/** The filter and format of a scheduled report, in words. */
export function ScheduleFilter({ query }: { query: string }) {
  const { provider, month, year, format } = Object.fromEntries(new URLSearchParams(query))
  // The year does not matter, because only the name of the month is used.
  const monthName = month && showMonth(`2026-${month.padStart(2, '0')}-01`).split(' ')[0]
  const filter = [provider, [monthName, year].filter(Boolean).join(' ')].filter(Boolean).join(', ') || say.everything
  return (
    <p className={styles.soft}>
      {filter}
      {format && `, ${fileFormatMessages[format === 'xlsx' ? 'xlsx' : 'csv']}`}
    </p>
  )
}
