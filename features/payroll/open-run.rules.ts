import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'

export type RunPeriod = {
  periodId: string
  payrollId: string
  payrollName: string
  label: string
  startsOn: IsoDate
  endsOn: IsoDate
  cutOffOn: IsoDate
  payOn: IsoDate
  hasDeductions: boolean
  locked: boolean
  run: {
    lockedAt: string
    lineCount: number
    employeePence: Pence
    employerPence: Pence
    reportId: string | null
  } | null
}

/** `previous` is the locked run to compare with; null for the first run. */
export type OpenRun = { period: RunPeriod; previous: RunPeriod | null }
