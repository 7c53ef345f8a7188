import { sumPounds } from '../../contract/money.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { currentCost } from '../../domain/selections/benefit-state.rules.ts'

export function totalCost(benefits: readonly BenefitView[]): { employee: number; employer: number; count: number } {
  const costs = benefits.map((benefit) => currentCost(benefit.selection)).filter((cost) => cost !== null)
  const sum = (side: 'employee' | 'employer') => sumPounds(costs.map((cost) => cost[side]))
  return { employee: sum('employee'), employer: sum('employer'), count: costs.length }
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
  // Categories without a filter come last, labelled by their code.
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
