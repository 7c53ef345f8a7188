import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import { digitsOf } from '../benefits/pricing/money.ts'
import type { ChangeType } from './change-type.rules.ts'
import { payrollMessages } from './payroll.messages.ts'

/** What each column of a payroll line holds: text, an amount in pounds, or a date. */
export const payrollFields = {
  'payroll-id': 'text',
  period: 'text',
  'employee-number': 'text',
  'ni-number': 'text',
  name: 'text',
  'first-name': 'text',
  surname: 'text',
  benefit: 'text',
  'pay-code': 'text',
  method: 'text',
  'change-type': 'text',
  'employee-amount': 'amount',
  'employer-amount': 'amount',
  'annual-amount': 'amount',
  'effective-from': 'date',
  'effective-to': 'date',
  'adjustment-reason': 'text',
  'original-period': 'text',
  'selection-id': 'text',
} as const satisfies Record<string, 'text' | 'amount' | 'date'>
export type PayrollField = keyof typeof payrollFields

/** One payroll line, every column as text: amounts as pounds with two decimals, dates as yyyy-mm-dd, '' for nothing. */
export type PayrollLine = Record<PayrollField, string>

export type PayrollLineFacts = {
  person: {
    payrollId: string | null
    employeeNumber: string | null
    niNumber: string | null
    firstName: string
    surname: string
  }
  /** 'December 2026' */
  period: string
  /** Of an adjustment: the period that should have had it. */
  originalPeriod: string | null
  benefit: string
  payCode: string
  method: string
  changeType: ChangeType
  /** Pence; below 0 is paid to the employee. */
  employee: Pence
  employer: Pence
  annual: Pence
  effectiveFrom: IsoDate
  effectiveTo: IsoDate | null
  selectionId: string
}

/** The columns of one line, whichever of them a file's format then shows. */
export function payrollLine(facts: PayrollLineFacts): PayrollLine {
  const { person } = facts
  return {
    'payroll-id': person.payrollId ?? '',
    period: facts.period,
    'employee-number': person.employeeNumber ?? '',
    'ni-number': person.niNumber ?? '',
    name: `${person.firstName} ${person.surname}`,
    'first-name': person.firstName,
    surname: person.surname,
    benefit: facts.benefit,
    'pay-code': facts.payCode,
    method: facts.method,
    'change-type': facts.changeType,
    'employee-amount': digitsOf(facts.employee),
    'employer-amount': digitsOf(facts.employer),
    'annual-amount': digitsOf(facts.annual),
    'effective-from': facts.effectiveFrom,
    'effective-to': facts.effectiveTo ?? '',
    'adjustment-reason': facts.originalPeriod === null ? '' : payrollMessages.adjustment(facts.originalPeriod),
    'original-period': facts.originalPeriod ?? '',
    'selection-id': facts.selectionId,
  }
}
