import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'

const dayOfLogins = z.object({ date: isoDate, count: z.number().int() })
export type DayOfLogins = z.output<typeof dayOfLogins>

/**
 * A61: how often people have logged in on each day, from the first that was counted on, a year at most, up to today. Days
 * without a login are there with none. Who has left is not counted, and nobody who looks as somebody else.
 */
export const readLogins = endpoint('GET', 'v2/client/{id}/employee-insights/logins', {
  base: 'api',
  access: 'employer',
  params: z.object({ id: z.uuid() }),
  reply: z.array(dayOfLogins),
})
