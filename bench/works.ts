import type { Work } from './benchmark.ts'
import { eligibilityAndPrice } from './p10-eligibility-and-price.ts'
import { payrollRun } from './p13-payroll-run.ts'

/** What no request asks for, or asks for once only. P-15, the footprint, is measured when all others are done. */
export const works: readonly Work[] = [eligibilityAndPrice, payrollRun]
