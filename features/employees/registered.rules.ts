type Totals = { totalEmployees: number; totalRegisteredEmployees: number }

/** The registered percentage, rounded to one decimal; 0 where there is nobody (EMP-09, EMP-10, CONST-22). */
export function registeredPercentage({ totalEmployees, totalRegisteredEmployees }: Totals): number {
  // Whole numbers until the one division, so that a half is a half.
  return totalEmployees === 0 ? 0 : Math.round((totalRegisteredEmployees * 1000) / totalEmployees) / 10
}

/** '62.5%', always with its decimal. */
export function showRegistered(totals: Totals): string {
  return `${registeredPercentage(totals).toFixed(1)}%`
}
