import type { TotalBenefitsRow } from './total-benefits.contract.ts'

/** Benefits below the names of their categories, both in the order in which they come. */
export function byCategory(
  rows: readonly TotalBenefitsRow[],
): { category: string; label: string; rows: TotalBenefitsRow[] }[] {
  return [...Map.groupBy(rows, ({ category }) => category)].map(([category, own]) => ({
    category,
    label: own[0]?.categoryLabel ?? category,
    rows: own,
  }))
}
