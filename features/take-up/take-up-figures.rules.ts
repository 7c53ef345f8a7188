import type { BenefitId } from '../../contract/ids.ts'
import { refuse } from '../../contract/refusals.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { benefitViewMessages } from '../../services/benefits/benefit-view.messages.ts'
import { bands, dimensions, type Dimension } from './age-and-service-bands.rules.ts'
import {
  groupFilterOf,
  shownPeopleGroups,
  type GroupSize,
  type Payroll,
  type PeopleGroup,
} from './people-groups.rules.ts'
import { withoutSmallGroups, type GroupCount, type ShownGroup, type CombinedGroups } from './small-groups.rules.ts'
import { insightsOff, type BenefitTakeUp, type InsightGroup, type TakeUp, type TakeUpRow } from './take-up.contract.ts'
import { takeUpOf } from './take-up.rules.ts'

type Figures = { eligible: number; selected: number; optedOut: number }
export type CountedGroup = Figures & {
  /** Null for all benefits together. */
  benefitId: BenefitId | null
  /** The department, location or payroll that was asked for is `group`, and `groups` for all benefits together. */
  dimension: Dimension | 'all' | 'group' | 'groups'
  band: string
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
  groupSizes: GroupSize[]
  payrolls: Payroll[]
}

/** `group` is null for all employees, and if the group that was asked for may not be shown (S-53). */
export type ShownCounts = TakeUpCounts & { groupChoices: PeopleGroup[]; group: PeopleGroup | null }

export function takeUpIn(counted: ShownCounts): TakeUp {
  const everybody = wholeIn(counted, null)
  return {
    asOf: counted.asOf,
    groupChoices: counted.groupChoices,
    group: counted.group,
    employees: everybody.eligible,
    holders: everybody.selected,
    data: counted.benefits
      .map((benefit) => rowOf(benefit, counted))
      .filter(({ offered, selected }) => offered || selected > 0),
  }
}

export function takeUpRowIn(counted: ShownCounts, benefitId: string): TakeUpRow | undefined {
  const benefit = counted.benefits.find(({ id }) => id === benefitId.toLowerCase())
  return benefit && rowOf(benefit, counted)
}

function rowOf(benefit: CountedBenefit, counted: ShownCounts): TakeUpRow {
  const figures = wholeIn(counted, benefit.id)
  return {
    benefitId: benefit.id,
    name: benefit.name,
    category: benefit.category,
    categoryLabel: benefitViewMessages.category[benefit.category],
    offered: !benefit.withdrawn,
    ...figures,
    takeUp: takeUpOf(figures),
    lastYear: lastYearIn(counted, benefit.id),
  }
}

function lastYearIn({ groups, group, smallestGroup }: ShownCounts, of: BenefitId): number | null {
  const before = groups.find((one) => one.benefitId === of && isOfYearBefore(one))
  return group === null && before && before.selected >= smallestGroup ? takeUpOf(before) : null
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

/** Figures of everybody, or of the group that was asked for. */
function wholeIn({ groups, group }: ShownCounts, of: BenefitId | null): Figures {
  const ofGroup = of === null ? 'groups' : 'group'
  const dimension = group ? ofGroup : 'all'
  return figuresOf(groups.find((one) => one.benefitId === of && one.dimension === dimension && !isOfYearBefore(one)))
}

function isOfYearBefore({ band }: CountedGroup): boolean {
  return band === 'year-before'
}

type Cell = { of: BenefitId | null; dimension: string; band: string }

function figuresIn({ groups }: TakeUpCounts, { of, dimension, band }: Cell): Figures {
  return figuresOf(
    groups.find((group) => group.benefitId === of && group.dimension === dimension && group.band === band),
  )
}

function figuresOf({ eligible = 0, selected = 0, optedOut = 0 }: Partial<Figures> = {}): Figures {
  return { eligible, selected, optedOut }
}

export function requireInsights({ insights }: Pick<TakeUpCounts, 'insights'>): void {
  if (!insights) throw refuse(insightsOff)
}

export function requireCounts(counted: TakeUpCounts | undefined, asked = ''): ShownCounts {
  if (!counted) throw new Error('The client of a call is not there')
  const { groupSizes, smallestGroup: smallest, payrolls } = counted
  const groupChoices = shownPeopleGroups(groupSizes, { smallest, payrolls })
  const filter = groupFilterOf(asked)
  const group = groupChoices.find(({ by, value }) => by === filter?.by && value === filter.value) ?? null
  return { ...counted, groupChoices, group }
}
