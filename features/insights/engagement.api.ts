import { handleWithQuery, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/own-client.ts'
import { readLogins } from './engagement.contract.ts'
import { loginsQuery } from './engagement.queries.ts'
import { everyDay } from './logins.rules.ts'

export const engagementHandlers: Handler[] = [
  handleWithQuery(
    readLogins,
    (call) => {
      requireOwnClient(call)
      return loginsQuery(call.clientId)
    },
    (found) => (found ? everyDay(found.days, found.today) : []),
  ),
]
