import { handle, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/require-own-client.ts'
import { readRecentActivity } from './recent-activity.contract.ts'
import { recentEventsQuery } from './recent-activity.queries.ts'
import { activityOf } from './recent-activity.server.ts'

export const recentActivityHandlers: Handler[] = [
  handle(readRecentActivity, async (call) => {
    requireOwnClient(call)
    const { rows } = await recentEventsQuery(call.clientId).execute(call.tx)
    return { data: activityOf(rows) }
  }),
]
