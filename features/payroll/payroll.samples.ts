import { isoDate } from '../../contract/dates.ts'
import type { PayrollRunView } from './payroll.contract.ts'

/** A run of this month that is still open, for the tests of the screens. */
export const sampleOpenRun: PayrollRunView = {
  runId: '0a5bdc6e-6a83-4b8e-9c53-000000000011',
  payrollName: 'Monthly salaries',
  label: 'December 2026',
  year: 2026,
  month: 12,
  startsOn: isoDate.parse('2026-12-01'),
  endsOn: isoDate.parse('2026-12-31'),
  cutOffOn: isoDate.parse('2026-12-18'),
  payOn: isoDate.parse('2026-12-28'),
  cutOffPassed: false,
  state: 'open',
  lockedAt: null,
  lineCount: 2,
  employeeTotal: 1234.56,
  employerTotal: 0,
  reportId: null,
}
