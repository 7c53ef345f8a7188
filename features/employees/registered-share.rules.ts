type Totals = { totalEmployees: number; totalRegisteredEmployees: number }

/** Returns the registered percentage, rounded to one decimal; 0 without employees (EMP-09, EMP-10, CONST-22). */
export function registeredPercentage({ totalEmployees, totalRegisteredEmployees }: Totals): number {
  // Divides integers only once, so that exact halves round up.
  return totalEmployees === 0 ? 0 : Math.round((totalRegisteredEmployees * 1000) / totalEmployees) / 10
}

export function showRegisteredPercentage(totals: Totals): string {
  return `${registeredPercentage(totals).toFixed(1)}%`
}
