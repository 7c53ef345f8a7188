/** Returns the pay days in a hire period, half up, at least 1: 12 months are 12 monthly, 13 four-weekly or 52 weekly ones. */
export function payDaysOfHire({ months, payDaysAYear }: { months: number; payDaysAYear: number }): number {
  return Math.max(1, Math.floor((2 * months * payDaysAYear + 12) / 24))
}
