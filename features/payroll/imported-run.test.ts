import { expect, it } from 'vitest'
import { payrollFieldNames, payrollFields } from '../../services/payroll/payroll-line.rules.ts'
import { importedLineFaults, pastRunLine } from './imported-run.rules.ts'
import { samplePayrollLine } from './payroll.samples.ts'

const { 'tax-relief': _, ...withoutTaxRelief } = samplePayrollLine()
const line = { number: 1, changeType: 'New', employeePence: '3860', employerPence: '0' }

it('a line exported before a field existed is read with the field’s usual text', () => {
  const read = pastRunLine.parse({ ...line, fields: withoutTaxRelief })
  expect(read.fields).toEqual(samplePayrollLine())
  expect(importedLineFaults(read)).toEqual([])
})

it.each(payrollFieldNames.filter((field) => !('ifMissing' in payrollFields[field])))(
  'a line without %s is refused, because every export has this field',
  (field) => {
    const { [field]: _removed, ...others } = samplePayrollLine()
    expect(pastRunLine.safeParse({ ...line, fields: others }).success).toBe(false)
  },
)
