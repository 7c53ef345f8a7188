import type { BenefitId } from '../../contract/ids.ts'
import { refuse } from '../../contract/refusals.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { benefitViewMessages } from '../../services/benefits/benefit-view.messages.ts'
import { bands, dimensions, type Band, type Dimension } from './age-and-service-bands.rules.ts'
import { withoutSmallGroups, type GroupCount, type ShownGroup, type CombinedGroups } from './small-groups.rules.ts'
import { insightsOff, type BenefitTakeUp, type InsightGroup, type TakeUp, type TakeUpRow } from './take-up.contract.ts'
import { takeUpOf } from './take-up.rules.ts'

type Figures = { eligible: number; selected: number; optedOut: number }
export type CountedGroup = Figures & {
  /** Null for all benefits together. */
  benefitId: BenefitId | null
  dimension: Dimension | 'all'
  band: Band | 'all'
}

type CountedBenefit = {
  id: BenefitId
  name: string
  category: BenefitDefinition['category']
  withdrawn: boolean
}

export type TakeUpCounts = {
  asOf: string
  insights: boolean
  smallestGroup: number
  /** In the scheme's order; empty if no scheme year has begun. */
  benefits: CountedBenefit[]
  groups: CountedGroup[]
}

export function takeUpIn(counted: TakeUpCounts): TakeUp {
  const everybody = figuresIn(counted, { of: null, dimension: 'all', band: 'all' })
  return {
    asOf: counted.asOf,
    employees: everybody.eligible,
    holders: everybody.selected,
    data: counted.benefits
      .map((benefit) => rowOf(benefit, counted))
      .filter(({ offered, selected }) => offered || selected > 0),
  }
}

export function takeUpRowIn(counted: TakeUpCounts, benefitId: string): TakeUpRow | undefined {
  const benefit = counted.benefits.find(({ id }) => id === benefitId.toLowerCase())
  return benefit && rowOf(benefit, counted)
}

function rowOf(benefit: CountedBenefit, counted: TakeUpCounts): TakeUpRow {
  const figures = figuresIn(counted, { of: benefit.id, dimension: 'all', band: 'all' })
  return {
    benefitId: benefit.id,
    name: benefit.name,
    category: benefit.category,
    categoryLabel: benefitViewMessages.category[benefit.category],
    offered: !benefit.withdrawn,
    ...figures,
    takeUp: takeUpOf(figures),
  }
}

export function insightsIn(counted: TakeUpCounts, of: BenefitId): NonNullable<BenefitTakeUp['insights']> {
  const groupsOf = (dimension: Dimension): InsightGroup[] =>
    shownOf(counted, dimension, groupCounts(counted, { of, dimension })).map(({ band, eligible, selected }) => ({
      band,
      eligible,
      selected,
      takeUp: eligible === null || selected === null ? null : takeUpOf({ eligible, selected }),
    }))
  const [age, sex, service] = dimensions.map(groupsOf)
  const { smallestGroup } = counted
  return { smallestGroup, groups: { age: age ?? [], sex: sex ?? [], service: service ?? [] } }
}

export function employeesIn(counted: TakeUpCounts, dimension: Dimension): ShownGroup[] {
  const everybody = groupCounts(counted, { of: null, dimension })
  return shownOf(
    counted,
    dimension,
    everybody.map((group) => ({ ...group, selected: 0 })),
  )
}

function shownOf(counted: TakeUpCounts, dimension: Dimension, groups: readonly GroupCount[]): ShownGroup[] {
  const everybody = groupCounts(counted, { of: null, dimension })
  const { smallestGroup: smallest, benefits } = counted
  const told = benefits.flatMap(({ id }) => wholeGroups(groupCounts(counted, { of: id, dimension }), everybody) ?? [])
  return withoutSmallGroups(groups, { smallest, everybody, told })
}

/** If everyone in these groups, and nobody else, is eligible, the benefit's figure is their total. */
function wholeGroups(groups: readonly GroupCount[], everybody: readonly GroupCount[]): CombinedGroups | undefined {
  const size = new Map(everybody.map(({ band, eligible }) => [band, eligible]))
  const whole = groups.filter(({ band, eligible }) => eligible === size.get(band))
  const isForNobodyElse = groups.every((group) => group.eligible === 0 || whole.includes(group))
  return isForNobodyElse ? new Set(whole.map(({ band }) => band)) : undefined
}

function groupCounts(
  counted: TakeUpCounts,
  { of, dimension }: { of: BenefitId | null; dimension: Dimension },
): GroupCount[] {
  return bands[dimension].map((band) => {
    const { eligible, selected } = figuresIn(counted, { of, dimension, band })
    return { band, eligible, selected }
  })
}

type Cell = { of: BenefitId | null; dimension: string; band: string }

function figuresIn({ groups }: TakeUpCounts, { of, dimension, band }: Cell): Figures {
  const found = groups.find((group) => group.benefitId === of && group.dimension === dimension && group.band === band)
  const { eligible = 0, selected = 0, optedOut = 0 } = found ?? {}
  return { eligible, selected, optedOut }
}

export function requireInsights({ insights }: Pick<TakeUpCounts, 'insights'>): void {
  if (!insights) throw refuse(insightsOff)
}

export function requireCounts(counted: TakeUpCounts | undefined): TakeUpCounts {
  if (!counted) throw new Error('The client of a call is not there')
  return counted
}
