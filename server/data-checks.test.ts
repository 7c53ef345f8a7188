import { expect, it } from 'vitest'
import { listClients } from '../database/clients.ts'
import { inClient } from '../database/database.ts'
import { calculateTakeUp } from '../features/take-up/calculate-take-up.queries.ts'
import { dataDifferences } from '../tests/harness/derived-tables.ts'
import { onCitus } from '../tests/harness/on-citus.ts'
import { startWorld } from '../tests/harness/world.ts'
import { checkAllData } from './data-checks.ts'

const world = await startWorld({ people: 'few' })
// The check ignores counts that are older than the latest write, so calculate them now.
await calculateAllTakeUp()

async function calculateAllTakeUp(): Promise<void> {
  const { db } = world.database
  for (const clientId of await listClients(db))
    await inClient(db, clientId, (tx, clock) => calculateTakeUp(tx, clientId, clock))
}

it('the data checks find no differences in the data of the examples', async () => {
  expect(await dataDifferences(world.database)).toEqual([])
})

const first = (table: string) =>
  `(client_id, person_id) = (select client_id, person_id from ${table} order by 1, 2 limit 1)`

it.each<[string, string, RegExp]>([
  ['a changed name', `update employee set surname = 'Wrong' where ${first('employee')}`, / employee \S+: surname$/],
  ['a person who is missing', `delete from employee where ${first('employee')}`, / employee \S+ is missing$/],
  [
    'a person without an account',
    `insert into employee (
       client_id, person_id, first_name, surname, email, registered, two_factor, name_key, number_key, search
     )
     select client_id, gen_random_uuid(), 'No', 'Body', 'no@body.example', false, false, 'body no', '', ' no body '
     from client limit 1`,
    / employee \S+ has no source$/,
  ],
  [
    'a wrong total',
    'update employee_count set registered = registered + 3',
    / employee_count .*registered is \d+, should be \d+/,
  ],
  ['a block that is missing', 'delete from employee_block', / employee_block .*people is 0, should be \d+/],
  [
    'a change that is counted twice',
    `insert into employee_delta (client_id, name_key, person_id, people, registered, two_factor)
     select client_id, name_key, person_id, 1, 0, 0 from employee order by name_key limit 1`,
    / employee_block .*people is \d+, should be \d+/,
  ],
  [
    'a wrong figure of take-up',
    `update take_up_count set selected = selected + 2
     where (benefit_id, dimension) = (select benefit_id, 'all' from take_up_count order by 1 limit 1)`,
    / take_up_count \S+ all all: selected is \d+, should be \d+/,
  ],
  [
    'a mail that no note leads the worker to',
    `delete from work_due where kind = 'mail';
     insert into mail (client_id, id, kind, address, cause, queued_at, due_at)
     select client_id, gen_random_uuid(), 'test', 'one@example.com', 'lost', app.now(), app.now() from client limit 1`,
    / work_due mail is missing/,
  ],
  [
    'a welcome email that no note leads the worker to',
    `delete from work_due where kind = 'welcome';
     insert into requested_mail (client_id, kind, person_id, requested_at)
     select client_id, 'welcome', person_id, app.now() from account limit 1`,
    / work_due welcome is missing/,
  ],
  [
    'an upload that no note leads the worker to',
    `delete from work_due where kind = 'upload';
     insert into upload (client_id, id, file_name, file_hash, status, uploaded_by, uploaded_at, last_active_at)
     select client_id, gen_random_uuid(), 'people.csv', '', 'checking', person_id, app.now(), app.now() from account limit 1`,
    / work_due upload is missing/,
  ],
])('the data checks find and repair %s', async (_, damage, said) => {
  await world.database.rows(damage)
  const found = await dataDifferences(world.database)
  expect(found).toContainEqual(expect.stringMatching(said))
  expect(await checkAllData(world.database.db, { repair: true })).toEqual({ found, left: [] })
  expect(await dataDifferences(world.database)).toEqual([])
})

it('the data checks repair take-up in the same run as the employee list that made it wrong', async () => {
  await world.database.rows(`delete from employee where ${first('employee')}`)
  await calculateAllTakeUp()
  const { found, left } = await checkAllData(world.database.db, { repair: true })
  expect([found.some((line) => line.includes(' employee ')), left]).toEqual([true, []])
  expect(await dataDifferences(world.database)).toEqual([])
})

it.each([
  ['state', `state = 'none'`, `state = 'active'`],
  ['version in force', 'version_in_force = null', 'version_in_force = version'],
])(
  'the data checks report a selection whose %s differs from its versions, and do not change it',
  async (what, damage, restored) => {
    const [one] = await world.database.rows<{ id: string }>(
      `select id from selection where state = 'active' and version_in_force = version order by id limit 1`,
    )
    await world.database.rows(`update selection set ${damage} where id = $1`, [one?.id])
    const found = await dataDifferences(world.database)
    expect(found).toContainEqual(expect.stringMatching(new RegExp(` selection \\S+: ${what.replaceAll(' ', '_')}$`)))
    const { left } = await checkAllData(world.database.db, { repair: true })
    expect(left).toEqual(found.filter((line) => line.includes(' selection ')))
    await world.database.rows(`update selection set ${restored} where id = $1`, [one?.id])
    await checkAllData(world.database.db, { repair: true })
  },
)

it('the data checks report a locked run whose totals differ from its lines, and do not change it', async () => {
  if (!onCitus) await world.database.rows('alter table payroll_run disable trigger payroll_run_totals')
  await world.database.rows(`
    insert into payroll_run (client_id, period_id, locked_by, locked_at, line_count, employee_pence, employer_pence)
    select client_id, id, null, app.now(), 7, 0, 0 from payroll_period order by client_id, id limit 1`)
  const found = await dataDifferences(world.database)
  expect(found).toEqual([expect.stringMatching(/ payroll_run \S+: line_count is 7, should be 0$/)])
  expect(await checkAllData(world.database.db, { repair: true })).toEqual({ found, left: found })
})
