import { sumPounds } from '../../contract/money.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { callToAction, currentCost, laterCost, stateFacts } from '../../domain/selections/benefit-state.rules.ts'
import { paths } from '../../contract/paths.ts'

export function totalCost(benefits: readonly BenefitView[]): { employee: number; employer: number; count: number } {
  const costs = benefits.map((benefit) => currentCost(benefit.selection)).filter((cost) => cost !== null)
  const sum = (side: 'employee' | 'employer') => sumPounds(costs.map((cost) => cost[side]))
  return { employee: sum('employee'), employer: sum('employer'), count: costs.length }
}

export type UnconfirmedChange = {
  benefit: BenefitView
  /** Pounds a month; null if the draft has no price. */
  change: number | null
}

export function unconfirmedChanges(benefits: readonly BenefitView[]): UnconfirmedChange[] {
  return benefits.flatMap((benefit) => {
    const { selection } = benefit
    if (!selection?.temporarySelection) return []
    const paid = (currentCost(selection) ?? laterCost(selection))?.employee ?? 0
    // If one flex allowance pays for several changes, only the basket divides it between them.
    const price = benefit.pot === null ? selection.price : null
    return { benefit, change: price && sumPounds([price.employee.perMonth, -paid]) }
  })
}

export function groupByState(benefits: readonly BenefitView[]): {
  held: BenefitView[]
  open: BenefitView[]
  closed: BenefitView[]
} {
  const held = benefits.filter(isHeld)
  const others = benefits.filter((benefit) => !held.includes(benefit))
  const open = others.filter((benefit) => {
    const action = callToAction(benefit)
    return benefit.availability.available || (action !== null && action.to !== paths.benefit(benefit.benefitId))
  })
  return { held, open, closed: others.filter((benefit) => !open.includes(benefit)) }
}

function isHeld({ selection }: BenefitView): boolean {
  if (!selection) return false
  const { runs, waits } = stateFacts(selection.status)
  return runs || waits || currentCost(selection) !== null || laterCost(selection) !== null
}

export function groupByCategory(
  benefits: readonly BenefitView[],
  filters: readonly { id: string; label: string }[],
): { id: string; label: string; benefits: BenefitView[] }[] {
  const known = filters.map(({ id, label }) => ({
    id,
    label,
    benefits: benefits.filter((benefit) => benefit.category === id),
  }))
  const named = new Set(filters.map((filter) => filter.id))
  const others = [...new Set(benefits.map((benefit) => benefit.category))].filter((category) => !named.has(category))
  const unnamed = others.map((id) => ({
    id,
    label: sentenceCase(id),
    benefits: benefits.filter((benefit) => benefit.category === id),
  }))
  return [...known, ...unnamed].filter((group) => group.benefits.length > 0)
}

function sentenceCase(code: string): string {
  const words = code.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
