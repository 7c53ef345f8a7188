import type { RequestBenchmark } from './benchmark.ts'
import { employeeList } from './employee-list.ts'
import { employerFigures } from './dashboard-figures.ts'
import { oneEmployee } from './employee-panel.ts'
import { benefitsList } from './benefits-list.ts'
import { quote } from './quote.ts'

/** The baseline server loads this file, so it must not import portal code (P-15). */
export const requestBenchmarks: readonly RequestBenchmark[] = [
  employeeList,
  employerFigures,
  oneEmployee,
  benefitsList,
  quote,
]
