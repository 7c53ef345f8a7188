import type { ClientId } from '../../contract/ids.ts'
import { poundsFromPence } from '../../contract/money.ts'
import type { Tx } from '../../database/database.ts'
import { traceStepView } from '../../services/my-benefits/trace-view.rules.ts'
import {
  type DeductedBenefit,
  currentDeductions,
  type CurrentDeductions,
} from '../selections/current-deductions.queries.ts'
import { type Totals, totalsOf } from './totals.rules.ts'
import type { TotalBenefits, TotalBenefitsRow } from './total-benefits.contract.ts'

type PackageInput = Parameters<typeof currentDeductions>[2]

export async function totalBenefitsOf(
  tx: Tx,
  clientId: ClientId,
  asking: PackageInput,
): Promise<TotalBenefits & { runs: CurrentDeductions | null }> {
  const runs = await currentDeductions(tx, clientId, asking)
  const { on, salary, running, planned, effect, takeHome, since } = runs ?? nothing(asking)
  const { totals, savedTrace } = totalsOf({ salary, running, effect, since })
  const both = (of: keyof Totals) => {
    const { year, month } = totals
    return year[of] === null || month[of] === null ? null : { year: year[of], month: month[of] }
  }
  const known = (of: 'employeeContribution' | 'employerContribution' | 'total' | 'addedToPay') => ({
    year: totals.year[of],
    month: totals.month[of],
  })
  return {
    runs,
    rows: running.map(rowOf),
    card: {
      on,
      planned: planned.map(({ employee, employer, ...change }) => ({
        ...change,
        employeeContribution: employee && inPounds(employee),
        employerContribution: employer && inPounds(employer),
      })),
      employeeContribution: known('employeeContribution'),
      employerContribution: known('employerContribution'),
      total: known('total'),
      salary: both('salary'),
      addedToPay: known('addedToPay'),
      packageValue: both('packageValue'),
      saved: both('saved'),
      benefits: running.length,
      takeHome,
      trace: {
        year: totals.year.trace.map(traceStepView),
        month: totals.month.trace.map(traceStepView),
        saved: savedTrace.map(traceStepView),
      },
    },
  }
}

function rowOf({ employee, employer, ...row }: DeductedBenefit): TotalBenefitsRow {
  return {
    ...row,
    employeeContribution: inPounds(employee),
    employerContribution: inPounds(employer),
    total: inPounds({ year: employee.year + employer.year, month: employee.month + employer.month }),
  }
}

function inPounds({ year, month }: DeductedBenefit['employee']) {
  return { year: poundsFromPence(year), month: poundsFromPence(month) }
}

function nothing({ today }: PackageInput): CurrentDeductions {
  return {
    schemeYear: { from: today, to: today },
    name: '',
    salary: null,
    on: today,
    since: today,
    running: [],
    planned: [],
    effect: { outcome: 'not-computed', sentence: '' },
    takeHome: { outcome: 'not-computed', reason: '' },
  }
}
