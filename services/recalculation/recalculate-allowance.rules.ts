import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId } from '../../contract/ids.ts'
import { hasFixedTotal } from '../payroll/fixed-total.rules.ts'
import {
  carriedOver,
  benefitsPaidBefore,
  type FlexAllowance,
  priceWithoutAllowance,
} from '../my-benefits/flex-allowances.rules.ts'
import { coversDays, coverPeriodOn, coverPeriodsOf } from '../../domain/selections/cover-periods.rules.ts'
import type { SelectionWithHistory } from './apply-version.rules.ts'
import type { AllowanceInUse, AllowanceClaim } from '../../domain/pricing/available-allowance.ts'

export type RecalculatedAllowance = {
  name: string
  on: (day: IsoDate) => AllowanceInUse | undefined
  days: readonly IsoDate[]
}

export function recalculatedAllowance(
  allowance: FlexAllowance,
  benefitId: BenefitId,
  histories: ReadonlyMap<BenefitId, SelectionWithHistory>,
): RecalculatedAllowance | undefined {
  const { name, pot: rules } = allowance.definition
  const own = segmentsOf(histories.get(allowance.id))
  if (!rules || own.length === 0) return undefined
  const before = benefitsPaidBefore(allowance, benefitId).map((one) => ({
    label: one.definition.name,
    segments: segmentsOf(histories.get(one.id)),
  }))
  return {
    name,
    days: [own, ...before.map(({ segments }) => segments)].flatMap((segments) =>
      segments.flatMap(({ from, until }) => (until === undefined ? [from] : [from, until])),
    ),
    on: (day) => {
      const segment = coverPeriodOn(own, day)
      if (!segment) return undefined
      const claims = before.flatMap(({ label, segments }): AllowanceClaim[] => {
        const found = coverPeriodOn(segments, day)
        const price = found?.version.price
        return found && price && !hasFixedTotal(price)
          ? [{ label, amount: priceWithoutAllowance(price), from: found.from }]
          : []
      })
      return { name, rules, carried: carriedOver(segment.version.choice), claims }
    },
  }
}

function segmentsOf(histories: SelectionWithHistory | undefined) {
  return histories ? coverPeriodsOf(histories.versions).filter(coversDays) : []
}
