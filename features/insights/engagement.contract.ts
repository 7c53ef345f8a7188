import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'

const dayOfLogins = z.object({
  date: isoDate,
  count: z.number().int(),
  /** Whether an annual window was open on this day. */
  windowOpen: z.boolean(),
})
export type LoginsOnDay = z.output<typeof dayOfLogins>

/**
 * A61. Returns the number of logins for each day, from the first counted day (at most a year ago) to today, with 0 for days
 * without logins. Leavers and views as another person are not counted.
 */
export const readLogins = endpoint('GET', 'v2/client/{id}/employee-insights/logins', {
  base: 'api',
  access: 'employer',
  params: z.object({ id: z.uuid() }),
  reply: z.array(dayOfLogins),
})
