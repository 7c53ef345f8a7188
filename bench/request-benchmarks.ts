import type { RequestBenchmark } from './benchmark.ts'
import { employeeList } from './employee-list.ts'
import { employerFigures } from './dashboard-figures.ts'
import { oneEmployee } from './employee-panel.ts'
import { benefitsList } from './benefits-list.ts'
import { quote } from './quote.ts'

/**
 * Benchmarks of requests. The baseline (a minimal server to compare with) loads this file, so it must not import portal
 * code (P-15). Benchmarks that import portal code are in `work-benchmarks.ts`.
 */
export const requestBenchmarks: readonly RequestBenchmark[] = [
  employeeList,
  employerFigures,
  oneEmployee,
  benefitsList,
  quote,
]
