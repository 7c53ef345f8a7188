import type { WorkBenchmark } from './benchmark.ts'
import { exactFigures, freshFigures } from './dashboard-exact-after-writes.ts'
import { choicesDuringUpload } from './choices-during-upload.ts'
import { newPeople } from './upload-joiners.ts'
import { monthlyFeed } from './upload-monthly-data.ts'
import { employeeReport } from './employee-report.ts'
import { eligibilityAndPrice } from './eligibility-and-price.ts'
import { payrollRun } from './payroll-run.ts'

/** Benchmarks of work that is not a request. Benchmarks that add people come near the end; P-15 (footprint) is last. */
export const workBenchmarks: readonly WorkBenchmark[] = [
  eligibilityAndPrice,
  exactFigures,
  freshFigures,
  payrollRun,
  employeeReport,
  newPeople,
  choicesDuringUpload,
  monthlyFeed,
]
