import type { DailyJob } from '../../platform/daily-jobs.ts'
import { peopleWithNewNumbers } from './employees.queries.ts'
import { refreshEmployees } from './refresh-employees.queries.ts'

/** Shows employee numbers in the list from the day on which they take effect. */
export const showNewNumbers: DailyJob = {
  name: 'employee-numbers',
  run: async (tx, clientId, { today, lastRan }) => {
    await refreshEmployees(tx, clientId, await peopleWithNewNumbers(tx, clientId, { after: lastRan, today }))
    return 'done'
  },
}
