import type { Kysely } from 'kysely'
import { listClients } from '../database/clients.ts'
import { inClient, inSnapshot } from '../database/database.ts'
import type { Database } from '../database/tables.ts'
import { selectionCheck } from '../features/selections/selection-check.queries.ts'
import { uploadWork } from '../features/data-uploads/uploads.queries.ts'
import { employeeChecks } from '../services/people/refresh-employees.queries.ts'
import { requestedWork } from '../services/mail/requested-mail.queries.ts'
import { mailWork } from '../services/mail/due-mail.queries.ts'
import { payrollRunCheck } from '../features/payroll/payroll-run-check.queries.ts'
import { takeUpCheck } from '../features/take-up/calculate-take-up.queries.ts'
import { checkData, type CheckResult, type DataCheck } from '../platform/check-data.queries.ts'
import { workCheck } from '../platform/due-work.queries.ts'
import { raiseTimeLimits } from '../platform/time-limits.queries.ts'

const dataChecks: readonly DataCheck[] = [
  ...employeeChecks,
  selectionCheck,
  payrollRunCheck,
  takeUpCheck,
  ...[mailWork, requestedWork.welcome, requestedWork.reminder, uploadWork].map(workCheck),
]

export async function checkAllData(db: Kysely<Database>, { repair }: { repair: boolean }): Promise<CheckResult> {
  const all: CheckResult = { found: [], left: [] }
  for (const clientId of await listClients(db)) {
    const { found, left } = await (repair ? inClient : inSnapshot)(db, clientId, async (tx, clock) => {
      await raiseTimeLimits(tx)
      return checkData(tx, clientId, { checks: dataChecks, repair, clock })
    })
    all.found.push(...found.map((line) => `client ${clientId}: ${line}`))
    all.left.push(...left.map((line) => `client ${clientId}: ${line}`))
  }
  return all
}
