import type { Benchmark, Work } from './benchmark.ts'
import { employeeList } from './p01-employee-list.ts'
import { oneEmployee } from './p05-one-employee.ts'
import { eligibilityAndPrice } from './p10-eligibility-and-price.ts'
import { benefitsList } from './p11-benefits-list.ts'
import { quote } from './p12-quote.ts'
import { payrollRun } from './p13-payroll-run.ts'

/** In the order of their numbers. P-15, the footprint, is measured beside them, when all others are done. */
export const benchmarks: readonly Benchmark[] = [employeeList, oneEmployee, benefitsList, quote]

/** What no request asks for, or asks for once only. */
export const works: readonly Work[] = [eligibilityAndPrice, payrollRun]
