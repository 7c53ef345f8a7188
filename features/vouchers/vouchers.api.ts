import { addDays } from '../../contract/dates.ts'
import { poundsFromPence } from '../../contract/money.ts'
import { handle, type Handler } from '../../platform/handle.ts'
import { nextOrders, voucherLimits } from './voucher-orders.rules.ts'
import { openApplication, type VoucherApplications } from './open-voucher-application.server.ts'
import { readVoucherApplication } from './voucher-application.queries.ts'
import { offersVouchers, ordersOfClient, ordersOfPerson } from './voucher-orders.queries.ts'
import { listVoucherOrders, readVoucherBalance, readVoucherManagement } from './vouchers.contract.ts'
import { voucherAccountOf } from './vouchers.queries.ts'

const { daysBack, daysAhead, ownDaysBack } = voucherLimits

export function voucherHandlers(applications: VoucherApplications): Handler[] {
  return [
    handle(readVoucherBalance, async ({ tx, clientId, caller }) => {
      const account = await voucherAccountOf(tx, clientId, caller)
      return { lastPaymentDate: account?.lastPaymentOn ?? null, balance: poundsFromPence(account?.balance ?? 0n) }
    }),

    handle(listVoucherOrders, async ({ tx, clientId, caller: { personId }, today }) => {
      const days = { from: addDays(today, -ownDaysBack), to: addDays(today, daysAhead) }
      const orders = await ordersOfPerson(tx, clientId, { personId, ...days })
      return orders.map(({ amount, ...order }) => ({ ...order, amount: poundsFromPence(amount) }))
    }),

    handle(readVoucherManagement, async ({ tx, clientId, caller, today, site, headers }) => {
      if (!(await offersVouchers(tx, clientId)))
        return { hasVouchers: false, ...nextOrders([], today), url: null, token: null }
      const days = { from: addDays(today, -daysBack), to: addDays(today, daysAhead) }
      const orders = await ordersOfClient(tx, clientId, days)
      // Not opened in a view, because the application could not distinguish the viewer from the person (S-43).
      const opened = caller.view
        ? null
        : await openApplication(applications, await readVoucherApplication(tx, clientId), {
            site,
            host: headers['host'],
            personId: caller.personId,
            orders,
          })
      return {
        hasVouchers: true,
        ...nextOrders(orders, today),
        url: opened?.url ?? null,
        token: opened?.token ?? null,
      }
    }),
  ]
}
