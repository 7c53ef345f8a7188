import { z } from 'zod'
import { isoDate, isoMoment } from '../../contract/dates.ts'
import { taxMethod } from '../../domain/definition/definition.ts'
import { digitsFromPence } from '../../domain/pricing/money.ts'
import {
  changeTypes,
  type PayrollField,
  payrollFieldNames,
  payrollFields,
} from '../../services/payroll/payroll-line.rules.ts'

const pence = z.string().regex(/^-?\d{1,15}$/, 'Please give pence as a whole number')

export const pastDeduction = z.strictObject({
  version: z.int().min(1),
  payCode: z.string().min(1).max(20),
  method: taxMethod,
  employeePence: pence,
  employerPence: pence,
  annualPence: pence,
  effectiveFrom: isoDate,
  effectiveTo: isoDate.nullable(),
})

export const pastRun = z.strictObject({
  lockedAt: isoMoment,
  lineCount: z.int().min(0),
  employeePence: pence,
  employerPence: pence,
})

const missingFields = Object.fromEntries(
  Object.entries(payrollFields).flatMap(([name, rule]) => ('ifMissing' in rule ? [[name, rule.ifMissing]] : [])),
)

export const pastRunLine = z.strictObject({
  number: z.int().min(1),
  changeType: z.enum(changeTypes),
  employeePence: pence,
  employerPence: pence,
  fields: z.preprocess(
    (fields) => (typeof fields === 'object' ? { ...missingFields, ...fields } : fields),
    z.record(z.enum(payrollFieldNames), z.string()),
  ),
})

type Line = z.output<typeof pastRunLine>

export const noRunLines = { count: 0, areNumbered: true, employeePence: 0n, employerPence: 0n }

export function addRunLine(totals: typeof noRunLines, line: Line): typeof noRunLines {
  const count = totals.count + 1
  return {
    count,
    areNumbered: totals.areNumbered && line.number === count,
    employeePence: totals.employeePence + BigInt(line.employeePence),
    employerPence: totals.employerPence + BigInt(line.employerPence),
  }
}

export function importedRunFaults(run: z.output<typeof pastRun>, totals: typeof noRunLines): string[] {
  const tally = (side: 'employeePence' | 'employerPence', word: string) =>
    String(totals[side]) === run[side]
      ? []
      : [`The lines have ${totals[side]} pence of ${word}, and the run has ${run[side]}`]
  return [
    ...(totals.count === run.lineCount ? [] : [`The run has ${totals.count} lines instead of ${run.lineCount}`]),
    ...(totals.areNumbered ? [] : ['Its lines are not numbered in order']),
    ...tally('employeePence', 'the employees'),
    ...tally('employerPence', 'the employer'),
  ]
}

export function importedLineFaults({ changeType, employeePence, employerPence, fields }: Line): string[] {
  const said = {
    'change-type': changeType,
    'employee-amount': digitsFromPence(BigInt(employeePence)),
    'employer-amount': digitsFromPence(BigInt(employerPence)),
  }
  const unlike = Object.entries(said).flatMap(([field, value]) =>
    // The keys of `said` are names of fields.
    fields[field as PayrollField] === value ? [] : [`Its ${field} must be ${value}`],
  )
  const isAdjustment = changeType === 'Adjustment'
  return [
    ...unlike,
    ...payrollFieldNames.flatMap((field) => formFault(field, fields[field])),
    ...((fields['original-period'] !== '') === isAdjustment
      ? []
      : ['An adjustment needs original-period, and other lines must not have it']),
  ]
}

function formFault(field: PayrollField, value: string): string[] {
  switch (payrollFields[field].kind) {
    case 'text':
      return []
    case 'amount':
      return /^-?\d{1,15}\.\d{2}$/.test(value) ? [] : [`Its ${field} "${value}" is not an amount such as 38.64`]
    case 'date':
      return isoDate.safeParse(value).success || value === (field === 'effective-to' ? '' : missingFields[field])
        ? []
        : [`Its ${field} "${value}" is not a day`]
  }
}
