import { poundsFromPence } from '../../contract/money.ts'
import { handle, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/require-own-client.ts'
import { findBelowMinimumWage } from '../../services/my-benefits/below-minimum-wage.server.ts'
import { listBelowMinimumWage } from './below-minimum-wage.contract.ts'

export const belowMinimumWageHandlers: Handler[] = [
  handle(listBelowMinimumWage, async (call) => {
    requireOwnClient(call)
    const found = await findBelowMinimumWage(call.tx, call.clientId)
    return found.map(({ personId, employeeName, employeeNumber, payOn, pay, givenUp, minimumWage }) => ({
      personId,
      employeeName,
      employeeNumber: employeeNumber ?? '',
      payOn,
      pay: poundsFromPence(pay),
      givenUp: poundsFromPence(givenUp),
      minimumWage: poundsFromPence(minimumWage),
    }))
  }),
]
