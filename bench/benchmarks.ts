import type { Benchmark } from './benchmark.ts'
import { employeeList } from './p01-employee-list.ts'
import { employerFigures } from './p04-figures.ts'
import { oneEmployee } from './p05-one-employee.ts'
import { benefitsList } from './p11-benefits-list.ts'
import { quote } from './p12-quote.ts'

/**
 * What requests ask for, in the order of their numbers. The floor server loads this file, and P-15 compares the product's
 * start and memory with it: what needs code of the product is in `works.ts`.
 */
export const benchmarks: readonly Benchmark[] = [employeeList, employerFigures, oneEmployee, benefitsList, quote]
