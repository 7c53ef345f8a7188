import type { Work } from './benchmark.ts'
import { exactFigures } from './p04-exact.ts'
import { choicesDuringUpload } from './p14-choices-during-upload.ts'
import { newPeople } from './p07-upload.ts'
import { monthlyFeed } from './p08-monthly-feed.ts'
import { employeeReport } from './p09-export.ts'
import { eligibilityAndPrice } from './p10-eligibility-and-price.ts'
import { payrollRun } from './p13-payroll-run.ts'

/** What no request asks for, or asks for once only, in this order: what adds people comes last. P-15, the footprint, is measured when all others are done. */
export const works: readonly Work[] = [
  eligibilityAndPrice,
  exactFigures,
  payrollRun,
  employeeReport,
  newPeople,
  choicesDuringUpload,
  monthlyFeed,
]
