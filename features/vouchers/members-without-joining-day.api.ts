import { handle, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/require-own-client.ts'
import { isVoucherScheme } from '../../domain/tax/tax-band.rules.ts'
import { listMembersWithoutJoiningDay } from './members-without-joining-day.contract.ts'
import { membersWithoutJoiningDay } from './members-without-joining-day.queries.ts'

export const membersWithoutJoiningDayHandlers: Handler[] = [
  handle(listMembersWithoutJoiningDay, async (call) => {
    requireOwnClient(call)
    const members = await membersWithoutJoiningDay(call.tx, call.clientId, { today: call.today })
    return members
      .filter(({ definition }) => isVoucherScheme(definition))
      .map(({ definition, employeeNumber, ...member }) => ({
        ...member,
        employeeNumber: employeeNumber ?? '',
        benefitName: definition.name,
      }))
  }),
]
