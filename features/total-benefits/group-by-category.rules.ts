import type { TotalBenefitsRow } from './total-benefits.contract.ts'

export function groupByCategory(
  rows: readonly TotalBenefitsRow[],
): { category: string; label: string; rows: TotalBenefitsRow[] }[] {
  return [...Map.groupBy(rows, ({ category }) => category)].map(([category, own]) => ({
    category,
    label: own[0]?.categoryLabel ?? category,
    rows: own,
  }))
}
