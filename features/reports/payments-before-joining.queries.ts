import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { Tx } from '../../database/database.ts'
import { schemeYearsOf, payrollFactsOf } from '../../services/my-benefits/benefits.queries.ts'
import { leavingRulesOf } from '../../services/recalculation/leaving-rules.queries.ts'
import { importedAction } from '../../domain/selections/cover-periods.rules.ts'
import { paidByPortalFrom } from '../../services/my-benefits/selection-pay.rules.ts'
import { versionsInForce } from '../../services/my-benefits/versions-in-force.rules.ts'
import { payPeriodsOf } from '../../domain/windows/pay-periods.rules.ts'
import { deductionSchedule } from '../../services/payroll/deductions.rules.ts'
import { payrollsWithPeriods } from '../../services/payroll/pay-periods.queries.ts'
import type { MemberVersion } from './provider-members.queries.ts'

export type PaymentBeforeJoining = { payOn: IsoDate; employee: Pence; employer: Pence }

type PaidElsewhereRequest = {
  members: readonly { selectionId: SelectionId; personId: PersonId; versions: readonly MemberVersion[] }[]
  today: IsoDate
}

/** A cut-off before every pay day, so that all periods are calculated as open. */
const beforeAnyCutOff = '1900-01-01' as IsoDate

/** Returns payments before the client joined the portal, by selection and pay day. Omits people on no payroll. */
export async function paymentsBeforeJoining(
  tx: Tx,
  clientId: ClientId,
  { members, today }: PaidElsewhereRequest,
): Promise<Map<SelectionId, PaymentBeforeJoining[]>> {
  const schemeYears = await schemeYearsOf(tx, clientId)
  const from = schemeYears[0]?.from ?? today
  const payrolls = await payrollsWithPeriods(tx, clientId, { from })
  const people = members.map(({ personId }) => personId)
  const facts = await payrollFactsOf(tx, clientId, { people, date: from, today })
  const leaving = await leavingRulesOf(tx, clientId, { selectionIds: members.map(({ selectionId }) => selectionId) })
  return new Map(
    members.flatMap(({ selectionId, personId, versions }) => {
      const own = facts.get(personId)
      if (!own) return []
      const [first] = versions
      if (first?.action !== importedAction) return [[selectionId, []] as const]
      const periods = payPeriodsOf(own, payrolls)
      const here = paidByPortalFrom(first, { periods, schemeYears, today })
      const { lines } = deductionSchedule({
        versions: versionsInForce(versions, leaving.get(selectionId)?.rule),
        periods: periods.map((period) => ({ ...period, locked: false })),
        today: beforeAnyCutOff,
        schemeYears,
        paidHereFrom: from,
      })
      const payDays = new Map(periods.flatMap((period) => (period.startsOn < here ? [[period.id, period.payOn]] : [])))
      const paid = lines.flatMap(({ periodId, employee, employer }) => {
        const payOn = payDays.get(periodId)
        return payOn === undefined ? [] : [{ payOn, employee, employer }]
      })
      return [[selectionId, paid] as const]
    }),
  )
}
