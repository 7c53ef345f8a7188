import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createEmptyDatabase } from '../tests/harness/databases.ts'
import { connected } from './bootstrap.ts'
import { migrate, migrationsFolder } from './migrate.ts'

/** A folder with the migrations up to a number, as an earlier release had them. */
async function migrationsUpTo(last: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-release-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const name of await readdir(migrationsFolder))
    if (Number(name.slice(0, 4)) <= last) await copyFile(join(migrationsFolder, name), join(folder, name))
  return folder
}

const clientId = '6a6f1c7e-6d0f-4c51-9a53-0c6f2a9f4a01'
const someClient = `
  insert into client (client_id, code, name) values ('${clientId}', 'kept', 'Kept Rail');
  insert into client_address (name, client_id) values ('kept', '${clientId}');
  insert into account (client_id, person_id, email, user_type, state, activated_at)
  select '${clientId}', ('00000000-0000-4000-8000-' || lpad(place::text, 12, '0'))::uuid,
         'person' || place || '@kept.example', 'employee', 'active', case when place <= 3 then now() end
  from generate_series(1, 5) as place;
  insert into person_details (client_id, person_id, first_name, surname, date_of_birth)
  select client_id, person_id, 'Ana', 'Ħorn', '1990-01-01' from account where client_id = '${clientId}';
`

it.each([8, 10, 13])('brings a database at migration %i, with a client in it, to the schema of today', async (last) => {
  const database = await createEmptyDatabase()
  onTestFinished(() => database.close())
  await migrate(database.owner, await migrationsUpTo(last))
  // The fence shows one client at a time, also to the owner.
  await connected(database.owner, async (client) => {
    await client.query(`select set_config('app.client_id', '${clientId}', false)`)
    await client.query(someClient)
  })
  const applied = await migrate(database.owner)
  expect(applied).toEqual(expect.arrayContaining(['0015-employee-list.sql', '0022-password-comparisons.sql']))
  const found = await connected(database.owner, async (client) => {
    await client.query(`select set_config('app.client_id', '${clientId}', false)`)
    const { rows } = await client.query(`
      select
        (select count(*)::int from employee where search like '% horn %') as listed,
        sum(people)::int as people,
        sum(registered)::int as registered
      from (
        select people, registered from employee_count
        union all
        select people, registered from employee_delta
      ) as counted`)
    return rows
  })
  expect(found).toEqual([{ listed: 5, people: 5, registered: 3 }])
})
