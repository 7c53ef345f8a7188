import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'

const dayOfLogins = z.object({ date: isoDate, count: z.number().int() })
export type DayOfLogins = z.output<typeof dayOfLogins>

/** A61: logins of each day, zeros included, a year at most. Without leavers and views as somebody else. */
export const readLogins = endpoint('GET', 'v2/client/{id}/employee-insights/logins', {
  base: 'api',
  access: 'employer',
  params: z.object({ id: z.uuid() }),
  reply: z.array(dayOfLogins),
})
