import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../tests/harness/databases.ts'
import { applyFolder } from '../../tests/harness/apply-folder.ts'

/** Written by `portal export` in November 2026, before tables and columns were renamed. */
const folder = join(import.meta.dirname, '../../tests/old-exports/2026-11')

const database = await createTestDatabase()
await database.moveTo('2026-12-28T10:00:00Z')
await applyFolder(database.db, folder)
afterAll(() => database.close())

type Line = Record<string, unknown>

async function lines(name: string): Promise<Line[]> {
  const text = await readFile(join(folder, 'history', `${name}.jsonl`), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line): Line => JSON.parse(line))
}

const pick = (all: Line[], keys: string[]): Line[] =>
  all.map((line) => Object.fromEntries(keys.map((key) => [key, line[key]])))

it('selections in an export of an older version are imported with every version', async () => {
  const selections = await database.rows<Line>(`
    select selection.id, account.email as person, benefit_code.code as benefit, selection.state, version,
           version_in_force as "runningVersion"
    from selection
    join account using (client_id, person_id)
    join benefit_code on benefit_code.client_id = selection.client_id and benefit_code.id = benefit_id
    order by selection.id`)
  const old = await lines('selections')
  expect(selections).toEqual(pick(old, ['id', 'person', 'benefit', 'state', 'version', 'runningVersion']))
  const versions = await database.rows<Line>(`
    select version, state, action, choice, people_covered as "peopleCovered", price,
           effective_from::text as "effectiveFrom"
    from selection_version
    order by selection_id, version`)
  expect(versions).toEqual(
    pick(
      old.flatMap((one) => one['versions'] as Line[]),
      ['version', 'state', 'action', 'choice', 'peopleCovered', 'price', 'effectiveFrom'],
    ),
  )
  expect(versions.length).toBeGreaterThan(0)
})

it('employment facts in an export of an older version are imported', async () => {
  const facts = await database.rows<Line>(`
    select id, account.email as person, fact, value, effective_from::text as "effectiveFrom", source
    from employment_fact
    join account using (client_id, person_id)
    order by sequence`)
  const old = await lines('facts')
  expect(facts).toEqual(pick(old, ['id', 'person', 'fact', 'value', 'effectiveFrom', 'source']))
  expect(facts.length).toBeGreaterThan(50)
})

it('payroll runs in an export of an older version are imported with their lines', async () => {
  const runs = await database.rows<Line>(`
    select payroll.code || '/' || period.year || '/' || period.number as period, locker.email as "lockedBy",
           line_count as "lineCount", run.employee_pence::text as "employeePence", run.employer_pence::text as "employerPence"
    from payroll_run as run
    join payroll_period as period on period.client_id = run.client_id and period.id = run.period_id
    join payroll on payroll.client_id = run.client_id and payroll.id = period.payroll_id
    left join account as locker on locker.client_id = run.client_id and locker.person_id = run.locked_by`)
  const keys = ['period', 'lockedBy', 'lineCount', 'employeePence', 'employerPence']
  expect(runs).toEqual(pick(await lines('runs'), keys))
  const [line] = await lines('run-lines')
  const found = await database.rows<Line>(`
    select number, selection_id as selection, change_type as "changeType", employee_pence::text as "employeePence",
           employer_pence::text as "employerPence", pay_code as "payCode", benefit
    from payroll_line`)
  const fields = line?.['fields'] as Line
  expect(found).toEqual([
    {
      ...pick([line ?? {}], ['number', 'selection', 'changeType', 'employeePence', 'employerPence'])[0],
      payCode: fields['pay-code'],
      benefit: fields['benefit'],
    },
  ])
})
