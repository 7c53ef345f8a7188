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

/** A61. Returns the logins of each day, for up to a year. Omits leavers, and views as another person. */
export const readLogins = endpoint('GET', 'v2/client/{id}/employee-insights/logins', {
  base: 'api',
  access: 'employer',
  params: z.object({ id: z.uuid() }),
  reply: z.array(dayOfLogins),
})
