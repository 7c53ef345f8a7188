/** Pay days of an order's months of hire: 12 months are 12 monthly, 13 four-weekly or 52 weekly. Half up; at least one. */
export function payDaysOfHire({ months, payDaysAYear }: { months: number; payDaysAYear: number }): number {
  return Math.max(1, Math.floor((2 * months * payDaysAYear + 12) / 24))
}
