import { jobInPortions } from '../profile/job-portions.queries.ts'
import { peopleWithNewNumbers } from './employees.queries.ts'
import { refreshEmployees } from '../../services/people/refresh-employees.queries.ts'

export const showNewNumbers = jobInPortions('employee-numbers', async (tx, clientId, { people, today, lastRan }) => {
  await refreshEmployees(tx, clientId, await peopleWithNewNumbers(tx, clientId, { people, after: lastRan, today }))
})
