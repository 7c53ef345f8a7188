import type { RequestBenchmark } from './benchmark.ts'
import { employeeList } from './p01-employee-list.ts'
import { employerFigures } from './p04-figures.ts'
import { oneEmployee } from './p05-one-employee.ts'
import { benefitsList } from './p11-benefits-list.ts'
import { quote } from './p12-quote.ts'

/**
 * Benchmarks of requests. The floor (a minimal server to compare with) loads this file, so it must not import portal
 * code (P-15). Benchmarks that do are in `work-benchmarks.ts`.
 */
export const requestBenchmarks: readonly RequestBenchmark[] = [
  employeeList,
  employerFigures,
  oneEmployee,
  benefitsList,
  quote,
]
