import { expect, it } from 'vitest'
import type { Pence } from '../../contract/money.ts'
import { recomputeSteps, type TraceStep } from '../../domain/pricing/trace.ts'
import { calculateTakeHomeEffect } from '../../domain/tax/take-home-effect.rules.ts'
import { samplePayFacts, inTaxYear as since, samplePayChange } from '../take-home/take-home.samples.ts'
import { taxTables } from '../../services/payroll/tax-tables.queries.ts'
import { overviewModes } from './total-benefits.contract.ts'
import { totalsOf } from './totals.rules.ts'

/** Amounts in pence. `month` is the first month, as `contract/money.ts` splits a year. */
const side = (year: Pence, month: Pence) => ({ year, month })
const nothing = side(0n, 0n)
const pension = {
  name: 'Pension',
  effectiveFrom: since,
  employee: side(2_700_00n, 225_00n),
  employer: side(2_700_00n, 225_00n),
}
const dental = { name: 'Dental', effectiveFrom: since, employee: side(100_00n, 8_34n), employer: nothing }
const sold = { name: 'Holiday', effectiveFrom: null, employee: side(-346_15n, -28_85n), employer: nothing }

const facts = samplePayFacts(45_000)
const state = (changes: ReturnType<typeof samplePayChange>[]) => ({ facts, changes, when: '' })
const effect = calculateTakeHomeEffect({
  tables: taxTables(),
  on: since,
  before: state([]),
  after: state([samplePayChange('sacrifice', 2700), samplePayChange('net-deduction', 100)]),
})
const request = { salary: 45_000_00n, running: [pension, dental], effect, since }

const outputs = (steps: readonly TraceStep[]) => steps.map(({ output }) => output.value)

it("total benefits add up the employee's and the employer's part of current benefits, and add the employer's part to the salary", () => {
  const { year, month } = totalsOf(request).totals
  expect(year).toMatchObject({
    employeeContribution: 2800,
    employerContribution: 2700,
    total: 5500,
    salary: 45_000,
    addedToPay: 0,
    packageValue: 47_700,
  })
  // The monthly total is the sum of first months, not a twelfth of the yearly total.
  expect(month).toMatchObject({ employeeContribution: 233.34, total: 458.34, salary: 3750, packageValue: 3975 })
})

it('total benefits include additions to pay in the total package, and subtract them from the cost', () => {
  const { year, month } = totalsOf({ ...request, running: [pension, dental, sold] }).totals
  expect(year).toMatchObject({ employeeContribution: 2453.85, addedToPay: 346.15, packageValue: 48_046.15 })
  expect(month).toMatchObject({ employeeContribution: 204.49, addedToPay: 28.85, packageValue: 4003.85 })
})

it('total benefits show the tax and National Insurance saved on pay given up; for a month, a twelfth of the year', () => {
  const { totals } = totalsOf(request)
  // 20 % and 8 % of £2,700.00 are saved. Deductions after tax save nothing.
  expect([totals.year.saved, totals.month.saved]).toEqual([756, 63])
})

it('total benefits show no package if the salary is unknown, and no savings if tax cannot be calculated', () => {
  const { totals, savedTrace } = totalsOf({ ...request, salary: null })
  expect(totals.year).toMatchObject({ total: 5500, salary: null, packageValue: null, saved: null })
  expect(savedTrace).toEqual([])
  const unknown = totalsOf({ ...request, effect: { outcome: 'not-computed', sentence: 'No table' } }).totals
  expect(unknown.year).toMatchObject({ packageValue: 47_700, saved: null })
})

it('total benefits are only the salary if the person has no benefits', () => {
  const { year } = totalsOf({ ...request, running: [] }).totals
  expect(year).toMatchObject({ employeeContribution: 0, employerContribution: 0, total: 0, packageValue: 45_000 })
})

it('total benefits have a derivation for each figure, from which the figure can be calculated again', () => {
  const { totals, savedTrace } = totalsOf({ ...request, running: [pension, dental, sold] })
  for (const steps of [totals.year.trace, totals.month.trace, savedTrace]) {
    expect(steps.length).toBeGreaterThan(5)
    expect(recomputeSteps(steps)).toEqual(outputs(steps))
  }
  for (const mode of overviewModes) {
    const { employeeContribution, employerContribution, total, addedToPay, packageValue } = totals[mode]
    for (const figure of [employeeContribution, employerContribution, total, addedToPay, packageValue ?? NaN])
      expect(outputs(totals[mode].trace)).toContain(figure.toFixed(2))
  }
})
