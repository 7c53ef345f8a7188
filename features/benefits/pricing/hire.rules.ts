/**
 * Pay days that take an order over so many months of hire: 12 months are 12 monthly, 13 four-weekly, 26 fortnightly or 52
 * weekly pay days. Rounds half up; at least one.
 */
export function payDaysOfHire({ months, payDaysAYear }: { months: number; payDaysAYear: number }): number {
  return Math.max(1, Math.floor((2 * months * payDaysAYear + 12) / 24))
}
