import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId } from '../../contract/ids.ts'
import { hasFixedTotal } from '../payroll/fixed-total.rules.ts'
import { carriedIn, countedBefore, type Pot, withoutPot } from '../my-benefits/flex-allowances.rules.ts'
import { hasDays, segmentOn, segmentsThatRan } from '../../domain/selections/segments.rules.ts'
import type { Held } from './apply-version.rules.ts'
import type { PotInUse, PotClaim } from '../../domain/pricing/allowance-in-use.ts'

/** The flex allowance available to one selection on a day, and the days on which it may change. */
export type PotFollowed = { name: string; on: (day: IsoDate) => PotInUse | undefined; days: readonly IsoDate[] }

/** Returns the flex allowance for one selection, less the claims of benefits paid first. */
export function potFollowed(
  pot: Pot,
  benefitId: BenefitId,
  held: ReadonlyMap<BenefitId, Held>,
): PotFollowed | undefined {
  const { name, pot: rules } = pot.definition
  const own = segmentsOf(held.get(pot.id))
  if (!rules || own.length === 0) return undefined
  const before = countedBefore(pot, benefitId).map((one) => ({
    label: one.definition.name,
    segments: segmentsOf(held.get(one.id)),
  }))
  return {
    name,
    days: [own, ...before.map(({ segments }) => segments)].flatMap((segments) =>
      segments.flatMap(({ from, until }) => (until === undefined ? [from] : [from, until])),
    ),
    on: (day) => {
      const runs = segmentOn(own, day)
      if (!runs) return undefined
      const claims = before.flatMap(({ label, segments }): PotClaim[] => {
        const found = segmentOn(segments, day)
        const price = found?.version.price
        return found && price && !hasFixedTotal(price) ? [{ label, amount: withoutPot(price), from: found.from }] : []
      })
      return { name, rules, carried: carriedIn(runs.version.choice), claims }
    },
  }
}

function segmentsOf(held: Held | undefined) {
  return held ? segmentsThatRan(held.versions).filter(hasDays) : []
}
