import { poundsFromPence } from '../../contract/money.ts'
import { handle, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/require-own-client.ts'
import { taxTables } from '../../services/payroll/tax-tables.queries.ts'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { listBelowMinimumWage } from './below-minimum-wage.contract.ts'
import { sacrificesOfPay } from './below-minimum-wage.queries.ts'
import { payBelowMinimumWage } from './below-minimum-wage.rules.ts'
import { nextOpenRun } from './payroll-run.rules.ts'
import { listPeriods } from './payroll-runs.queries.ts'

export const belowMinimumWageHandlers: Handler[] = [
  handle(listBelowMinimumWage, async (call) => {
    requireOwnClient(call)
    const { tx, clientId, today } = call
    const found: ReplyOf<typeof listBelowMinimumWage> = []
    const periods = await listPeriods(tx, clientId)
    for (const ofPayroll of Map.groupBy(periods, ({ payrollId }) => payrollId).values()) {
      const next = nextOpenRun(ofPayroll, today)
      for (const one of next ? await sacrificesOfPay(tx, clientId, next) : []) {
        const below = next && payBelowMinimumWage(one, { tables: taxTables(), startsOn: next.startsOn })
        if (!next || !below) continue
        found.push({
          personId: one.personId,
          employeeName: one.employeeName,
          employeeNumber: one.employeeNumber ?? '',
          payOn: next.payOn,
          pay: poundsFromPence(below.pay),
          givenUp: poundsFromPence(below.givenUp),
          minimumWage: poundsFromPence(below.minimumWage),
        })
      }
    }
    return found
  }),
]
