import { isoDate } from '../../contract/dates.ts'
import type { PayrollLine } from '../../services/payroll/payroll-line.rules.ts'
import type { PayrollRunView } from './payroll.contract.ts'

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

export function samplePayrollLine(more: Partial<PayrollLine> = {}): PayrollLine {
  return {
    'payroll-id': 'P1',
    period: 'December 2026',
    'employee-number': '000123',
    'ni-number': 'QQ123456C',
    name: 'Amelia Hart',
    'first-name': 'Amelia',
    surname: 'Hart',
    benefit: 'Dental',
    'pay-code': 'DENT',
    method: 'net-deduction',
    'change-type': 'New',
    'employee-amount': '38.60',
    'employer-amount': '0.00',
    'tax-relief': '0.00',
    'annual-amount': '463.20',
    'effective-from': '2026-12-01',
    'effective-to': '',
    'adjustment-reason': '',
    'original-period': '',
    'cost-centre': 'OPS',
    location: 'York',
    'selection-id': '0b8e5b1c-5a0e-4d9f-a8a1-2f0f6f1f2a3b',
    ...more,
  }
}
