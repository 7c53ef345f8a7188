import { handle, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/require-own-client.ts'
import { listDoubleCover } from './double-cover.contract.ts'
import { doubleCoverMessages as say } from './double-cover.messages.ts'
import { coveredPartners } from './double-cover.queries.ts'
import { doubleCoverOf } from './double-cover.rules.ts'

export const doubleCoverHandlers: Handler[] = [
  handle(listDoubleCover, async (call) => {
    requireOwnClient(call)
    const covered = await coveredPartners(call.tx, call.clientId)
    return doubleCoverOf(covered).map(({ selectionId, employeeName, benefitName, by }) => ({
      selectionId,
      employeeName,
      benefitName,
      otherCover: say[by],
    }))
  }),
]
