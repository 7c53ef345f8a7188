import { poundsFromPence } from '../../contract/money.ts'
import { handleWithQuery, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/require-own-client.ts'
import { benefitViewMessages } from '../../services/benefits/benefit-view.messages.ts'
import { readDashboardOverview } from './overview.contract.ts'
import { overviewQuery } from './overview.queries.ts'
import { spendPartsOf } from './spend-parts.rules.ts'

export const overviewHandlers: Handler[] = [
  handleWithQuery(
    readDashboardOverview,
    (call, callerId) => {
      requireOwnClient(call)
      return overviewQuery(call.clientId, callerId)
    },
    (found) => {
      if (!found) throw new Error('The overview has no row')
      const { parts, smallestGroup, ...rest } = found
      return {
        ...rest,
        spendParts: spendPartsOf(parts, smallestGroup),
        spend: rest.spend.map(({ pence, ...one }) => ({
          ...one,
          categoryLabel: benefitViewMessages.category[one.category],
          amount: poundsFromPence(BigInt(pence)),
        })),
      }
    },
  ),
]
