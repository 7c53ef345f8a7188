import { inject } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import type { SelectionId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import type { BenefitView, SelectionView } from '../../domain/selections/benefits.contract.ts'
import { recalculateForRecordedFacts } from '../../services/recalculation/recalculate.queries.ts'
import type { FactName } from '../../services/people/people-csv.rules.ts'
import { recordFacts } from '../../features/employees/employees.queries.ts'
import type { PayrollRunView } from '../../features/payroll/payroll.contract.ts'
import { applyScheme } from '../../features/scheme/apply-scheme.server.ts'
import { accountOf } from './accounts.ts'
import { acceptTerms } from './benefit-terms.ts'
import { type FolderChanges, withChangedFolder } from './changed-folder.ts'
import { testSecrets } from './test-secrets.ts'
import type { World } from './world.ts'

export async function applyChanged({ database }: Pick<World, 'database'>, changes: FolderChanges): Promise<void> {
  const outcome = await withChangedFolder(inject('demoOfFew'), changes, (folder) =>
    applyScheme(database.db, { folder, secrets: testSecrets }),
  )
  if ('faults' in outcome) throw new Error(JSON.stringify(outcome.faults))
}

/** Records one person's facts, by default from today, and recalculates their benefits as an upload does. */
export async function changeFacts(
  { database }: Pick<World, 'database'>,
  name: string,
  facts: Partial<Record<FactName, string | null>>,
  from?: string,
): Promise<void> {
  const { clientId, personId } = await accountOf(database, name)
  await inClient(database.db, clientId, async (tx, { today }) => {
    const recorded = await recordFacts(tx, clientId, {
      source: 'test',
      facts: Object.entries(facts).map(([fact, value]) => ({
        personId,
        // Keys of the parameter.
        fact: fact as FactName,
        value,
        effectiveFrom: isoDate.parse(from ?? today),
      })),
    })
    await recalculateForRecordedFacts(tx, clientId, { facts: recorded, today })
  })
}

/** Returns facts that set all three salaries of a person to the same amount in pence. */
export const salaryFacts = (pence: string | null) => ({
  'basic-salary': pence,
  'benefit-salary': pence,
  'pensionable-salary': pence,
})

/** Accepts the benefit's terms, and returns functions that make calls about the benefit. */
export async function signInForBenefit(world: World, name: string, code: string) {
  const token = await world.signIn(name)
  const send = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
    world.request({ method, url: `/api/v1/${path}`, token, ...(body !== undefined && { body }) })
  const benefits = (await send('GET', 'benefits/user/eligible')).json<BenefitView[]>()
  const benefit = benefits.find((one) => one.code === code)
  if (!benefit) throw new Error(`${code} is not offered to ${name}`)
  await acceptTerms(world, token, benefit)
  const path = `benefit/${benefit.benefitId}`
  return {
    token,
    benefitId: benefit.benefitId,
    send,
    view: async () => (await send('GET', path)).json<BenefitView>(),
    quote: (values: object) => send('POST', `${path}/quote`, { values }),
    choose: async (values: object) => {
      const answer = await send('POST', `${path}/selection`, { values })
      if (answer.statusCode >= 300) throw new Error(answer.body)
      return answer.json<SelectionView>()
    },
    tryToChoose: (values: object) => send('POST', `${path}/selection`, { values }),
    change: (values: object) => send('PATCH', `${path}/selection`, { values }),
    tryToLeave: (selectionId: string) => send('PATCH', `selection/${selectionId}`, { status: 'opted-out' }),
  }
}

export async function decide(
  world: World,
  selectionIds: string[],
  approval = true,
  { administrator = 'grace.lin', reason }: { administrator?: string; reason?: string } = {},
) {
  const token = await world.signIn(administrator)
  return world.request({
    method: 'PATCH',
    url: '/api/v2/scheme/selections/status/',
    token,
    body: { selectionIds, approval, ...(reason !== undefined && { reason }) },
  })
}

export type Line = { period: string; original: string | null; payCode: string; method: string; employee: number }

/** Returns the deductions for a selection in pounds, by pay day. */
export function linesOf({ database }: Pick<World, 'database'>, selectionId: SelectionId | string): Promise<Line[]> {
  return database.rows<Line>(
    `select period.label as period, original.label as original, deduction.pay_code as "payCode", deduction.method,
       (deduction.employee_pence / 100.0)::float as employee
     from deduction
     join payroll_period as period on period.client_id = deduction.client_id and period.id = deduction.period_id
     left join payroll_period as original on original.client_id = deduction.client_id and original.id = deduction.original_period_id
     where selection_id = $1
     order by period.starts_on, deduction.pay_code, deduction.method, original.starts_on nulls first`,
    [selectionId],
  )
}

export async function lockNextRun(world: World, payroll = 'Monthly salaries'): Promise<string> {
  const token = await world.signIn('grace.lin')
  const { clientId } = await accountOf(world.database, 'grace.lin')
  const runs = await world.request({ url: `/api/v2/client/${clientId}/payroll-runs`, token })
  const open = runs.json<PayrollRunView[]>().find((run) => run.state === 'open' && run.payrollName === payroll)
  if (!open) throw new Error('No run is open')
  const url = `/api/v2/client/${clientId}/payroll-runs/${open.runId}/lock`
  const answer = await world.request({ method: 'POST', url, token })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return open.label
}
