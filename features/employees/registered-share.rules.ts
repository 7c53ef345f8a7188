type Totals = { totalEmployees: number; totalRegisteredEmployees: number }

/** EMP-09, EMP-10, CONST-22: one decimal. */
export function registeredPercentage({ totalEmployees, totalRegisteredEmployees }: Totals): number {
  // Divides integers once, so that exact halves round up.
  return totalEmployees === 0 ? 0 : Math.round((totalRegisteredEmployees * 1000) / totalEmployees) / 10
}

export function showRegistered(totals: Totals): string {
  return `${registeredPercentage(totals).toFixed(1)}%`
}
