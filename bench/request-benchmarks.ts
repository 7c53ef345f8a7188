import type { RequestBenchmark } from './benchmark.ts'
import { employeeList } from './p01-employee-list.ts'
import { employerFigures } from './p04-figures.ts'
import { oneEmployee } from './p05-one-employee.ts'
import { benefitsList } from './p11-benefits-list.ts'
import { quote } from './p12-quote.ts'

/**
 * Benchmarks of requests, in the order of their numbers. The floor server loads this file, and P-15 compares start-up and memory
 * with it. Benchmarks that import product code are therefore in `works.ts`.
 */
export const requestBenchmarks: readonly RequestBenchmark[] = [
  employeeList,
  employerFigures,
  oneEmployee,
  benefitsList,
  quote,
]
