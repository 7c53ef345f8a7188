import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { withTemporaryFolder } from '../../tests/harness/export-to-folder.ts'
import { changeFacts } from '../../tests/harness/world-actions.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { writeLeavers } from './leavers.server.ts'

it('if the client leaves the portal, the files for a new employer are written and all employments end', async () => {
  const world = await startWorld()
  const write = (client: string, { lastDay, everybody }: { lastDay: string; everybody: boolean }) =>
    withTemporaryFolder(async (place) => {
      const asked = {
        client,
        lastDay: isoDate.parse(lastDay),
        everybody,
        operator: 'jane.doe',
        to: join(place, 'ends'),
      }
      const outcome = await writeLeavers(world.database.db, asked)
      const read = async (name: string) =>
        (await readFile(join(asked.to, name), 'utf8').catch(() => '')).split('\r\n').slice(1, -1)
      return { outcome, ends: await read('ends.csv'), owed: await read('owed.csv') }
    })

  await changeFacts(world, 'amelia.hart', { 'leaving-reason': 'tupe', 'end-date': '2026-11-30' })
  const moved = await write('demo', { lastDay: '2026-11-30', everybody: false })
  expect(moved.ends).toContainEqual(
    expect.stringMatching(
      /^Meridian Pensions,MP-204417,Workplace pension,NR\d+,Amelia,Hart,amelia\.hart@demo\.example,.*,tupe,2026-04-0\d,2026-11-30,Your contribution: 6%,,no$/,
    ),
  )
  expect(moved.outcome).toMatchObject({ step: 'written', given: 0, ends: moved.ends.length })

  // A person without a start date is not an employee.
  await changeFacts(world, 'jack.stone', { 'start-date': null })
  const closed = await write('demo', { lastDay: '2026-12-31', everybody: true })
  expect(closed.outcome).toMatchObject({ step: 'written', ends: closed.ends.length })
  expect(closed.ends.length).toBeGreaterThan(0)
  for (const line of closed.ends) expect(line).toContain(',scheme-moves,')
  const lastDays = await world.database.rows(
    `select from employment_fact join account using (client_id, person_id)
     where email = 'jack.stone@demo.example' and fact = 'end-date' and value = '2026-12-31'`,
  )
  expect(lastDays).toEqual([])
  const [left] = await world.database.rows<{ count: number }>(
    `select count(*)::integer as count from selection_version as version
     join selection
       on selection.client_id = version.client_id
         and selection.id = version.selection_id
         and selection.version = version.version
     join client on client.client_id = selection.client_id and client.code = 'demo'
     where selection.version_in_force is not null and version.action <> 'end'`,
  )
  expect(left).toEqual({ count: 0 })
  expect(await write('demo', { lastDay: '2026-12-31', everybody: true })).toMatchObject({ outcome: { given: 0 } })
  expect(await write('nobody', { lastDay: '2026-12-31', everybody: false })).toMatchObject({
    outcome: { step: 'no-client' },
  })
})
