import type { ClientId } from '../../contract/ids.ts'
import type { IsoDate } from '../../contract/dates.ts'
import type { Tx } from '../../platform/handle.ts'
import { withChangeTypes } from './change-type.rules.ts'
import { payrollLine } from './payroll-line.rules.ts'
import {
  comparedLinesOf,
  deductionsOfPeriod,
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
  const { periodId } = period
  const previousId = previous && previous.periodId
  const [current, before, identities] = await Promise.all([
    deductionsOfPeriod(tx, clientId, { periodId }),
    previousId === null ? [] : comparedLinesOf(tx, clientId, { periodId: previousId }),
    identitiesOnPayroll(tx, clientId, { periodId, previousId, on: period.payOn }),
  ])
  const { told, closed } = withChangeTypes({
    current,
    previous: before,
    endsHere: ({ isLast }) => isLast,
    left: ({ left }) => left,
  })
  const lines: Line[] = [...told, ...(previousId === null ? [] : await inFull(tx, clientId, { previousId, closed }))]
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

type Line = Omit<PeriodDeduction, 'originalPeriodId' | 'isLast' | 'left'> & Pick<RunLine, 'changeType'>
type Closed = Pick<Line, 'changeType' | 'employeePence' | 'employerPence' | 'annualPence'> & { number: number }

/** Lines of the run before that are gone, as they were but for what there is to take. */
async function inFull(
  tx: Tx,
  clientId: ClientId,
  { previousId, closed }: { previousId: string; closed: readonly Closed[] },
): Promise<Line[]> {
  if (closed.length === 0) return []
  const byNumber = new Map(closed.map((line) => [line.number, line]))
  const locked = await linesOfRun(tx, clientId, { periodId: previousId, numbers: [...byNumber.keys()] })
  return locked.flatMap(({ number, personId, selectionId, fields }) => {
    const line = byNumber.get(number)
    if (!line) return []
    return {
      ...line,
      personId,
      selectionId,
      firstName: fields['first-name'],
      surname: fields.surname,
      niNumber: fields['ni-number'] || null,
      benefit: fields.benefit,
      payCode: fields['pay-code'],
      method: fields.method,
      originalPeriod: null,
      // Written from dates by `payrollLine`.
      effectiveFrom: fields['effective-from'] as IsoDate,
      effectiveTo: (fields['effective-to'] || null) as IsoDate | null,
    }
  })
}
