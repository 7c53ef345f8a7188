import { handle, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/own-client.ts'
import { listDoubleCover } from './double-cover.contract.ts'
import { doubleCoverMessages as say } from './double-cover.messages.ts'
import { partnersCovered } from './double-cover.queries.ts'
import { coveredTwice } from './double-cover.rules.ts'

export const doubleCoverHandlers: Handler[] = [
  handle(listDoubleCover, async (call) => {
    requireOwnClient(call)
    const covered = await partnersCovered(call.tx, call.clientId)
    return coveredTwice(covered).map(({ selectionId, employeeName, benefitName, by }) => ({
      selectionId,
      employeeName,
      benefitName,
      otherCover: say[by],
    }))
  }),
]
