import { handleWithQuery, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/require-own-client.ts'
import { readLogins } from './engagement.contract.ts'
import { loginsQuery } from './engagement.queries.ts'
import { fillMissingDays } from './logins.rules.ts'

export const engagementHandlers: Handler[] = [
  handleWithQuery(
    readLogins,
    (call) => {
      requireOwnClient(call)
      return loginsQuery(call.clientId)
    },
    (found) => (found ? fillMissingDays(found) : []),
  ),
]
