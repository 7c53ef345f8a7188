import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'

/** What payroll is told to do with a line, against the run before. Cancelled and Paused are given by people. */
export type ChangeType =
  | 'New'
  | 'Continue'
  | 'Update'
  | 'Closing'
  | 'Closed'
  | 'Cancelled'
  | 'Leaver'
  | 'Paused'
  | 'Adjustment'

/** A deduction as a run takes it. */
export type RunDeduction = {
  personId: string
  selectionId: string
  payCode: string
  method: string
  originalPeriodId: string | null
  employeePence: Pence
  employerPence: Pence
  annualPence: Pence
  /** The last day it counts. */
  effectiveTo: IsoDate | null
}

/** What of a line that was locked is compared with the next run. */
export type LockedDeduction = Omit<RunDeduction, 'employeePence' | 'employerPence' | 'effectiveTo'> & {
  changeType: ChangeType
}

/**
 * Compares a run with the one before and names what payroll is to do:
 * `New` it was not there · `Continue` the same a year under the same method, though a share may differ by a penny ·
 * `Update` another amount a year or method · `Closing` its last pay · `Closed` it is gone, told once with nothing to take ·
 * `Leaver` its last pay, or that it is gone, because the employment ended; told once · `Adjustment` it belongs to an earlier
 * period.
 * `told` are the lines of the run in their order, `closed` those of the run before that are gone. `endsHere` says which have
 * their last pay in this run, `left` which end with the employment.
 */
export function withChangeTypes<Line extends RunDeduction, Before extends LockedDeduction>({
  current,
  previous,
  endsHere,
  left = () => false,
}: {
  current: readonly Line[]
  previous: readonly Before[]
  endsHere: (line: Line) => boolean
  left?: (line: Line | Before) => boolean
}): { told: (Line & Told)[]; closed: (Before & Told & typeof nothing)[] } {
  const before = new Map(previous.filter((line) => isStanding(line)).map((line) => [keyOf(line), line]))
  const standing = new Set<string>()
  const told = current.map((line) => {
    const key = keyOf(line)
    if (line.originalPeriodId === null) standing.add(key)
    return {
      ...line,
      changeType: changeTypeOf(line, before.get(key), { endsHere: endsHere(line), left: left(line) }),
    }
  })
  const gone = [...before].filter(([key]) => !standing.has(key)).map(([, line]) => line)
  const closed = gone.map((line) => ({ ...line, ...nothing, changeType: left(line) ? 'Leaver' : 'Closed' }) as const)
  return { told, closed }
}

type Told = { changeType: ChangeType }

const nothing: Pick<RunDeduction, 'employeePence' | 'employerPence' | 'annualPence'> = {
  employeePence: 0n,
  employerPence: 0n,
  annualPence: 0n,
}

/** Whether a line has its last pay in a period, by its last day alone; the last instalment of an order the caller knows. */
export function endsBy(line: { effectiveTo: IsoDate | null }, period: { endsOn: IsoDate }): boolean {
  return line.effectiveTo !== null && line.effectiveTo <= period.endsOn
}

function changeTypeOf(
  line: RunDeduction,
  before: LockedDeduction | undefined,
  { endsHere, left }: { endsHere: boolean; left: boolean },
): ChangeType {
  if (line.originalPeriodId !== null) return 'Adjustment'
  if (endsHere) return left ? 'Leaver' : 'Closing'
  if (!before) return 'New'
  return line.annualPence === before.annualPence && line.method === before.method ? 'Continue' : 'Update'
}

/** Lines of the run before that this run continues or closes. */
function isStanding(line: LockedDeduction): boolean {
  return line.originalPeriodId === null && line.changeType !== 'Closed' && line.changeType !== 'Leaver'
}

function keyOf({ personId, selectionId, payCode }: LockedDeduction | RunDeduction): string {
  return `${personId} ${selectionId} ${payCode}`
}
