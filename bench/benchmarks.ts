import type { Benchmark } from './benchmark.ts'
import { employeeList } from './p01-employee-list.ts'
import { oneEmployee } from './p05-one-employee.ts'
import { benefitsList } from './p11-benefits-list.ts'

/** In the order of their numbers. P-15, the footprint, is measured beside them, when all others are done. */
export const benchmarks: readonly Benchmark[] = [employeeList, oneEmployee, benefitsList]
