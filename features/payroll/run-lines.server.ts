import type { ClientId } from '../../contract/ids.ts'
import type { IsoDate } from '../../contract/dates.ts'
import type { Tx } from '../../platform/handle.ts'
import { penceOf } from '../benefits/pricing/money.ts'
import { withChangeTypes, type ChangeType } from './change-type.rules.ts'
import { payrollLine } from './payroll-line.rules.ts'
import {
  deductionsOfPeriod,
  endedSelections,
  identitiesOnPayroll,
  linesOfRun,
  type Period,
  type PeriodDeduction,
  type RunLine,
} from './payroll-runs.queries.ts'

/**
 * The lines of an open run as they would be locked now: what the period takes, named against the run locked before it.
 * `previous` is that run; null where this is the payroll's first.
 */
export async function linesOfOpenRun(
  tx: Tx,
  clientId: ClientId,
  { period, previous }: { period: Period; previous: Period | null },
): Promise<RunLine[]> {
  const current = await deductionsOfPeriod(tx, clientId, { periodId: period.periodId })
  const before = previous ? await linesOfRun(tx, clientId, { periodId: previous.periodId }) : []
  const left = await endedSelections(tx, clientId, {
    selectionIds: [...current, ...before].map(({ selectionId }) => selectionId),
  })
  const lines = withChangeTypes({
    current,
    previous: before.map(asDeduction),
    endsHere: ({ isLast }) => isLast,
    left: ({ selectionId }) => left.has(selectionId),
  })
  const people = [...new Set(lines.map(({ personId }) => personId))]
  const identities = await identitiesOnPayroll(tx, clientId, { people, on: period.payOn })
  return lines.map((line) => ({
    personId: line.personId,
    selectionId: line.selectionId,
    changeType: line.changeType,
    employeePence: line.employeePence,
    employerPence: line.employerPence,
    fields: payrollLine({
      person: {
        ...(identities.get(line.personId) ?? { payrollId: null, employeeNumber: null }),
        niNumber: line.niNumber,
        firstName: line.firstName,
        surname: line.surname,
      },
      period: period.label,
      originalPeriod: line.originalPeriod,
      benefit: line.benefit,
      payCode: line.payCode,
      method: line.method,
      changeType: line.changeType,
      employee: line.employeePence,
      employer: line.employerPence,
      annual: line.annualPence,
      effectiveFrom: line.effectiveFrom,
      effectiveTo: line.effectiveTo,
      selectionId: line.selectionId,
    }),
  }))
}

/** A locked line as the deduction it was made of. */
function asDeduction({ fields, ...line }: RunLine): PeriodDeduction & { changeType: ChangeType } {
  return {
    ...line,
    firstName: fields['first-name'],
    surname: fields.surname,
    niNumber: fields['ni-number'] || null,
    benefit: fields.benefit,
    payCode: fields['pay-code'],
    method: fields.method,
    // Of a line that was locked only its label is kept; what counts is whether it was an adjustment.
    originalPeriodId: fields['original-period'] || null,
    originalPeriod: fields['original-period'] || null,
    annualPence: penceOf(fields['annual-amount']),
    // Written from dates by `payrollLine`.
    effectiveFrom: fields['effective-from'] as IsoDate,
    effectiveTo: (fields['effective-to'] || null) as IsoDate | null,
    isLast: false,
  }
}
