import { dailyJobInPortions } from '../profile/job-portions.queries.ts'
import { peopleWithNewListedFacts } from './employees.queries.ts'
import { refreshEmployees } from '../../services/people/refresh-employees.queries.ts'

export const refreshListedFacts = dailyJobInPortions(
  'listed-facts',
  async (tx, clientId, { people, today, lastRan }) => {
    await refreshEmployees(
      tx,
      clientId,
      await peopleWithNewListedFacts(tx, clientId, { people, after: lastRan, today }),
    )
  },
)
