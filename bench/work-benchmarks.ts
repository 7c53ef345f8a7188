import type { WorkBenchmark } from './benchmark.ts'
import { exactFigures, freshFigures } from './p04-exact-counts.ts'
import { choicesDuringUpload } from './p14-choices-during-upload.ts'
import { newPeople } from './p07-upload.ts'
import { monthlyFeed } from './p08-monthly-feed.ts'
import { employeeReport } from './p09-export.ts'
import { eligibilityAndPrice } from './p10-eligibility-and-price.ts'
import { payrollRun } from './p13-payroll-run.ts'

/** Benchmarks of work that is not a request. Those that add people come near the end; P-15 (footprint) is last. */
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
