import { z } from 'zod'
import { isoMoment } from '../../contract/dates.ts'
import { employerCall } from '../../contract/employer-call.ts'
import { endpoint } from '../../contract/endpoint.ts'

const activity = z.object({
  /** Number of the event in the audit chain. */
  sequence: z.number().int(),
  at: isoMoment,
  /** A user or an operator. Null for the portal, and for commands without an operator's name. */
  actor: z.string().nullable(),
  text: z.string(),
})
export type Activity = z.output<typeof activity>

/** Returns in words the newest twenty audit events about the whole client. The audit shows these events completely. */
export const readRecentActivity = endpoint('GET', 'v2/client/{id}/dashboard/activity/', {
  ...employerCall,
  reply: z.object({ data: z.array(activity) }),
})
